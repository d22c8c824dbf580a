import { invalid } from "#lib/kernel/errors.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Levels of nested arrays and objects. */
export const MAX_DEPTH = 20;
/** Values (numbers, texts, arrays, objects …) in a body, unless its route allows more. */
export const MAX_VALUES = 2_000;
/** Names in one object, on every route. */
export const MAX_NAMES = 2_000;

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

export function tooDeep() {
  return invalid("", `A body can be nested at most ${MAX_DEPTH} levels deep.`);
}

function tooManyNames() {
  return invalid("", `An object can have at most ${MAX_NAMES.toLocaleString("en-US")} names.`);
}

function tooMany(maxValues: number) {
  return invalid("", `A body can hold at most ${maxValues.toLocaleString("en-US")} values.`);
}

/** The index of a string's closing quote; the text's length when there is none. */
export function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (; i < text.length && text.charCodeAt(i) !== QUOTE; i++) {
    if (text.charCodeAt(i) === BACKSLASH) i++;
  }
  return i;
}
