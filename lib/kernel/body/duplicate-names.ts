import { endOfString } from "./json-bounds.ts";

const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COLON = 0x3a;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

type Holder = { names: Set<string>; name: string } | { index: true };

/**
 * The path of the first duplicate name in an object of a JSON text, or null. Parsers disagree about which value counts,
 * so a request that a gateway has checked could mean something else here. Scans the text, which must be valid JSON.
 */
export function findDuplicateName(text: string): string[] | null {
  const holders: Holder[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === OPEN_OBJECT) holders.push({ names: new Set(), name: "" });
    else if (char === OPEN_ARRAY) holders.push({ index: true });
    else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) holders.pop();
    else if (char === QUOTE) {
      const end = endOfString(text, i);
      const holder = holders.at(-1);
      if (holder && "names" in holder && isFollowedByColon(text, end)) {
        const name = readString(text, i, end);
        if (holder.names.has(name)) return [...pathTo(holders.slice(0, -1)), name];
        holder.names.add(name);
        holder.name = name;
      }
      i = end;
    }
  }
  return null;
}

const pathTo = (holders: readonly Holder[]) =>
  holders.flatMap((holder) => ("names" in holder ? [holder.name] : []));

function isFollowedByColon(text: string, end: number): boolean {
  let i = end + 1;
  while (SPACES.has(text.charCodeAt(i))) i++;
  return text.charCodeAt(i) === COLON;
}

/** Decodes escapes, so that two spellings of a name are equal. */
function readString(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes("\\") ? (JSON.parse(text.slice(start, end + 1)) as string) : raw;
}
