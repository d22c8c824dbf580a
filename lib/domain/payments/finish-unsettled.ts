import { at, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { askRail, doStepAtRail } from "./ask-rail.ts";
import { concludeStep } from "./conclude-step.ts";
import { TAKEOVER_MS } from "./prepare-payment.ts";
import { settlePayment } from "./settle-payment.ts";
import * as store from "./store.ts";
import type { Payment } from "./types.ts";

const BATCH = 50;

/**
 * Asks the rail about payments whose outcome a crash or a time-out left open and settles them as
 * the call itself would have: nothing is guessed. Answers whether there may be more. A payment whose
 * rail does not answer is asked about again later. Safe to run in many processes at once.
 */
export async function finishUnsettledPayments(): Promise<boolean> {
  const due = await store.claimDue({ nowMs: nowMs(), leaseMs: TAKEOVER_MS, limit: BATCH });
  for (const payment of due) {
    try {
      await finishOne(payment);
    } catch (error) {
      log.warn("a payment's outcome is still unknown", { error, payment: payment.id });
    }
  }
  return due.length === BATCH;
}

async function finishOne(payment: Payment): Promise<void> {
  if (payment.step === "capture" || payment.step === "cancel") {
    await doStepAtRail(payment, true);
    await concludeStep(contextOf(payment), payment, null);
    return;
  }
  const outcome = await askRail(payment);
  if (outcome.result === "pending" && payment.railReference !== null) {
    await store.postpone(payment, at(nowMs() + outcome.askAgainAfterMs));
    return;
  }
  await settlePayment(contextOf(payment), payment, outcome);
}

/** Recovery acts for the account by itself; the event names a request of its own. */
function contextOf(payment: Payment): Context {
  return {
    accountId: payment.accountId,
    mode: payment.mode,
    requestId: payment.requestId ?? newId("req"),
    actor: { type: "system", name: "recovery" },
  };
}
