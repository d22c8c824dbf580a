import { invalid } from "#lib/kernel/errors.ts";
import { MAX_DEPTH, shownName, tooDeep } from "./check-text.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Values (numbers, texts, arrays, objects …) in a body, unless its route allows more. */
export const MAX_VALUES = 2_000;
/** Names in one object, on every route. */
const MAX_NAMES = 2_000;

/** The value of a JSON text. Throws `parameter_invalid` for invalid JSON, nesting too deep, more than `maxValues` values
 *  or a duplicate name. */
export function parseJson(text: string, maxValues = MAX_VALUES): unknown {
  checkJsonBounds(text, maxValues);
  const value = read(text);
  const twice = findDuplicateName(text);
  if (twice === null) return value;
  const name = shownName(twice);
  throw invalid(name, `${name} is given more than once.`);
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("", "The body is not valid JSON.");
  }
}

/**
 * Refuses a JSON text that is nested more than `MAX_DEPTH` deep, has more than `maxValues` values or an object with more
 * than `MAX_NAMES` names. Scans the text once without allocating and stops at the first exceeded limit, because a parser
 * would first build everything. Invalid JSON passes unless it exceeds a limit. Throws `parameter_invalid`.
 */
export function checkJsonBounds(text: string, maxValues: number): void {
  /** Names so far in each open object; minus infinity for an open array. */
  const names: number[] = [];
  let values = 1;
  let last = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (SPACES.has(char)) continue;
    if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
      // Counts its first value; undone if it is empty.
      values++;
      names.push(char === OPEN_OBJECT ? 1 : Number.NEGATIVE_INFINITY);
      if (names.length > MAX_DEPTH) throw tooDeep();
    } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) {
      if (last === OPEN_ARRAY || last === OPEN_OBJECT) values--;
      names.pop();
    } else if (char === COMMA) {
      values++;
      if (names.length > 0 && ++names[names.length - 1]! > MAX_NAMES) throw tooManyNames();
    } else if (char === QUOTE) {
      i = endOfString(text, i);
    }
    last = char;
    // An array that was just opened may be empty, so check after the next character.
    if (values > maxValues && char !== OPEN_ARRAY && char !== OPEN_OBJECT) {
      throw tooMany(maxValues);
    }
  }
}

function tooManyNames() {
  return invalid("", `An object can have at most ${MAX_NAMES.toLocaleString("en-US")} names.`);
}

function tooMany(maxValues: number) {
  return invalid("", `A body can hold at most ${maxValues.toLocaleString("en-US")} values.`);
}

/** The index of a string's closing quote; the text's length when there is none. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (; i < text.length && text.charCodeAt(i) !== QUOTE; i++) {
    if (text.charCodeAt(i) === BACKSLASH) i++;
  }
  return i;
}

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
