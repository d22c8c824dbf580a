import { formatMinor } from "#lib/kernel/money.ts";
import { shareText } from "../chart/waterfall-steps.ts";
import { longDay } from "../home/days.ts";
import { bpText, type CostSlice, costBp, type Sums } from "./figures.ts";

/** The title of the waterfall. */
export function waterfallFinding(sums: Sums, currency: string): string {
  const { gross, fees, refunds, chargebacks, net, returned } = sums;
  const left = formatMinor(net - returned, currency);
  if (gross === 0n) return `You receive ${left} without new payments: money returned to you`;
  const back = refunds + chargebacks;
  const parts = [
    `${shareText(fees, gross)} fees`,
    back > 0n && `${shareText(back, gross)} returned to customers`,
  ].filter(Boolean);
  return `You receive ${left} of ${formatMinor(gross, currency)}: ${parts.join(", ")}`;
}

const LEVEL_BP = 0.5;

/** The title of the cost chart: the cost, and its change vs the previous period. */
export function costFinding(now: Sums, before: Sums): string {
  const cost = costBp(now.fees, now.gross);
  if (cost === null) return "No payments in this period";
  const earlier = costBp(before.fees, before.gross);
  const start = `Payments cost ${bpText(cost)} of the captured amount`;
  if (earlier === null) return start;
  const change = cost - earlier;
  if (Math.abs(change) < LEVEL_BP) return `${start}, unchanged vs previous period`;
  return `${start}, ${change > 0 ? "up" : "down"} ${bpText(Math.abs(change))} vs previous period`;
}

/** The most expensive slice, if its cost exceeds the average by more than 25 %; else null. */
export function dearest(slices: readonly CostSlice[], whole: number): CostSlice | null {
  const worst = slices
    .filter(({ cost }) => cost !== null)
    .toSorted((a, b) => (b.cost ?? 0) - (a.cost ?? 0))[0];
  return worst && (worst.cost ?? 0) > whole * 1.25 ? worst : null;
}

type Arriving = { status: string; currency: string; net: string; arrivalDate: string };

/** The next arrival of all scheduled settlements: `1,204.10 EUR arrives on Tuesday 24 Nov`. */
export function arrivalFinding(settlements: readonly Arriving[], today: string): string {
  const coming = settlements.filter(({ status }) => status === "scheduled");
  const next = coming[0];
  if (!next) {
    const paid = settlements.filter(({ status }) => status === "paid").at(-1);
    return paid
      ? `No settlement is scheduled; the last one arrived on ${longDay(paid.arrivalDate)}`
      : "No settlement is scheduled";
  }
  const sameDay = coming.filter(({ arrivalDate }) => arrivalDate === next.arrivalDate);
  const sums = new Map<string, bigint>();
  for (const { currency, net } of sameDay) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(net));
  }
  const amounts = [...sums].map(([currency, amount]) => formatMinor(amount, currency));
  const shown =
    amounts.length > 3 ? [...amounts.slice(0, 2), `${amounts.length - 2} more`] : amounts;
  const when =
    next.arrivalDate < today
      ? `was due on ${longDay(next.arrivalDate)}`
      : `${amounts.length === 1 ? "arrives" : "arrive"} ${next.arrivalDate === today ? "today" : `on ${longDay(next.arrivalDate)}`}`;
  return `${joinAnd(shown)} ${when}`;
}

function joinAnd(label: readonly string[]): string {
  if (label.length < 2) return label.join("");
  return `${label.slice(0, -1).join(", ")} and ${label.at(-1)}`;
}
