// The expected behaviour as plain data and small pure steps: no database, no network, no code of the service.
// If the model and the service disagree, one of them is wrong.

import type { Plan } from "./book-rail.ts";

const SECOND = 1_000;
export const TAKE_OVER = 30 * SECOND;
const CHALLENGE = 3_600 * SECOND;
export const KEY_LIFE = 24 * 3_600 * SECOND;

/** The outcome of a card by its number. */
export const CARDS = {
  "4242424242424242": "success",
  "4000000000000002": "declines",
  "4000000000009995": "declines",
  "4000000000003220": "challenge",
  "4000008400001629": "challenge_declines",
  "4000008400001280": "challenge_declines",
  "4000000000007726": "refund_waits",
  "4000000000005126": "refund_fails",
} as const;
export type CardNumber = keyof typeof CARDS;

export type PaymentStatus =
  | "processing"
  | "requires_action"
  | "requires_capture"
  | "succeeded"
  | "failed"
  | "canceled";

/** The end of the rail lease, if there is one. */
type Leased = { leasedUntil: number | null };

export type ModelPayment = Leased & {
  card: CardNumber;
  amount: number;
  manual: boolean;
  createdAt: number;
  status: PaymentStatus;
  captured: number;
  refunded: number;
  /** The step begun at the rail and not recorded as done. */
  step: "capture" | "cancel" | "approve" | "refuse" | null;
  stepAmount: number;
  /** Whether our books know the rail's charge. */
  answered: boolean;
  checkAt: number | null;
  expiresAt: number | null;
  events: string[];
  /** The rail's record: whether it has the charge, and the captured amount. */
  rail: { charged: boolean; captured: number; canceled: boolean };
};

export type RefundStatus = "pending" | "submitted" | "settled" | "failed" | "canceled";

export type ModelRefund = Leased & {
  payment: number;
  amount: number;
  createdAt: number;
  status: RefundStatus;
  answered: boolean;
  checkAt: number | null;
  events: string[];
  /** The amount moved out of the merchant's balance. */
  booked: number;
  rail: { known: boolean; canceled: boolean };
};

/** The expected response; null if the caller gets none. `kept`: the response is stored with the key; `replay`:
 *  it is the stored response. */
export type Reply = { status: number; code?: string; kept?: boolean; replay?: boolean } | null;

/** One `Idempotency-Key`. */
export type ModelKey = {
  expiresAt: number;
  /** The status of the stored response; null while there is none. */
  status: number | null;
  /** The call made with the key, and the object that it created. */
  params: string;
  subject: number;
};

export type Model = {
  now: number;
  payments: ModelPayment[];
  refunds: ModelRefund[];
  keys: Map<string, ModelKey>;
};

export function emptyModel(now: number): Model {
  return { now, payments: [], refunds: [], keys: new Map() };
}

/** The course of a call at the rail: whether the rail acted, and our answer from it. */
export function atRail(
  plan: Plan,
  alreadyDone: boolean,
  act: () => void,
): "answer" | "none" | "dead" {
  if (plan === "down") return "none";
  if (plan === "dies_before") return "dead";
  if (alreadyDone) return "answer";
  act();
  if (plan === "silent") return "none";
  return plan === "dies_after" ? "dead" : "answer";
}

/** The caller gets the response unless it is lost. */
export const heard = (plan: Plan, reply: Reply): Reply => (plan === "lost" ? null : reply);

export const refusal = (status: number, code: string): NonNullable<Reply> => ({ status, code });
export const SILENCE = refusal(502, "gateway_error");

/** The record of an unexpired key. */
export function keyOf(model: Model, key: string): ModelKey | undefined {
  const found = model.keys.get(key);
  return found && found.expiresAt > model.now ? found : undefined;
}

/** Claims a key for a call that may die. */
export function claim(model: Model, key: string, params: string, subject: number): ModelKey {
  const record: ModelKey = { expiresAt: model.now + KEY_LIFE, status: null, params, subject };
  model.keys.set(key, record);
  return record;
}

/** Stores and sends the response. */
export function finish(record: ModelKey, reply: NonNullable<Reply>): Reply {
  record.status = reply.status;
  return { ...reply, kept: true };
}

/** The stored response for a repeat; null while there is none. */
export function keptAnswer({ status }: ModelKey): Reply {
  return status === null ? null : { status: status === 201 ? 200 : status, replay: true };
}

export const IN_PROGRESS = refusal(409, "idempotency_in_progress");

