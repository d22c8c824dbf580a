import { daysBetween } from "#lib/kernel/period.ts";
import type { BankLine, Finding, Match, Movement } from "../types.ts";
import { DayIndex } from "./day-index.ts";
import { plainReference, referencesIn } from "./line-references.ts";

type Line = Pick<
  BankLine,
  | "id"
  | "currency"
  | "amountMinor"
  | "bookingDay"
  | "valueDay"
  | "entryReference"
  | "references"
  | "text"
>;

export type MatchResult = {
  matches: Match[];
  /** By line; only of lines without a match. */
  findings: Map<string, Finding>;
};

/** How many days a bank's value date can be before and after the day of an object without a reference. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 5;
/** A difference of at most this share (1 / 20) is probably the bank's fee. */
const FEE_SHARE = 20n;

/**
 * Matches lines with what settlements and payouts moved. `exact`: the line carries the reference of one object, or of
 * several that add up, and the amounts agree. `likely`: without a reference, amount, currency and value date agree, and
 * neither the line nor the object fits another. Never matches different amounts; a finding says what differs. The result
 * depends on the sets only, not on their order.
 */
export function matchLines(lines: readonly Line[], movements: readonly Movement[]): MatchResult {
  const result: MatchResult = { matches: [], findings: new Map() };
  const ordered = lines.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  const open = new OpenMovements(movements);
  const rest: Line[] = [];
  for (const line of ordered) if (!byReference(line, open, result)) rest.push(line);
  byAmount(rest, open, result);
  return result;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const keyOf = (line: Line) => `${line.bookingDay} ${line.id}`;
const nameOf = ({ kind, objectId }: Movement) => `${kind} ${objectId}`;

/** Movements that no line has yet, by reference and by amount. */
class OpenMovements {
  readonly #byReference = new Map<string, Movement[]>();
  readonly #byAmount = new Map<string, Movement[]>();
  readonly #taken = new Set<string>();

  constructor(movements: readonly Movement[]) {
    const key = (one: Movement) => `${one.day} ${nameOf(one)}`;
    for (const one of movements.toSorted((a, b) => compare(key(a), key(b)))) {
      const references = new Set(one.references.map(plainReference).filter(Boolean));
      for (const reference of references) this.#add(this.#byReference, reference, one);
      this.#add(this.#byAmount, amountKey(one), one);
    }
  }

  #add(map: Map<string, Movement[]>, key: string, one: Movement): void {
    const known = map.get(key);
    if (known) known.push(one);
    else map.set(key, [one]);
  }

  take(movements: readonly Movement[]): void {
    for (const one of movements) this.#taken.add(nameOf(one));
  }

  #free(found: readonly Movement[]): Movement[] {
    return found.filter((one) => !this.#taken.has(nameOf(one)));
  }

  /** Those in the direction of the line whose reference it carries. A reference of a single object says more than one of
   *  several, such as a batch. */
  referredBy(line: Line): Movement[] {
    const single = new Map<string, Movement>();
    const all = new Map<string, Movement>();
    for (const reference of referencesIn(line)) {
      const found = this.#free(this.#byReference.get(reference) ?? []).filter(
        (one) => one.amountMinor > 0n === line.amountMinor > 0n,
      );
      for (const one of found) {
        all.set(nameOf(one), one);
        if (found.length === 1) single.set(nameOf(one), one);
      }
    }
    const chosen = single.size > 0 ? single : all;
    const key = (one: Movement) => `${one.day} ${nameOf(one)}`;
    return [...chosen.values()].sort((a, b) => compare(key(a), key(b)));
  }

  ofAmount(key: string): Movement[] {
    return this.#free(this.#byAmount.get(key) ?? []);
  }
}

const amountKey = (one: { currency: string; amountMinor: bigint }) =>
  `${one.currency} ${one.amountMinor}`;

/** Whether the line was matched, or said to differ, by its references. */
function byReference(line: Line, open: OpenMovements, result: MatchResult): boolean {
  const referred = open.referredBy(line);
  if (referred.length === 0) return false;
  const equal = referred.filter((one) => amountKey(one) === amountKey(line));
  const chosen = equal.length > 0 ? [nearest(line, equal)] : sumsUp(line, referred);
  if (chosen) {
    // With several equal objects under one reference, which of them it is remains a guess.
    const confidence = equal.length > 1 ? "likely" : "exact";
    result.matches.push({ lineId: line.id, movements: chosen, confidence });
    open.take(chosen);
    return true;
  }
  result.findings.set(line.id, differenceOf(line, referred));
  return true;
}

