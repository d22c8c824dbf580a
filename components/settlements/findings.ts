import { formatMinor } from "#lib/kernel/money.ts";
import { shareText } from "../chart/waterfall-steps.ts";
import { longDay } from "../home/days.ts";
import { bpText, type CostSlice, costBp, type Sums } from "./figures.ts";

/** What the waterfall says, with its numbers. */
export function waterfallFinding(sums: Sums, currency: string): string {
  const { gross, fees, refunds, chargebacks, net, returned } = sums;
  const left = formatMinor(net - returned, currency);
  if (gross === 0n) return `${left} arrive without new payments: money that came back to you`;
  const back = refunds + chargebacks;
  const parts = [
    `fees took ${shareText(fees, gross)}`,
    back > 0n && `${shareText(back, gross)} went back to customers`,
  ].filter(Boolean);
  return `${left} of ${formatMinor(gross, currency)} reach you: ${parts.join(", ")}`;
}

const LEVEL_BP = 0.5;

/** What the cost was, beside that of the time before. */
export function costFinding(now: Sums, before: Sums): string {
  const cost = costBp(now.fees, now.gross);
  if (cost === null) return "No payments to cost anything";
  const earlier = costBp(before.fees, before.gross);
  const start = `Payments cost ${bpText(cost)} of what was paid`;
  if (earlier === null) return start;
  const change = cost - earlier;
  if (Math.abs(change) < LEVEL_BP) return `${start}, level with the time before`;
  return `${start}, ${bpText(Math.abs(change))} ${change > 0 ? "more" : "less"} than the time before`;
}

/** The dearest slice, where one stands out from the whole; null where none does. */
export function dearest(slices: readonly CostSlice[], whole: number): CostSlice | null {
  const worst = slices
    .filter(({ cost }) => cost !== null)
    .toSorted((a, b) => (b.cost ?? 0) - (a.cost ?? 0))[0];
  return worst && (worst.cost ?? 0) > whole * 1.25 ? worst : null;
}

type Arriving = { status: string; currency: string; net: string; arrivalDate: string };

/** What arrives next, of all that is on its way: `1,204.10 EUR arrive on Tuesday 24 Nov`. */
export function arrivalFinding(settlements: readonly Arriving[], today: string): string {
  const coming = settlements.filter(({ status }) => status === "scheduled");
  const next = coming[0];
  if (!next) {
    const paid = settlements.filter(({ status }) => status === "paid").at(-1);
    return paid
      ? `Nothing is on its way; the last money arrived on ${longDay(paid.arrivalDate)}`
      : "Nothing is on its way";
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
