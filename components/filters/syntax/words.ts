/** A word of a filter's text: quotes keep spaces, a backslash keeps the character after it. */
export type Word = {
  text: string;
  /** Offsets in the whole text. */
  start: number;
  end: number;
  /** The last quote is not closed. */
  isOpen: boolean;
};

/** Cuts a text at the spaces outside quotes. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let start: number | null = null;
  let quoted = false;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at];
    if (char === undefined || (!quoted && /\s/.test(char))) {
      if (start !== null) {
        words.push({
          text: text.slice(start, at),
          start,
          end: Math.min(at, text.length),
          isOpen: quoted,
        });
      }
      start = null;
      continue;
    }
    start ??= at;
    if (char === "\\" && quoted && at + 1 < text.length) at++;
    else if (char === '"') quoted = !quoted;
  }
  return words;
}

/** A value in quotes, as one word. */
export function quote(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}

/** The content of a word that is one quoted text; undefined for any other word. */
export function unquote(word: string): string | undefined {
  if (!/^"(?:[^"\\]|\\[\s\S])*"$/.test(word)) return undefined;
  return word.slice(1, -1).replace(/\\([\s\S])/g, "$1");
}

/** The parts of a value between the commas outside quotes. */
export function partsOf(value: string): string[] {
  return value.match(/(?:"(?:[^"\\]|\\[\s\S])*"|[^,"])+/g) ?? [];
}

/** A label as a word: `3-D Secure` is `3_d_secure`. */
export function slug(label: string): string {
  return label
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join("_");
}