/** Takes the rail lease before the rail is called. A dead call keeps it until it expires. */
export function takeLease(model: Model, object: Leased): boolean {
  if (object.leasedUntil !== null && object.leasedUntil > model.now) return false;
  object.leasedUntil = model.now + TAKE_OVER;
  return true;
}

/** Ends the lease of a finished call, unless its process died. */
export function endLease(object: Leased, result: "answer" | "none" | "dead"): void {
  if (result !== "dead") object.leasedUntil = null;
}

export function openPayment(
  model: Model,
  params: { card: CardNumber; amount: number; manual: boolean },
): ModelPayment {
  const payment: ModelPayment = {
    ...params,
    createdAt: model.now,
    status: "processing",
    captured: 0,
    refunded: 0,
    step: null,
    stepAmount: 0,
    answered: false,
    checkAt: model.now + TAKE_OVER,
    leasedUntil: null,
    expiresAt: null,
    events: [],
    rail: { charged: false, captured: 0, canceled: false },
  };
  model.payments.push(payment);
  return payment;
}

const isChallenged = ({ card }: ModelPayment) => CARDS[card].startsWith("challenge");

/** The rail receives the charge. */
export function chargeAtRail(payment: ModelPayment): void {
  payment.rail.charged = true;
  const takes = !isChallenged(payment) && CARDS[payment.card] !== "declines" && !payment.manual;
  if (takes) payment.rail.captured = payment.amount;
}

/** The rail receives the payer's answer. */
export function authenticateAtRail(payment: ModelPayment): void {
  const takes = payment.step === "approve" && CARDS[payment.card] === "challenge";
  if (takes && !payment.manual) payment.rail.captured = payment.amount;
}

/** Our books learn the outcome of the charge. */
export function hearCharge(payment: ModelPayment): void {
  payment.answered = true;
  payment.checkAt = null;
  if (isChallenged(payment)) {
    payment.status = "requires_action";
    payment.expiresAt = payment.createdAt + CHALLENGE;
    payment.checkAt = payment.expiresAt;
    payment.events.push("payment.requires_action");
  } else {
    conclude(payment, CARDS[payment.card] !== "declines");
  }
}

/** Our books learn the outcome of the payer's answer. */
export function hearAnswer(payment: ModelPayment): void {
  const accepted = payment.step === "approve" && CARDS[payment.card] === "challenge";
  Object.assign(payment, { step: null, checkAt: null, expiresAt: null });
  conclude(payment, accepted);
}

function conclude(payment: ModelPayment, accepted: boolean): void {
  if (!accepted) {
    payment.status = "failed";
    payment.events.push("payment.failed");
  } else if (payment.manual) {
    payment.status = "requires_capture";
  } else {
    payment.status = "succeeded";
    payment.captured = payment.amount;
    payment.events.push("payment.succeeded");
  }
}

type Step = NonNullable<ModelPayment["step"]>;

const STARTS: Record<Step, PaymentStatus[]> = {
  capture: ["requires_capture"],
  cancel: ["requires_action", "requires_capture"],
  approve: ["requires_action"],
  refuse: ["requires_action"],
};

/** Begins a step, unless another one is open or the status forbids it. */
export function beginStep(model: Model, payment: ModelPayment, step: Step, amount = 0): boolean {
  if (payment.step !== null || !STARTS[step].includes(payment.status)) return false;
  Object.assign(payment, { step, stepAmount: amount, checkAt: model.now + TAKE_OVER });
  return true;
}

/** Executes the capture or cancellation at the rail, and records it when the rail answers. */
export function doStep(
  payment: ModelPayment,
  plan: Plan,
  again: boolean,
): "answer" | "none" | "dead" {
  const { rail, step } = payment;
  const isDone = step === "capture" ? rail.captured > 0 : rail.canceled;
  const result = atRail(plan, again && isDone, () => {
    if (step === "capture") rail.captured = payment.stepAmount;
    else rail.canceled = true;
  });
  if (result === "answer") recordStep(payment);
  return result;
}

function recordStep(payment: ModelPayment): void {
  if (payment.step === "capture") {
    payment.status = "succeeded";
    payment.captured = payment.stepAmount;
    payment.events.push("payment.captured", "payment.succeeded");
  } else {
    payment.status = "canceled";
    payment.events.push("payment.canceled");
  }
  Object.assign(payment, { step: null, checkAt: null, expiresAt: null });
}
