import { percent } from "../format/rates.ts";
import { moneyText } from "../money/money-text.ts";
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

type ShareParams = {
  /** The headline's costs, of which the rows are shares. */
  total: Costs;
  currency: string;
  label: (value: string) => string;
};

/** The title of a breakdown of costs: the value whose share of the cost most exceeds its share of the amount. */
export function costShareFinding(
  rows: readonly ComparedCosts[],
  { total, currency, label }: ShareParams,
): string {
  const [cost, charged] = [costOf(total), BigInt(total.amount)];
  const shares = rows
    .map(({ value, now }) => ({
      value,
      ofCost: shareOf(costOf(now), cost),
      ofMoney: shareOf(BigInt(now?.amount ?? 0), charged),
    }))
    .toSorted((a, b) => b.ofCost - b.ofMoney - (a.ofCost - a.ofMoney));
  const dear = shares[0];
  if (!dear || cost === 0n || charged === 0n) return "No charges";
  if (rows.length > 1 && dear.ofCost - dear.ofMoney >= 3) {
    return `${label(dear.value)}: ${percent(dear.ofMoney)} of the amount, ${percent(dear.ofCost)} of the cost`;
  }
  const most = shares.toSorted((a, b) => b.ofCost - a.ofCost)[0]!;
  return `${label(most.value)}: ${percent(most.ofCost)} of the cost of ${moneyText(cost, currency)}`;
}

const shareOf = (part: bigint, whole: bigint) =>
  whole === 0n ? 0 : (100 * Number(part)) / Number(whole);
