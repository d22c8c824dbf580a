import { formatMinor } from "#lib/kernel/money.ts";
import { basisPoints, bpText, type Costs, costOf } from "./rates.ts";

export type ComparedCosts = { value: string; now: Costs | null; before: Costs | null };

export const bpOf = (costs: Costs | null) => basisPoints(costOf(costs), costs?.amount);

/** The title of the chart of effective cost. */
export function costFinding(total: Costs, before: Costs, beforeLabel: string): string {
  const [rate, earlier] = [bpOf(total), bpOf(before)];
  if (rate === null) return "No charges in this period";
  if (earlier === null) return `Charges cost ${bpText(rate)}`;
  const change = rate - earlier;
  if (Math.abs(change) < 1) return `Charges cost ${bpText(rate)}, unchanged vs ${beforeLabel}`;
  const size = bpText(Math.abs(change));
  return `Charges cost ${bpText(rate)}, ${change > 0 ? "up" : "down"} ${size} vs ${beforeLabel}`;
}

/** The title of a breakdown of costs: the value whose share of the cost most exceeds its share of the amount. */
export function costShareFinding(
  rows: readonly ComparedCosts[],
  currency: string,
  label: (value: string) => string,
): string {
  const total = rows.reduce((sum, row) => sum + costOf(row.now), 0n);
  const charged = rows.reduce((sum, row) => sum + BigInt(row.now?.amount ?? 0), 0n);
  if (total === 0n || charged === 0n) return "No charges";
  const share = (part: bigint, whole: bigint) => Number((1_000n * part) / whole) / 10;
  const shares = rows.map(({ value, now }) => ({
    value,
    ofCost: share(costOf(now), total),
    ofMoney: share(BigInt(now?.amount ?? 0), charged),
  }));
  const dear = shares.toSorted((a, b) => b.ofCost - b.ofMoney - (a.ofCost - a.ofMoney))[0]!;
  if (rows.length > 1 && dear.ofCost - dear.ofMoney >= 3) {
    return `${label(dear.value)}: ${round(dear.ofMoney)} % of the amount, ${round(dear.ofCost)} % of the cost`;
  }
  const most = shares.toSorted((a, b) => b.ofCost - a.ofCost)[0]!;
  return `${label(most.value)}: ${round(most.ofCost)} % of the cost of ${formatMinor(total, currency)}`;
}

const round = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
