import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { noteRevocation } from "#lib/domain/mandates/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { at, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { type Chargeback, takeoverMs } from "#lib/rails/index.ts";
import { askForChargeback, askRail, authenticateAtRail, doStepAtRail } from "./ask-rail.ts";
import { beginStepIn } from "./begin-step.ts";
import { concludeStep, giveUpStep } from "./conclude-step.ts";
import { failLate } from "./fail-late.ts";
import { settlePayment } from "./settle-payment.ts";
import * as store from "./store.ts";
import type { Payment } from "./types.ts";

const BATCH = 50;

/** Records that a payer's bank took a payment back; may be called again for the same one. */
export type OnChargeback = (
  ctx: Context,
  payment: Payment,
  chargeback: Chargeback,
) => Promise<void>;

/**
 * Asks the rail about payments whose outcome a crash or a time-out left open and settles them as
 * the call itself would have: nothing is guessed. Of payments that may be taken back it asks whether they
 * were. Answers whether there may be more. A payment whose
 * rail does not answer is asked about again later. `account`: only of this one. Safe to run in many
 * processes at once.
 */
export async function finishUnsettledPayments(
  onChargeback: OnChargeback,
  account: Id<"acct"> | null = null,
): Promise<boolean> {
  const due = await store.claimDue({
    nowMs: nowMs(),
    leaseMs: takeoverMs(),
    limit: BATCH,
    account,
  });
  for (const payment of due) {
    try {
      await finishOne(payment, onChargeback);
    } catch (error) {
      log.warn("a payment's outcome is still unknown", { error, payment: payment.id });
    }
  }
  return due.length === BATCH;
}

async function finishOne(payment: Payment, onChargeback: OnChargeback): Promise<void> {
  const ctx = await systemContext(payment, "recovery");
  switch (payment.step) {
    case "capture":
    case "cancel":
      await finishStep(ctx, payment);
      return;
    case "approve":
    case "refuse":
      await settlePayment(ctx, payment, await authenticateAtRail(ctx, payment));
      return;
    case null:
      if (payment.status === "requires_action") await finishAction(ctx, payment);
      else if (payment.status === "succeeded") await watch(ctx, payment, onChargeback);
      else await finishAuthorisation(ctx, payment);
  }
}

async function finishAuthorisation(ctx: Context, payment: Payment): Promise<void> {
  const outcome = await askRail(ctx, payment);
  if (outcome.result === "pending" && payment.railReference !== null) {
    await store.postpone(payment, at(businessNowMs(ctx) + outcome.askAgainAfterMs));
    return;
  }
  if (outcome.result === "declined" && outcome.mandateRevocationCode && payment.mandateId) {
    // First: should we die before the payment is settled, both are done the next time.
    const revocation = { source: "payer", code: outcome.mandateRevocationCode } as const;
    await noteRevocation(ctx, payment.mandateId, revocation);
  }
  await settlePayment(ctx, payment, outcome);
}

/** A payment that succeeded may be taken back: what follows is for who records disputes. */
async function watch(ctx: Context, payment: Payment, onChargeback: OnChargeback): Promise<void> {
  const outcome = await askForChargeback(ctx, payment);
  if (outcome.result === "returned") return await failLate(ctx, payment, outcome.decline);
  if (outcome.result === "charged_back") await onChargeback(ctx, payment, outcome);
  const again = outcome.result === "none_yet" ? outcome.askAgainAfterMs : null;
  await store.postpone(payment, again === null ? null : at(businessNowMs(ctx) + again));
}

async function finishStep(ctx: Context, payment: Payment): Promise<void> {
  const outcome = await doStepAtRail(payment, true);
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

/** The payer may have answered where only the rail knows it: on a page of the rail's own. */
async function finishAction(ctx: Context, payment: Payment): Promise<void> {
  const outcome = await askRail(ctx, payment);
  if (outcome.result === "action_required") await endIfExpired(ctx, payment);
  else await settlePayment(ctx, payment, outcome);
}

/** A challenge that nobody answered in time is canceled, unless somebody is answering it just now. */
async function endIfExpired(ctx: Context, payment: Payment): Promise<void> {
  if (payment.expiresAt === null || payment.expiresAt.getTime() > businessNowMs(ctx)) {
    await store.postpone(payment, payment.expiresAt ?? at(businessNowMs(ctx) + takeoverMs()));
    return;
  }
  const cancel = () => ({ step: "cancel", captureMinor: null }) as const;
  const begun = await transact((tx) => beginStepIn(tx, ctx, payment.id, cancel));
  await finishStep(ctx, begun);
}
