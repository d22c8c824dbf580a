/** Finds and masks numbers and security codes of payment cards in text, in any spelling. */

import { isLookalike, type Run, withoutIdentifiers } from "./card-lookalikes.ts";
import { passesLuhn } from "./check-digits.ts";

/** Lengths and first digits that schemes issue. Timestamps in ms and sequence numbers do not match. */
const ISSUED = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?=\d{16}$)(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
  /^3[47]\d{13}$/,
  /^(?=\d{14}$|\d{16}$)(?:30[0-5]|3095|36|3[89])/,
  /^(?=\d{16,19}$)(?:35(?:2[89]|[3-8])|6011|64[4-9]|65|62|81)/,
  /^(?:50|5[6-8]|63|67)\d{13,17}$/,
  // Domestic schemes: Mir, RuPay, Hipercard, Cabal and Troy.
  /^220[0-4]\d{12,15}$/,
  /^(?:60(?:42|62|69|7\d|8[0-5])|9792)\d{12}$/,
];

/** A security code with its name. */
const NAMED_CODE =
  /(?<!\p{L})(?:cvc|cvv|security[ _-]?code)2?["'\]]*(?:[^\p{L}\p{N}]{0,3}(?:is|code))?[^\p{L}\p{N}]{0,4}(\d{3,4})(?![\p{L}\p{N}])/giu;

/** A cheap test first: 13 digits with only a few signs between them. */
const ENOUGH_DIGITS = /\d(?:[^\da-z]{0,4}\d){12}/i;
const NAMES_CODE = /cvc|cvv|security/i;
/** Signs between two digits of one number, at most. */
const MOST_BETWEEN = 4;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII.
const ASCII = /^[\x00-\x7f]*$/;

type Span = { start: number; end: number; digits: string };

/** Whether a text very probably contains a card number, or a named security code. */
export function holdsCardData(text: string): boolean {
  return readings(text).some((reading) => find(reading).length > 0);
}

/** Masks every card number except its last four digits. In such a text it masks all other digits as well: they may be
 *  the expiry date and the code. */
export function maskCardData(text: string): string {
  for (const reading of readings(text)) {
    const found = find(reading);
    // The masked text may have another number in an encoding.
    if (found.length > 0) return maskCardData(mask(reading, found));
  }
  return text;
}

const MOST_ROUNDS = 4;
/** `escape()` writes `%u0034`, and HTML has names for what people put between digits. */
const ENCODED =
  /(?:%[\da-f]{2})+|[\\%]u([\da-f]{4})|&(?:nbsp|e[mn]sp|thinsp|[mn]dash|hyphen|shy|zwn?j|tab|newline|period|sol|lowbar|plus);|\\u\{([\da-f]{1,6})\}|\\x([\da-f]{2})|&#x([\da-f]{1,6});?|&#(\d{1,7});?|\\[nrt]/gi;

/** Decodes percent-encoding and escapes of JSON and HTML, up to four rounds. Never throws. */
export function decodeFully(text: string): string {
  let decoded = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = decodeOnce(decoded);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

function decodeOnce(text: string): string {
  if (!/[%\\&]/.test(text)) return text;
  return text.replace(ENCODED, (all, unit, braced, byte, hex, decimal) => {
    if (/^%[^u]/i.test(all)) return Buffer.from(all.replaceAll("%", ""), "hex").toString();
    if (/^(?:\\[nrt]|&[a-z]+;)$/i.test(all)) return " ";
    const point = decimal ? Number(decimal) : Number.parseInt(unit ?? braced ?? byte ?? hex, 16);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : all;
  });
}

/** The text as written and after each round of decoding, in plain characters. */
function readings(text: string): string[] {
  const all = [plainText(text)];
  let current = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = decodeOnce(current);
    if (next === current) break;
    current = next;
    all.push(plainText(current));
  }
  return all;
}

/** Normalising sorts the marks (accents) of a letter in quadratic time: 99 s for 1 MiB. Digits have none, so marks are
 *  removed first, in portions that a pattern can match. */
const MARKS = /\p{M}{1,1000}/gu;

/** Replaces compatible forms and digits of every script by ASCII, and removes marks and invisible characters. */
export function plainText(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .replace(MARKS, "")
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/(?!\d)\p{Nd}/gu, digitOf);
}

