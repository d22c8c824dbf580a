// The effect of each merchant's call on the model, and its expected response.

import type { Plan } from "./book-rail.ts";
import {
  atRail,
  authenticateAtRail,
  beginStep,
  type CardNumber,
  chargeAtRail,
  claim,
  doStep,
  endLease,
  finish,
  hearAnswer,
  hearCharge,
  heard,
  IN_PROGRESS,
  keptAnswer,
  keyOf,
  type Model,
  type ModelKey,
  type ModelPayment,
  type ModelRefund,
  openPayment,
  type Reply,
  refusal,
  SILENCE,
  takeLease,
} from "./model.ts";
import { hearRefund, moveRefund, openRefund, stageOf } from "./model-refunds.ts";

/** A write of the merchant. Payments and refunds are numbered in order of creation; `amount` null means the
 *  full amount. */
export type Params =
  | { call: "create"; card: CardNumber; amount: number; manual: boolean }
  | { call: "capture"; payment: number; amount: number | null }
  | { call: "cancel"; payment: number }
  | { call: "refund"; payment: number; amount: number | null }
  | { call: "cancel_refund"; refund: number };

const STATE = refusal(409, "state_invalid");
const AMOUNT = refusal(400, "parameter_invalid");
const CONFLICT = refusal(409, "idempotency_conflict");

/** Makes a call with a key: changes the model as the service must change, and returns the expected response. */
export function predict(model: Model, key: string, params: Params, plan: Plan): Reply {
  const known = keyOf(model, key);
  if (known && known.params !== JSON.stringify(params)) return heard(plan, CONFLICT);
  if (known) return heard(plan, keptAnswer(known) ?? resume(model, known, params, plan));
  return heard(plan, begin(model, key, params, plan));
}

function begin(model: Model, key: string, params: Params, plan: Plan): Reply {
  const text = JSON.stringify(params);
  const keep = (reply: NonNullable<Reply>) => finish(claim(model, key, text, -1), reply);
  switch (params.call) {
    case "create": {
      const payment = openPayment(model, params);
      const record = claim(model, key, text, model.payments.length - 1);
      return charge(model, record, payment, plan, false);
    }
    case "capture": {
      const payment = model.payments[params.payment]!;
      const amount = params.amount ?? payment.amount;
      if (amount > payment.amount) return keep(AMOUNT);
      if (!beginStep(model, payment, "capture", amount)) return keep(STATE);
      return step(model, claim(model, key, text, params.payment), payment, plan, false);
    }
    case "cancel": {
      const payment = model.payments[params.payment]!;
      if (!beginStep(model, payment, "cancel")) return keep(STATE);
      return step(model, claim(model, key, text, params.payment), payment, plan, false);
    }
    case "refund": {
      const payment = model.payments[params.payment]!;
      if (payment.status !== "succeeded") return keep(STATE);
      const remaining = payment.captured - payment.refunded;
      const amount = params.amount ?? remaining;
      if (remaining === 0 || amount > remaining) return keep(AMOUNT);
      openRefund(model, params.payment, amount);
      return sendRefund(model, claim(model, key, text, model.refunds.length - 1), plan);
    }
    case "cancel_refund": {
      const refund = model.refunds[params.refund]!;
      if (!mayStop(refund)) return keep(STATE);
      return stopRefund(model, refund, plan, () => claim(model, key, text, params.refund));
    }
  }
}

/** A repeat resumes from the dead call's last step, when nobody else holds the rail lease. */
function resume(model: Model, record: ModelKey, params: Params, plan: Plan): Reply {
  if (params.call === "refund") {
    const refund = model.refunds[record.subject]!;
    return refund.answered ? finish(record, { status: 201 }) : sendRefund(model, record, plan);
  }
  if (params.call === "cancel_refund") {
    const refund = model.refunds[record.subject]!;
    if (refund.status === "canceled") return finish(record, { status: 200 });
    if (!mayStop(refund)) return finish(record, STATE);
    return stopRefund(model, refund, plan, () => record);
  }
  const payment = model.payments[record.subject]!;
  if (params.call === "create") {
    if (payment.answered) return finish(record, answerOf(payment));
    return charge(model, record, payment, plan, true);
  }
  if (payment.step === null) return finish(record, { status: 200 });
  return step(model, record, payment, plan, true);
}

const answerOf = ({ status }: ModelPayment): NonNullable<Reply> =>
  status === "failed" ? refusal(402, "card_declined") : { status: 201 };

/** Calls the rail under the object's lease. If the outcome is unknown, the next repeat queries the rail. */
function underLease(
  model: Model,
  object: ModelPayment | ModelRefund,
  ask: () => "answer" | "none" | "dead",
  hear: () => Reply,
): Reply {
  if (!takeLease(model, object)) return IN_PROGRESS;
  const result = ask();
  endLease(object, result);
  if (result === "dead") return null;
  return result === "none" ? SILENCE : hear();
}

function charge(
  model: Model,
  record: ModelKey,
  payment: ModelPayment,
  plan: Plan,
  again: boolean,
): Reply {
  const ask = () => atRail(plan, again && payment.rail.charged, () => chargeAtRail(payment));
  return underLease(model, payment, ask, () => {
    hearCharge(payment);
    return finish(record, answerOf(payment));
  });
}

function step(
  model: Model,
  record: ModelKey,
  payment: ModelPayment,
  plan: Plan,
  again: boolean,
): Reply {
  const ask = () => doStep(payment, plan, again);
  return underLease(model, payment, ask, () => finish(record, { status: 200 }));
}

function sendRefund(model: Model, record: ModelKey, plan: Plan): Reply {
  const refund = model.refunds[record.subject]!;
  const ask = () =>
    atRail(plan, refund.rail.known, () => {
      refund.rail.known = true;
    });
  return underLease(model, refund, ask, () => {
    hearRefund(model, refund);
    return finish(record, { status: 201 });
  });
}

const mayStop = ({ status, answered }: ModelRefund) => status === "pending" && answered;

/** The key is claimed under the lease, before the rail is asked to stop the refund. */
function stopRefund(model: Model, refund: ModelRefund, plan: Plan, claimed: () => ModelKey): Reply {
  if (!takeLease(model, refund)) return IN_PROGRESS;
  const record = claimed();
  const result = atRail(plan, false, () => {
    if (stageOf(model, refund).stage === "queued") refund.rail.canceled = true;
  });
  endLease(refund, result);
  if (result === "dead") return null;
  if (result === "none") return SILENCE;
  if (!refund.rail.canceled) return finish(record, STATE);
  moveRefund(model, refund, "canceled");
  refund.checkAt = null;
  return finish(record, { status: 200 });
}

/** The payer answers a challenge on the bank's page, without a key. Returns whether the answer was accepted. */
export function predictAnswer(
  model: Model,
  index: number,
  approves: boolean,
  plan: Plan,
): "counted" | "refused" | "unknown" {
  const payment = model.payments[index]!;
  const isLate = payment.expiresAt !== null && payment.expiresAt <= model.now;
  if (isLate || !beginStep(model, payment, approves ? "approve" : "refuse")) return "refused";
  takeLease(model, payment);
  const result = atRail(plan, false, () => authenticateAtRail(payment));
  endLease(payment, result);
  if (result !== "answer") return "unknown";
  hearAnswer(payment);
  return "counted";
}
