import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { failLateIn, lockPayment, type Payment } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { pickScenario } from "#lib/kernel/scenarios.ts";
import { DEBIT_CHARGEBACKS, type Decline, REFUNDED_BY_PAYER } from "#lib/rails/index.ts";
import { openDisputeIn } from "./open-dispute.ts";

type Scenario = (tx: Tx, ctx: Context, payment: Payment) => Promise<Payment>;

/** A bank tells late that there was no money for a Bacs debit: it may be tried again. */
const NO_MONEY: Decline = {
  declineCode: "insufficient_funds",
  networkCode: "0",
  adviceCode: "try_again_later",
};

const BY_SCHEME: Readonly<Record<string, string>> = { visa: "10.4", mastercard: "4837" };

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  late_failure: (tx, ctx, payment) =>
    failLateIn(tx, ctx, payment.id, payment.method === "bacs_debit" ? NO_MONEY : REFUNDED_BY_PAYER),
  chargeback: chargeBack,
};

/**
 * Lets a payer's bank of the sandbox take a payment back: as a late failure, which is final, or as a
 * chargeback, which can be disputed. Answers the payment as it then stands. Throws `resource_missing`,
 * `parameter_invalid` (`scenario`), and `state_invalid` where its state does not allow it. Locks the
 * payment.
 */
export async function simulatePaymentIn(
  tx: Tx,
  ctx: Context,
  id: string,
  scenario: string,
): Promise<Payment> {
  const payment = await lockPayment(tx, ctx, id);
  const moved = await pickScenario("A payment", SCENARIOS, scenario)(tx, ctx, payment);
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
    throw new ApiError("state_invalid", "Nothing of this payment is left to be taken back.");
  }
  return await lockPayment(tx, ctx, payment.id);
}