const DECIMAL = /^\p{Nd}$/u;
const DIGITS = new Map<string, string>();

/** The ten digits of a script are consecutive in Unicode, from zero. */
function digitOf(char: string): string {
  const known = DIGITS.get(char);
  if (known !== undefined) return known;
  const point = char.codePointAt(0) ?? 0;
  let zero = point;
  while (DECIMAL.test(String.fromCodePoint(zero - 1))) zero--;
  const digit = String((point - zero) % 10);
  DIGITS.set(char, digit);
  return digit;
}

function find(reading: string): Span[] {
  const mayHaveNumber = ENOUGH_DIGITS.test(reading);
  const mayHaveCode = NAMES_CODE.test(reading);
  if (!mayHaveNumber && !mayHaveCode) return [];
  // A random id can contain "cvc123".
  const text = withoutIdentifiers(reading);
  const found = mayHaveNumber ? findNumbers(text) : [];
  if (!mayHaveCode) return found;
  for (const match of text.matchAll(NAMED_CODE)) {
    const end = match.index + match[0].length;
    found.push({ start: end - (match[1]?.length ?? 0), end, digits: "" });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Digits that are neither the kept end of a number nor the end of a word such as "v1". */
const OTHER_DIGITS = /(?<![\d…])(?!(?<=\p{L})\d{1,2}(?!\d))\d+/gu;

function mask(reading: string, found: readonly Span[]): string {
  const withoutDigits = (text: string) =>
    text.replace(OTHER_DIGITS, (all) => "•".repeat(all.length));
  let masked = "";
  let from = 0;
  for (const { start, end, digits } of found) {
    if (start < from) continue;
    masked += `${withoutDigits(reading.slice(from, start))}…${digits.slice(-4)}`;
    from = end;
  }
  return masked + withoutDigits(reading.slice(from));
}

function findNumbers(text: string): Span[] {
  const found: Span[] = [];
  for (const run of runsOf(text)) {
    for (let first = 0; first < run.sizes.length; ) {
      const groups = numberAt(text, run, first);
      if (groups > 0) found.push(spanOf(run, first, groups));
      first += Math.max(1, groups);
    }
  }
  return found;
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let run: Run = { digits: "", starts: [], offsets: [], sizes: [] };
  let end = 0;
  for (const { index, 0: digits } of text.matchAll(/\d+/g)) {
    const continues = index - end <= MOST_BETWEEN && isBetween(text, end, index);
    if (!continues && run.digits.length > 0) {
      runs.push(run);
      run = { digits: "", starts: [], offsets: [], sizes: [] };
    }
    run.starts.push(index);
    run.offsets.push(run.digits.length);
    run.sizes.push(digits.length);
    run.digits += digits;
    end = index + digits.length;
  }
  runs.push(run);
  return runs.filter(({ digits }) => digits.length >= LEAST_DIGITS);
}

/** Whether this part of a text has no letter. The first branch is a fast path for one character. */
function isBetween(text: string, from: number, to: number): boolean {
  const code = text.charCodeAt(from);
  if (to - from === 1 && code < 128) return code < 65 || (code > 90 && code < 97) || code > 122;
  return !LETTER_OR_DIGIT.test(text.slice(from, to));
}

function spanOf({ digits, starts, offsets, sizes }: Run, first: number, groups: number): Span {
  const last = first + groups - 1;
  return {
    start: starts[first]!,
    end: starts[last]! + sizes[last]!,
    digits: digits.slice(offsets[first]!, offsets[last]! + sizes[last]!),
  };
}

const LEAST_DIGITS = 13;
const MOST_DIGITS = 19;

/** Issued lengths by the first four digits, as bits; 0 if not computed yet. */
const LENGTHS = new Uint32Array(10_000);
const COMPUTED = 1;

function issuedLengths(prefix: number): number {
  const known = LENGTHS[prefix];
  if (known) return known;
  let lengths = COMPUTED;
  for (let length = LEAST_DIGITS; length <= MOST_DIGITS; length++) {
    const number = String(prefix).padStart(4, "0").padEnd(length, "0");
    if (ISSUED.some((one) => one.test(number))) lengths |= 1 << length;
  }
  LENGTHS[prefix] = lengths;
  return lengths;
}

/** Number of groups in the card number that begins with group `first` of a run; 0 without one. */
function numberAt(text: string, run: Run, first: number): number {
  const { digits, offsets, sizes } = run;
  const start = offsets[first]!;
  const lengths = issuedLengths(Number(digits.slice(start, start + 4)));
  if (lengths === COMPUTED) return 0;
  let length = 0;
  for (let next = first; next < sizes.length; next++) {
    length += sizes[next]!;
    if (length > MOST_DIGITS) return 0;
    if ((lengths & (1 << length)) === 0) continue;
    const number = digits.slice(start, start + length);
    if (!passesLuhn(number)) continue;
    if (isWritten(text, run, first, next) && !isLookalike(text, run, first, next)) {
      return next - first + 1;
    }
  }
  return 0;
}

/** Lengths of numbers that are found in uneven groups. Others are hardly issued, or their groups are those of dates and
 *  order numbers: 2-2-4-2-2-2, 3-7-7. */
const UNEVEN_LENGTHS = new Set([15, 16, 18, 19]);

/** Whether the groups are those of a card number: a single one, fours, fours run together, as printed on cards, or any
 *  with the same signs between all of them and others around. Other groups are more often lists, dates and phone numbers. */
function isWritten(text: string, run: Run, first: number, last: number): boolean {
  if (first === last) return true;
  const sizes = run.sizes.slice(first, last + 1);
  const isList = /[,;]/.test(text.slice(run.starts[first], run.starts[last]));
  const size = sizes[0]!;
  const isUniform = sizes.every(
    (one, i) => one === size || (i > 1 && i === last - first && one < size),
  );
  if (isUniform && size === 4) return !isList || !isContinued(text, run, first, last);
  if (isList) return false;
  if (/^(?:4,6,[45]|6,\d+)$/.test(sizes.join())) return true;
  if (sizes.every((one) => one % 4 === 0))
    return !isUniform || !isContinued(text, run, first, last);
  if (!isSameSign(text, run, first, last)) return false;
  if (isUniform && size === 1) return !isContinued(text, run, first, last);
  const isLikely = isUniform || UNEVEN_LENGTHS.has(lengthOf(run, first, last));
  return isLikely && isSetApart(text, run, first, last);
}

const lengthOf = ({ offsets, sizes }: Run, first: number, last: number) =>
  offsets[last]! + sizes[last]! - offsets[first]!;

/** The signs after a group of a run. */
const signAfter = (text: string, { starts, sizes }: Run, group: number) =>
  text.slice(starts[group]! + sizes[group]!, starts[group + 1] ?? text.length);

function isSameSign(text: string, run: Run, first: number, last: number): boolean {
  const sign = signAfter(text, run, first);
  for (let group = first; group < last; group++) {
    if (signAfter(text, run, group) !== sign) return false;
  }
  return true;
}

/** Whether other signs, or none, are around the groups than between them. */
function isSetApart(text: string, run: Run, first: number, last: number): boolean {
  const sign = signAfter(text, run, first);
  const isLast = last === run.sizes.length - 1;
  return (
    (first === 0 || signAfter(text, run, first - 1) !== sign) &&
    (isLast || signAfter(text, run, last) !== sign)
  );
}

/** Whether the groups are part of a longer list: the next or previous one has the same size and sign. */
function isContinued(text: string, run: Run, first: number, last: number): boolean {
  const sign = signAfter(text, run, first);
  const { sizes } = run;
  return (
    (sizes[first - 1] === sizes[first] && signAfter(text, run, first - 1) === sign) ||
    (sizes[last + 1] === sizes[first] && signAfter(text, run, last) === sign)
  );
}