function sumsUp(line: Line, referred: readonly Movement[]): readonly Movement[] | null {
  if (referred.some(({ currency }) => currency !== line.currency)) return null;
  const sum = referred.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  return sum === line.amountMinor ? referred : null;
}

const away = (line: Line, one: Movement) => Math.abs(daysBetween(one.day, line.valueDay));

const nearest = (line: Line, found: readonly Movement[]) =>
  found.reduce((best, one) => (away(line, one) < away(line, best) ? one : best));

const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor);

/** The difference between a line and the object whose reference it has. */
export function differenceOf(
  line: Pick<Line, "currency" | "amountMinor">,
  referred: readonly Movement[],
): Finding {
  const [first] = referred;
  const object = referred.length === 1 && first ? { kind: first.kind, id: first.objectId } : null;
  const currency = first?.currency ?? line.currency;
  const finding = { object, currency, count: referred.length };
  if (referred.some((one) => one.currency !== line.currency)) {
    return { ...finding, code: "currency", differenceMinor: null };
  }
  const sum = referred.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  const differenceMinor = line.amountMinor - sum;
  const isSmall = magnitude(differenceMinor) * FEE_SHARE <= magnitude(sum);
  // A fee takes from a credit and adds to a debit: the difference is negative either way.
  if (differenceMinor < 0n && isSmall) return { ...finding, code: "fee", differenceMinor };
  const isLess = magnitude(line.amountMinor) < magnitude(sum);
  return { ...finding, code: isLess ? "partial" : "more", differenceMinor };
}

/** Matches what is left by amount and value date, the nearest days first. */
function byAmount(lines: readonly Line[], open: OpenMovements, result: MatchResult): void {
  for (const [key, group] of Map.groupBy(lines, amountKey)) {
    let left = group;
    for (let distance = 0; distance <= DAYS_AFTER; distance++) {
      left = matchAt(distance, left, open.ofAmount(key), { open, result });
    }
    const pairing = new Pairing(left, open.ofAmount(key));
    for (const line of left) {
      const count = pairing.movementsFor(line, DAYS_AFTER, Number.POSITIVE_INFINITY).length;
      if (count === 0) continue;
      const { currency } = line;
      const finding = { object: null, differenceMinor: 0n, currency, count };
      result.findings.set(line.id, { ...finding, code: "ambiguous" });
    }
  }
}

/** Which lines and movements of one amount fit each other. A line with another reference than a payout's is not about
 *  that payout. */
class Pairing {
  readonly #settlements = new DayIndex<Movement>();
  readonly #payouts = new DayIndex<Movement>();
  readonly #bare = new DayIndex<Line>();
  readonly #referenced = new DayIndex<Line>();

  constructor(lines: readonly Line[], movements: readonly Movement[]) {
    for (const one of movements) {
      (one.kind === "settlement_paid" ? this.#settlements : this.#payouts).add(one.day, one);
    }
    for (const line of lines) {
      (line.references.length === 0 ? this.#bare : this.#referenced).add(line.valueDay, line);
    }
  }

  /** At most `most` that are at most `distance` days away. */
  movementsFor({ valueDay, references }: Line, distance: number, most: number): Movement[] {
    const days = { before: distance, after: Math.min(distance, DAYS_BEFORE) };
    const indexes = [this.#settlements, ...(references.length === 0 ? [this.#payouts] : [])];
    return indexes.flatMap((index) => index.around(valueDay, days, most));
  }

  linesFor({ day, kind }: Movement, distance: number, most: number): Line[] {
    const days = { before: Math.min(distance, DAYS_BEFORE), after: distance };
    const indexes = [this.#bare, ...(kind === "settlement_paid" ? [this.#referenced] : [])];
    return indexes.flatMap((index) => index.around(day, days, most));
  }
}

/** Matches pairs at most this many days apart of which neither has another partner that near. Returns the other lines. */
function matchAt(
  distance: number,
  lines: readonly Line[],
  candidates: readonly Movement[],
  { open, result }: { open: OpenMovements; result: MatchResult },
): Line[] {
  const pairing = new Pairing(lines, candidates);
  return lines.filter((line) => {
    const [one, another] = pairing.movementsFor(line, distance, 2);
    if (!one || another || pairing.linesFor(one, distance, 2).length > 1) return true;
    result.matches.push({ lineId: line.id, movements: [one], confidence: "likely" });
    open.take([one]);
    return false;
  });
}
