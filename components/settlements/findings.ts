import { shareText } from "../chart/waterfall-steps.ts";
import { longDay } from "../home/days.ts";
import { moneyText } from "../money/money-text.ts";
import {
  type ArrivalDay,
  bpText,
  byStatus,
  type CostSlice,
  costBp,
  type Sums,
  sumOf,
} from "./figures.ts";

/** For one settlement, for one that the bank returned, for those that arrived, and for those that are expected. */
type NetLabel = "You receive" | "Returned:" | "Arrived:" | "Expected:";

/** The title of the waterfall. Fees are what you pay for payments and disputes; refunds and chargebacks went back to
 *  customers. */
export function waterfallFinding(sums: Sums, currency: string, label: NetLabel): string {
  const { gross, fees, refunds, chargebacks } = sums;
  const net = moneyText(sums.net, currency);
  if (gross === 0n) return `${label} ${net} without new payments: money returned to you`;
  const back = refunds + chargebacks;
  const parts = [
    `${shareText(fees, gross)} fees`,
    back > 0n && `${shareText(back, gross)} went back to customers`,
  ].filter(Boolean);
  return `${label} ${net} of ${moneyText(gross, currency)} gross: ${parts.join(", ")}`;
}

const LEVEL_BP = 0.5;

/** The title of the cost chart: the cost, and its change vs the period before. */
export function costFinding(now: Sums, before: Sums, beforeLabel: string): string {
  const cost = costBp(now.fees, now.gross);
  if (cost === null) return "No payments arrived in this period";
  const earlier = costBp(before.fees, before.gross);
  const start = `Fees are ${bpText(cost)} of gross`;
  if (earlier === null) return start;
  const change = cost - earlier;
  if (Math.abs(change) < LEVEL_BP) return `${start}, unchanged vs ${beforeLabel}`;
  return `${start}, ${change > 0 ? "up" : "down"} ${bpText(Math.abs(change))} vs ${beforeLabel}`;
}

/** The most expensive slice, if its cost exceeds the average by more than 25 %; else null. */
export function highestCost(slices: readonly CostSlice[], whole: number): CostSlice | null {
  const worst = slices
    .filter(({ cost }) => cost !== null)
    .toSorted((a, b) => (b.cost ?? 0) - (a.cost ?? 0))[0];
  return worst && (worst.cost ?? 0) > whole * 1.25 ? worst : null;
}

type InTransit = {
  currency: string;
  amount: string;
  settlements: number;
  nextArrival: string;
  nextAmount: string;
  lastArrival: string;
};

/** The next arrival of all scheduled settlements: `1,204.10 EUR arrives on Tuesday 24 Nov`. */
export function arrivalFinding(onTheWay: readonly InTransit[], today: string): string {
  const [day] = onTheWay.map(({ nextArrival }) => nextArrival).sort();
  if (day === undefined) return "No settlement is on its way";
  const amounts = onTheWay
    .filter(({ nextArrival }) => nextArrival === day)
    .map(({ currency, nextAmount }) => moneyText(BigInt(nextAmount), currency));
  const shown =
    amounts.length > 3 ? [...amounts.slice(0, 2), `${amounts.length - 2} more`] : amounts;
  const when =
    day < today
      ? `was due on ${longDay(day)}`
      : `${amounts.length === 1 ? "arrives" : "arrive"} ${day === today ? "today" : `on ${longDay(day)}`}`;
  return `${joinAnd(shown)} ${when}`;
}

type Period = { fromDay: string; toDay: string };

/** The days and sums of one period and currency. */
export type Arrivals = { days: readonly ArrivalDay[]; currency: string; period: Period };

/** `Arrived: 1,204.10 EUR · Expected: 97.56 EUR by Tuesday 24 Nov`. The two are never added up. */
export function arrivalHeadline({ days, currency, period }: Arrivals, today: string): string {
  const { arrived, expected } = byStatus(days);
  const text = (some: readonly ArrivalDay[]) => moneyText(sumOf(some).net, currency);
  const start = `Arrived: ${text(arrived)}`;
  const last = expected.at(-1)?.day;
  if (last !== undefined) {
    const by = last < today ? "was due by" : "by";
    return `${start} · Expected: ${text(expected)} ${by} ${longDay(last)}`;
  }
  if (period.toDay < today) return start;
  return `${start} · Expected: nothing ${arrived.length > 0 ? "more " : ""}until ${longDay(period.toDay)}`;
}

/** Scheduled money of which the period shows only a part: `On its way in total: 22,211.41 EUR by Tuesday 1 Dec`; else null. */
export function beyondPeriod(
  { days, currency }: Arrivals,
  onTheWay: readonly InTransit[],
): string | null {
  const all = onTheWay.find((one) => one.currency === currency);
  if (!all || BigInt(all.amount) === sumOf(byStatus(days).expected).net) return null;
  const amount = moneyText(BigInt(all.amount), currency);
  return `On its way in total, also outside this period: ${amount} by ${longDay(all.lastArrival)}`;
}

function joinAnd(label: readonly string[]): string {
  if (label.length < 2) return label.join("");
  return `${label.slice(0, -1).join(", ")} and ${label.at(-1)}`;
}
