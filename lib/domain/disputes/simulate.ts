import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { failLateIn, lockPayment, type Payment } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { pickScenario } from "#lib/kernel/scenarios.ts";
import type { DisputeStatus } from "#lib/kernel/vocabulary/disputes.ts";
import { DEBIT_CHARGEBACKS, type Decline, REFUNDED_BY_PAYER } from "#lib/rails/index.ts";
import { moveIn } from "./answer-dispute.ts";
import { openDisputeIn } from "./open-dispute.ts";
import * as store from "./store.ts";
import type { Dispute } from "./types.ts";

/** Transitions that the sandbox can simulate. */
const DISPUTE_SCENARIOS: Readonly<Record<string, { from: DisputeStatus; to: DisputeStatus }>> = {
  won: { from: "under_review", to: "won" },
  lost: { from: "under_review", to: "lost" },
  deadline_passes: { from: "needs_response", to: "lost" },
};

/**
 * Simulates the issuer's decision on a dispute under review, or the deadline of one that needs a response. Returns the
 * new dispute. Throws `resource_missing`, `parameter_invalid` (`scenario`), and `state_invalid` if the dispute is in
 * another status. Locks the dispute.
 */
export async function simulateDisputeIn(
  tx: Tx,
  ctx: Context,
  id: string,
  scenario: string,
): Promise<Dispute> {
  const dispute = await store.lock(tx, ctx, id);
  if (!dispute) throw missing("dispute", id);
  const { from, to } = pickScenario("A dispute", DISPUTE_SCENARIOS, scenario);
  if (dispute.status !== from) {
    const message = `This scenario is for a dispute that is ${from}; this one is ${dispute.status}.`;
    throw new ApiError("state_invalid", message);
  }
  const moved = await moveIn(tx, ctx, dispute, { ...dispute, status: to, railCheckAt: null });
  await recordChangeIn(tx, ctx, {
    action: "sandbox.dispute_simulated",
    subject: { id },
    before: { status: dispute.status },
    after: { status: moved.status },
  });
  return moved;
}

type PaymentScenario = (tx: Tx, ctx: Context, payment: Payment) => Promise<Payment>;

/** A late return of a Bacs debit for insufficient funds; it can be retried. */
const NO_MONEY: Decline = {
  declineCode: "insufficient_funds",
  networkCode: "0",
  adviceCode: "try_again_later",
};

const BY_SCHEME: Readonly<Record<string, string>> = { visa: "10.4", mastercard: "4837" };

const PAYMENT_SCENARIOS: Readonly<Record<string, PaymentScenario>> = {
  late_failure: (tx, ctx, payment) =>
    failLateIn(tx, ctx, payment.id, payment.method === "bacs_debit" ? NO_MONEY : REFUNDED_BY_PAYER),
  chargeback: chargeBack,
};

/**
 * Simulates that the payer's bank takes a payment back: as a late failure, which is final, or as a chargeback, which can
 * be contested. Returns the new payment. Throws `resource_missing`, `parameter_invalid` (`scenario`), and
 * `state_invalid` if its status does not permit it. Locks the payment.
 */
export async function simulatePaymentIn(
  tx: Tx,
  ctx: Context,
  id: string,
  scenario: string,
): Promise<Payment> {
  const payment = await lockPayment(tx, ctx, id);
  const moved = await pickScenario("A payment", PAYMENT_SCENARIOS, scenario)(tx, ctx, payment);
  await recordChangeIn(tx, ctx, {
    action: "sandbox.payment_simulated",
    subject: { id },
    before: { status: payment.status, disputed: payment.disputed },
    after: { status: moved.status, disputed: moved.disputed },
  });
  return moved;
}

async function chargeBack(tx: Tx, ctx: Context, payment: Payment): Promise<Payment> {
  const { status, disputed, method, card } = payment;
  if (status !== "succeeded" || disputed) {
    const how = disputed ? "disputed already" : status;
    throw new ApiError(
      "state_invalid",
      `Only a payment that succeeded can be charged back; this one is ${how}.`,
    );
  }
  const known = Object.entries(DEBIT_CHARGEBACKS).find(([debit]) => debit === method)?.[1];
  const networkReasonCode = BY_SCHEME[card?.brand ?? ""] ?? null;
  const chargeback = known ?? ({ reason: "fraudulent", networkReasonCode } as const);
  if (!(await openDisputeIn(tx, ctx, payment, chargeback))) {
    throw new ApiError("state_invalid", "This payment has been refunded in full.");
  }
  return await lockPayment(tx, ctx, payment.id);
}
