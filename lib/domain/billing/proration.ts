import type { BillingPeriod } from "./periods.ts";

/** A line of an invoice. Credits are negative. */
export type Line = {
  description: string;
  amountMinor: bigint;
  /** Whether it covers only the part of a period after a change within it. */
  proration: boolean;
  period: BillingPeriod;
};

/** The price of a whole period. */
export type Price = { description: string; amountMinor: bigint };

/**
 * Splits a total by weights into whole minor units with the largest-remainder method; of equal remainders the earlier
 * part gets the unit. The parts add up to the total exactly, and each is less than one unit from its exact share.
 * Throws if all weights are zero, or if a weight or the total is negative.
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

/** The part of a period's amount that covers the time after `moment`: all of it at the start, 0 at the end. */
export function unusedOf(amountMinor: bigint, period: BillingPeriod, moment: Date): bigint {
  const [start, end] = [period.start.getTime(), period.end.getTime()];
  const cut = Math.min(Math.max(moment.getTime(), start), end);
  const [, unused = 0n] = apportion(amountMinor, [BigInt(cut - start), BigInt(end - cut)]);
  return unused;
}

/**
 * Invoice lines for a price change within a period: a credit for the unused time at the old price, and a charge for
 * the same time at the new price. Every part of a price is a share of that price's whole period, so rounding does
 * not accumulate over several changes.
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
 * Lines as they are invoiced. The amount due is never negative: a credit that exceeds the charges is balanced by a
 * line of its own and returned as `carried`, for the next invoice.
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
