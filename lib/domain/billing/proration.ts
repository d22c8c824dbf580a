import type { BillingPeriod } from "./periods.ts";

/** A row of an invoice. Credits are negative. */
export type Line = {
  description: string;
  amountMinor: bigint;
  /** Whether it stands for a part of a period, after a change within it. */
  proration: boolean;
  period: BillingPeriod;
};

/** What somebody pays for a whole period. */
export type Price = { description: string; amountMinor: bigint };

/**
 * Splits a total by weights into whole minor units by largest remainders (of equal ones, the earlier
 * part has it). The parts add up to the total exactly, and none is a unit or more from its exact share.
 * Throws when there is no weight to split by, or the total is negative.
 */
export function apportion(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((so, weight) => so + weight, 0n);
  if (sum <= 0n || total < 0n || weights.some((weight) => weight < 0n)) {
    throw new Error("an amount can only be split by weights that are not all zero");
  }
  const parts = weights.map((weight) => (total * weight) / sum);
  const order = weights
    .map((weight, place) => ({ place, remainder: (total * weight) % sum }))
    .sort((a, b) =>
      a.remainder === b.remainder ? a.place - b.place : a.remainder > b.remainder ? -1 : 1,
    );
  let left = total - parts.reduce((so, part) => so + part, 0n);
  for (const { place } of order) {
    if (left === 0n) break;
    parts[place]! += 1n;
    left -= 1n;
  }
  return parts;
}

/** What of a period's amount is for the time after `moment`; all of it at its start, nothing at its end. */
export function unusedOf(amountMinor: bigint, period: BillingPeriod, moment: Date): bigint {
  const [start, end] = [period.start.getTime(), period.end.getTime()];
  const cut = Math.min(Math.max(moment.getTime(), start), end);
  const [, unused = 0n] = apportion(amountMinor, [BigInt(cut - start), BigInt(end - cut)]);
  return unused;
}

/**
 * The lines of a change of price within a period: what was paid for the time left comes back, and the
 * same time is charged at the new price. Parts of one price are cut from the same whole, so however
 * often and whenever it changes, the lines of a period add up to what each price was in force for.
 */
export function changeLines(change: {
  from: Price;
  to: Price;
  period: BillingPeriod;
  moment: Date;
}): Line[] {
  const { from, to, period, moment } = change;
  const rest = { start: moment, end: period.end };
  const line = (label: string, amountMinor: bigint): Line => ({
    description: label,
    amountMinor,
    proration: true,
    period: rest,
  });
  return [
    line(`Unused time: ${from.description}`, -unusedOf(from.amountMinor, period, moment)),
    line(`Remaining time: ${to.description}`, unusedOf(to.amountMinor, period, moment)),
  ].filter(({ amountMinor }) => amountMinor !== 0n);
}

export function sumOf(lines: readonly Line[]): bigint {
  return lines.reduce((so, { amountMinor }) => so + amountMinor, 0n);
}

/**
 * Lines as they are invoiced, never for less than nothing: a credit that is larger than the charges
 * leaves with a line of its own and comes back as `carried` with the next invoice.
 */
export function closeLines(
  lines: readonly Line[],
  moment: Date,
): { lines: Line[]; amountDueMinor: bigint; carried: Line | null } {
  const sum = sumOf(lines);
  if (sum >= 0n) return { lines: [...lines], amountDueMinor: sum, carried: null };
  const carry = (description: string, amountMinor: bigint): Line => ({
    description,
    amountMinor,
    proration: false,
    period: { start: moment, end: moment },
  });
  return {
    lines: [...lines, carry("Credit carried to the next invoice", -sum)],
    amountDueMinor: 0n,
    carried: carry("Credit from an earlier invoice", sum),
  };
}
