/** One thing that the search of the documentation can find. */
export type DocsEntry = { href: string; title: string; page: string; text: string };

/** An entry prepared for the search. */
type Prepared = { entry: DocsEntry; title: string; words: string[]; text: string; isPage: boolean };
export type DocsIndex = readonly Prepared[];

const EXACT = 100;
const TITLE_START = 40;
const WORD = 20;
const WORD_START = 12;
const TITLE_INSIDE = 5;
const TEXT = 2;
/** `refunds` finds "Refund a payment". */
const SHORTEST_STEM = 4;
const ENDING = 2;
/** Pages before their sections, and sections before rows of the same score. */
const PAGE = 3;

/** Groups of digits are one number: `4242 4242` finds and is found by `42424242`. */
const normal = (text: string) => text.toLowerCase().replace(/(\d) (?=\d)/g, "$1");
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}_.]+/u).filter(Boolean);

/** Prepares the entries once, so that a search reads lower-case text only. */
export function indexOf(entries: readonly DocsEntry[]): DocsIndex {
  return entries.map((entry) => {
    const title = normal(entry.title);
    const words = wordsOf(title).flatMap((word) => [word, ...word.split(/[_.]/)]);
    const isPage = !entry.href.includes("#");
    return { entry, title, words, text: normal(`${entry.page} ${entry.text}`), isPage };
  });
}

/** The best entries for what was typed. Every word must be found in the title or the text. */
export function searchDocs(index: DocsIndex, typed: string, most: number): DocsEntry[] {
  const phrase = normal(typed.trim());
  const words = wordsOf(phrase);
  if (words.length === 0) return [];
  const scored: { score: number; entry: DocsEntry }[] = [];
  for (const one of index) {
    const score = scoreOf(one, phrase, words);
    if (score > 0) scored.push({ score, entry: one.entry });
  }
  scored.sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length);
  const seen = new Set<string>();
  const best: DocsEntry[] = [];
  for (const { entry } of scored) {
    const key = keyOf(entry);
    if (seen.has(key)) continue;
    seen.add(key);
    if (best.push(entry) === most) break;
  }
  return best;
}

/** A card or account is in several guides; once is enough. */
const keyOf = ({ title, text, href }: DocsEntry) =>
  /^\d/.test(title) ? `${title} ${text}` : `${title} ${href}`;

function scoreOf(one: Prepared, phrase: string, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const points = pointsOf(one, word);
    if (points === 0) return 0;
    score += points;
  }
  if (one.title === phrase) score += EXACT;
  else if (one.title.startsWith(phrase)) score += TITLE_START;
  return score + (one.isPage ? PAGE : 0);
}

function pointsOf({ title, words, text }: Prepared, word: string): number {
  if (words.includes(word)) return WORD;
  if (words.some((own) => own.startsWith(word))) return WORD_START;
  const isInflected = (own: string) =>
    own.length >= SHORTEST_STEM && word.startsWith(own) && word.length <= own.length + ENDING;
  if (title.includes(word) || words.some(isInflected)) return TITLE_INSIDE;
  return text.includes(word) ? TEXT : 0;
}

const BEFORE = 40;
const LONGEST = 140;

/** The part of an entry's text around the first word found in it. */
export function excerptOf({ text }: DocsEntry, typed: string): string {
  const lower = text.toLowerCase();
  const [word] = wordsOf(typed.toLowerCase()).filter((one) => lower.includes(one));
  const at = word ? lower.indexOf(word) : 0;
  const from = at > BEFORE ? text.indexOf(" ", at - BEFORE) + 1 : 0;
  const part = text.slice(from, from + LONGEST);
  return `${from > 0 ? "… " : ""}${part}${from + LONGEST < text.length ? " …" : ""}`;
}
