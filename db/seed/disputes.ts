import { type NewEntry, NO_FEES } from "#lib/domain/balance/index.ts";
import { disputeFeeOf } from "#lib/domain/fees/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { schema } from "../client.ts";
import type { History, Payment } from "./history.ts";
import type { Random } from "./random.ts";

type DisputeRow = Omit<(typeof schema.disputes)["$inferInsert"], "accountId" | "mode">;
export type Dispute = DisputeRow & {
  id: Id<"dp">;
  payment: Payment;
  atMs: number;
  wonMs: number | null;
};

const RESPONSE_MS = 14 * DAY_MS;
const RECEIPT = { receipt: "Invoice and proof of delivery, signed on arrival." };

/** When the chargebacks came, and how they ended. */
const STORIES = [
  { daysAgo: 45, reason: "product_not_received", code: "13.1", status: "won", evidence: RECEIPT },
  { daysAgo: 38, reason: "fraudulent", code: "10.4", status: "lost", evidence: {} },
  {
    daysAgo: 12,
    reason: "product_unacceptable",
    code: "13.3",
    status: "needs_response",
    evidence: {},
  },
  { daysAgo: 4, reason: "fraudulent", code: "10.4", status: "needs_response", evidence: {} },
] as const;

/** Four of the history's Visa payments that were charged back. */
export function planDisputes(random: Random, history: History, nowMs: number): Dispute[] {
  const refunded = new Set(history.refunds.map(({ payment }) => payment.id));
  return STORIES.map(({ daysAgo, reason, code, status, evidence }) => {
    const atMs = Math.floor(nowMs / DAY_MS) * DAY_MS - daysAgo * DAY_MS + 9 * HOUR_MS;
    const payment = history.payments.findLast(
      (one) =>
        one.atMs < atMs - 5 * DAY_MS &&
        one.outcome === "approved" &&
        one.card.brand === "visa" &&
        one.currency === "EUR" &&
        one.amount > 4_000n &&
        !one.billing &&
        !refunded.has(one.id),
    )!;
    refunded.add(payment.id);
    const isOpen = status === "needs_response";
    const decidedMs = atMs + (status === "won" ? 6 * DAY_MS : RESPONSE_MS);
    return {
      id: random.id("dp", atMs),
      payment,
      atMs,
      wonMs: status === "won" ? decidedMs : null,
      paymentId: payment.id,
      status,
      amount: payment.amount,
      currency: payment.currency,
      fee: disputeFeeOf(payment.currency),
      reason,
      networkReasonCode: code,
      evidence,
      evidenceDueBy: dateFromMs(atMs + RESPONSE_MS),
      railCheckAt: isOpen ? dateFromMs(atMs + RESPONSE_MS) : null,
      createdAt: dateFromMs(atMs),
      updatedAt: dateFromMs(isOpen ? atMs : decidedMs),
    };
  });
}

/** The amounts that they took from the balance, with the fee, and what was returned. */
export function disputeEntries({
  id,
  payment,
  amount,
  currency,
  fee,
  atMs,
  wonMs,
}: Dispute): NewEntry[] {
  const shared = { currency, fees: NO_FEES, pricing: null, sourceId: id, paymentId: payment.id };
  const taken = {
    ...shared,
    type: "dispute",
    amountMinor: -amount,
    disputeFee: fee,
    bookedAt: dateFromMs(atMs),
  } as const;
  if (wonMs === null) return [taken];
  const back = {
    ...shared,
    type: "dispute_reversal",
    amountMinor: amount,
    disputeFee: 0n,
  } as const;
  return [taken, { ...back, bookedAt: dateFromMs(wonMs) }];
}

export function disputeRows(accountId: Id<"acct">, disputes: readonly Dispute[]) {
  const own = { accountId, mode: "test" as const };
  return disputes.map(({ payment, atMs, wonMs, ...row }) => ({ ...own, ...row }));
}
