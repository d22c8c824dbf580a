import type { BankLine } from "../types.ts";

/** A reference as banks may print it: they change case and drop signs. */
export const plainReference = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Shorter references are only recognised in fields for references, not in free text. */
const SHORTEST_IN_TEXT = 6;
/** A reference of several words, or one that a bank's line break cut. */
const MOST_WORDS = 6;

/** Every text of a line that could be a reference of ours, in plain form. */
export function referencesIn(line: Pick<BankLine, "references" | "entryReference" | "text">) {
  const found = new Set<string>();
  for (const one of [...line.references, line.entryReference ?? ""]) {
    const plain = plainReference(one);
    if (plain !== "") found.add(plain);
  }
  for (const text of [...line.references, line.text]) addWords(found, text);
  return found;
}

function addWords(found: Set<string>, text: string): void {
  const words = text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  for (let i = 0; i < words.length; i++) {
    let joined = "";
    for (let n = 0; n < MOST_WORDS && i + n < words.length; n++) {
      joined += words[i + n];
      if (joined.length >= SHORTEST_IN_TEXT) found.add(joined);
    }
  }
}
