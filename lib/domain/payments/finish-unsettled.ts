import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { noteRevocation } from "#lib/domain/mandates/index.ts";
import { underLease } from "#lib/domain/rail-leases/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type DueWork, defineDueWork } from "#lib/kernel/due-work.ts";
import { log } from "#lib/kernel/log.ts";
import { type Chargeback, takeoverMs } from "#lib/rails/index.ts";
import { askForChargeback, askRail, authenticateAtRail, doStepAtRail } from "./ask-rail.ts";
import { beginStepIn, concludeStep, giveUpStep } from "./payment-step.ts";
import { getPayment } from "./read-payments.ts";
import { failLate } from "./reversals.ts";
import { settlePayment } from "./settle-payment.ts";
import * as store from "./store.ts";
import type { HeldPayment, Payment } from "./types.ts";

/** Records a chargeback. Can be called more than once for the same one. */
export type OnChargeback = (
  ctx: Context,
  payment: Payment,
  chargeback: Chargeback,
) => Promise<void>;

/**
 * Asks the rail about payments whose outcome is unknown after a crash or a timeout, and settles them as the request
 * itself would have. Asks for chargebacks and returns of payments that can still have one. If the rail does not answer,
 * or another process holds the lease, asks again later.
 */
export const unsettledPayments = (onChargeback: OnChargeback): DueWork =>
  defineDueWork({
    name: "payments",
    queue: store.dueRows,
    leaseMs: takeoverMs,
    finish: (payment) => finishOne(payment, onChargeback),
    failure: "a payment's outcome is still unknown",
  });

async function finishOne(claimed: Payment, onChargeback: OnChargeback): Promise<void> {
  const ctx = await systemContext(claimed, "recovery");
  await underLease(claimed, async (lease) => {
    const payment = await getPayment(ctx, claimed.id);
    // The previous holder of the lease may have finished it.
    if (payment.railCheckAt !== null) await resumeUnder(ctx, { payment, lease }, onChargeback);
  });
}

async function resumeUnder(
  ctx: Context,
  held: HeldPayment,
  onChargeback: OnChargeback,
): Promise<void> {
  const { payment } = held;
  switch (payment.step) {
    case "capture":
    case "cancel":
      await finishStep(ctx, held);
      return;
    case "approve":
    case "refuse":
      await settlePayment(ctx, payment, await authenticateAtRail(ctx, held));
      return;
    case null:
      if (payment.status === "requires_action") await finishAction(ctx, held);
      else if (payment.status === "requires_capture") await endIfExpired(ctx, held);
      else if (payment.status === "succeeded") await checkForChargeback(ctx, held, onChargeback);
      else await finishAuthorisation(ctx, held);
  }
}

async function finishAuthorisation(ctx: Context, { payment, lease }: HeldPayment): Promise<void> {
  const outcome = await askRail(ctx, payment, lease);
  if (outcome.result === "pending" && payment.railReference !== null) {
    await store.postpone(payment, dateFromMs(businessNowMs(ctx) + outcome.askAgainAfterMs));
    return;
  }
  if (outcome.result === "declined" && outcome.mandateRevocationCode && payment.mandateId) {
    // Before the payment: if the process dies in between, the next run does both.
    const revocation = { source: "payer", code: outcome.mandateRevocationCode } as const;
    await noteRevocation(ctx, payment.mandateId, revocation);
  }
  await settlePayment(ctx, payment, outcome);
}

/** Asks whether the payer's bank has taken a succeeded payment back. */
async function checkForChargeback(
  ctx: Context,
  { payment, lease }: HeldPayment,
  onChargeback: OnChargeback,
): Promise<void> {
  const outcome = await askForChargeback(ctx, payment, lease);
  if (outcome.result === "returned") await failLate(ctx, payment, outcome.decline);
  if (outcome.result === "charged_back") await onChargeback(ctx, payment, outcome);
  const again = outcome.result === "none_yet" ? outcome.askAgainAfterMs : null;
  await store.postpone(payment, again === null ? null : dateFromMs(businessNowMs(ctx) + again));
}

async function finishStep(ctx: Context, held: HeldPayment): Promise<void> {
  const { payment } = held;
  const outcome = await doStepAtRail(held, true);
  if (outcome.result !== "refused") await concludeStep(ctx, payment, outcome, null);
  else {
    log.warn("a rail refused a step", {
      payment: payment.id,
      step: payment.step,
      refusal: outcome,
    });
    await giveUpStep(ctx, payment, null);
  }
}

/** The payer may have answered on the rail's own page, so only the rail knows. */
async function finishAction(ctx: Context, held: HeldPayment): Promise<void> {
  const { payment, lease } = held;
  const outcome = await askRail(ctx, payment, lease);
  if (outcome.result === "action_required") await endIfExpired(ctx, held);
  else await settlePayment(ctx, payment, outcome);
}

/** Cancels a payment whose challenge was not answered, or whose authorisation was not captured, before it expired. */
async function endIfExpired(ctx: Context, { payment, lease }: HeldPayment): Promise<void> {
  if (payment.expiresAt === null || payment.expiresAt.getTime() > businessNowMs(ctx)) {
    await store.postpone(
      payment,
      payment.expiresAt ?? dateFromMs(businessNowMs(ctx) + takeoverMs()),
    );
    return;
  }
  const cancel = () => ({ step: "cancel", captureMinor: null }) as const;
  const begun = await transact((tx) => beginStepIn(tx, ctx, payment.id, cancel, lease));
  await finishStep(ctx, begun);
}
