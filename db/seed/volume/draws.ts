import type { Prefix } from "#lib/kernel/ids.ts";

/** Random draws in SQL: a number (of a payment, of a card) always draws the same value, and a different one for each
 * `what`. */

const DRAWS = [
  "method",
  "currency",
  "card",
  "price",
  "pieces",
  "second",
  "id",
  "again",
  "refused",
  "low",
  "trusted",
  "accepted",
  "challenged",
  "authenticated",
  "left",
  "outage",
  "reason",
  "refunded",
  "partly",
  "part",
  "disputed",
  "kind",
  "last4",
] as const;
export type Draw = (typeof DRAWS)[number];

const hash = (number: string, what: Draw) =>
  `hashint8extended((${number})::bigint, ${20_261_122 + DRAWS.indexOf(what)})`;

/** An integer from 0 to `size`, excluding `size`. */
export const drawn = (number: string, what: Draw, size: number | string) =>
  `((${hash(number, what)} & 1099511627775) % ${size})::int`;

/** Whether something of this probability happens. */
export const happens = (number: string, what: Draw, probability: number | string) =>
  `((${hash(number, what)} & 1048575) < (${probability}) * 1048576)`;

/** The random characters of an id; `salt` separates accounts. */
export const idTail = (number: string, salt: string) =>
  `lpad(to_hex(hashint8extended((${number})::bigint, ${salt}) & 72057594037927935), 14, '0')`;

const digits = (ms: string, shifts: readonly number[]) =>
  shifts
    .map(
      (shift) =>
        `substr('0123456789abcdefghjkmnpqrstvwxyz', ((${ms} >> ${shift}) & 31)::int + 1, 1)`,
    )
    .join(" || ");

/** The last four time characters of an id. */
export const lateTime = (ms: string) => digits(ms, [15, 10, 5, 0]);

/** An id at a time, for an object derived from the one with the id `of`. */
export function idFor(prefix: Prefix, moment: string, of: string): string {
  const ms = `(date_part('epoch', ${moment}) * 1000)::bigint`;
  const tail = `lpad(to_hex(hashtextextended(${of}, 7) & 72057594037927935), 14, '0')`;
  return `'${prefix}_' || ${digits(ms, [45, 40, 35, 30, 25, 20, 15, 10, 5, 0])} || ${tail}`;
}

/** An integer from `low` to `high`, both included, for an object by its id. */
export const drawnFor = (id: string, what: Draw, low: number, high: number) =>
  `(${low} + (hashtextextended(${id}, ${DRAWS.indexOf(what)}) & 1099511627775) % ${high - low + 1})::int`;

/** One of the values by a number from 0, by weight. */
export function byWeight(
  number: string,
  choices: ReadonlyArray<readonly [string, number]>,
): string {
  let upTo = 0;
  const cases = choices.map(([value, weight]) => {
    upTo += weight;
    return `when ${number} < ${upTo} then '${value}'`;
  });
  return `case ${cases.join(" ")} end`;
}

export const totalWeight = (choices: ReadonlyArray<readonly [unknown, number]>) =>
  choices.reduce((sum, [, weight]) => sum + weight, 0);
