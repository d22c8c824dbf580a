import type { Plan } from "./book-rail.ts";
import {
  atRail,
  authenticateAtRail,
  beginStep,
  chargeAtRail,
  doStep,
  endLease,
  hearAnswer,
  hearCharge,
  type Model,
  type ModelPayment,
  TAKE_OVER,
  takeLease,
} from "./model.ts";
import { hearRefund } from "./model-refunds.ts";

/** The recovery loop: queries the rail about all due work and continues from its answer, until nothing is due.
 *  A payment that it just learned of may have an expired challenge. */
export function recover(model: Model, plan: Plan): void {
  const { now } = model;
  const isDue = ({ checkAt }: { checkAt: number | null }) => checkAt !== null && checkAt <= now;
  for (const payment of model.payments) {
    while (isDue(payment)) {
      payment.checkAt = now + TAKE_OVER;
      if (!takeLease(model, payment)) continue;
      recoverPayment(model, payment, plan);
      payment.leasedUntil = null;
    }
  }
  for (const refund of model.refunds.filter(isDue)) {
    refund.checkAt = now + TAKE_OVER;
    if (!takeLease(model, refund)) continue;
    const result = atRail(plan, refund.rail.known, () => {
      refund.rail.known = true;
    });
    endLease(refund, result);
    if (result === "answer") hearRefund(model, refund);
  }
}

function recoverPayment(model: Model, payment: ModelPayment, plan: Plan): void {
  if (payment.step === "approve" || payment.step === "refuse") {
    const result = atRail(plan, false, () => authenticateAtRail(payment));
    if (result === "answer") hearAnswer(payment);
  } else if (payment.step !== null) {
    doStep(payment, plan, true);
  } else if (payment.status === "requires_action") {
    // Query first whether the payer has answered, which only the rail knows.
    if (plan === "down" || plan === "dies_before") return;
    beginStep(model, payment, "cancel");
    doStep(payment, plan, true);
  } else {
    const result = atRail(plan, payment.rail.charged, () => chargeAtRail(payment));
    if (result === "answer") hearCharge(payment);
  }
}
