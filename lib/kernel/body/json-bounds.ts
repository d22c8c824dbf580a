import { invalid } from "#lib/kernel/errors.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** How many arrays and objects may stand inside each other. */
export const MAX_DEPTH = 20;
/** How many values (numbers, texts, arrays, objects …) a body may hold, unless its route allows more. */
export const MAX_VALUES = 2_000;
/** How many names an object may have, whatever its route allows. */
export const MAX_NAMES = 2_000;

/**
 * Refuses a JSON text that is nested more than `MAX_DEPTH` deep, holds more than `maxValues` values or has an object
 * with more than `MAX_NAMES` names. One pass
 * over the text that keeps nothing, made before anything is parsed, and over as soon as a bound is exceeded: a
 * parser would first build everything. A text that is no JSON passes unless it exceeds a bound. Throws
 * `parameter_invalid`.
 */
export function checkJsonBounds(text: string, maxValues: number): void {
  /** Of each object that is open, how many names it has so far; of an array, less than any number of them. */
  const names: number[] = [];
  let values = 1;
  let last = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (SPACES.has(char)) continue;
    if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
      // Its first value; taken back when it proves to be empty.
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
    // An array that has just been opened may be empty: it is counted with what follows it.
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

/** Where the closing quote of a string stands; the text's end when it is never closed. */
export function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (; i < text.length && text.charCodeAt(i) !== QUOTE; i++) {
    if (text.charCodeAt(i) === BACKSLASH) i++;
  }
  return i;
}
