import { type Tx, transact } from "#db/transact.ts";
import { type PaymentMethod, ruleOf } from "#lib/domain/payment-methods/index.ts";
import { releaseLease, takeIfOpen } from "#lib/domain/rail-leases/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { PAYMENT_METHOD_TYPES } from "#lib/kernel/vocabulary/payment-methods.ts";
import type { Initiator, PaymentMethodName } from "#lib/kernel/vocabulary/payments.ts";
import { railFor } from "#lib/rails/index.ts";
import { askRail, doStepAtRail } from "./ask-rail.ts";
import * as store from "./change-store.ts";
import { isUnanswered } from "./payment-state.ts";
import { beginStepIn, concludeStep, giveUpStep } from "./payment-step.ts";
import { draft } from "./prepare-payment.ts";
import { getPayment } from "./read-payments.ts";
import { settlePayment } from "./settle-payment.ts";
import type { HeldPayment, Payment } from "./types.ts";

/** One attempt to collect an invoice. */
export type InvoiceCharge = {
  amountMinor: bigint;
  currency: string;
  customerId: Id<"cus">;
  method: PaymentMethod;
  initiator: Initiator;
  mandateId: string | null;
  subscriptionId: Id<"sub">;
  invoiceId: Id<"in">;
  description: string;
  returnUrl: string | null;
  /** The declined attempt that a person retries; null for planned attempts. */
  retryOf: Id<"pay"> | null;
};

/**
 * Opens the payment of an attempt to collect an invoice, in the transaction that records the attempt. This fixes the
 * payment's id, so the rail charges once however often it is asked. Charges nothing: call `chargeOpenedPayment` after
 * the commit; if the process dies before that, the recovery loop charges. Throws `gateway_error` while no rail serves
 * the mode.
 */
export async function openInvoicePaymentIn(
  tx: Tx,
  ctx: Context,
  charge: InvoiceCharge,
): Promise<Payment> {
  void railFor(ctx.mode);
  const { amountMinor, currency, customerId, method, description, returnUrl } = charge;
  const params = {
    amountMinor,
    currency,
    method: method.type as PaymentMethodName,
    paymentMethod: method.id,
    customer: customerId,
    capture: "automatic",
    exemption: null,
    description,
    statementDescriptor: null,
    returnUrl,
    metadata: undefined,
  } as const;
  const charged = await store.wasCharged(tx, ctx, method.id);
  const payment: Payment = {
    ...draft(ctx, params, method, charged),
    initiator: charge.initiator,
    mandateId: charge.mandateId,
    subscriptionId: charge.subscriptionId,
    invoiceId: charge.invoiceId,
    retryOf: charge.retryOf,
  };
  await store.insertOpened(tx, payment);
  return payment;
}

/** The payer's permission under which a declined payment is retried, and its locked payment method. */
export type RetryCharge = { method: PaymentMethod; mandateId: Id<"mdt"> };

/**
 * Opens a payment that retries a declined one without its payer: same amount, payment method, capture, description and
 * metadata, initiated by the merchant. The caller has locked the declined payment and decided that it may be retried.
 * Charges nothing, as `openInvoicePaymentIn`. Throws `gateway_error` while no rail serves the mode.
 */
export async function openRetryIn(
  tx: Tx,
  ctx: Context,
  declined: Payment,
  { method, mandateId }: RetryCharge,
): Promise<Payment> {
  void railFor(ctx.mode);
  const params = {
    amountMinor: declined.amountMinor,
    currency: declined.currency,
    method: declined.method,
    paymentMethod: method.id,
    customer: declined.customerId,
    capture: declined.capture,
    exemption: null,
    description: declined.description,
    statementDescriptor: declined.statementDescriptor,
    returnUrl: null,
    metadata: declined.metadata,
    expiresUncaptured: declined.expiresUncaptured,
  };
  const charged = await store.wasCharged(tx, ctx, method.id);
  const payment: Payment = {
    ...draft(ctx, params, method, charged),
    initiator: "merchant",
    mandateId,
    retryOf: declined.id,
  };
  await store.insertOpened(tx, payment);
  return payment;
}

/**
 * Charges a payment that was opened without asking the rail, and records the outcome; the same statement makes its
 * invoice due, if any. Returns a payment that already has its outcome unchanged. Throws if the rail does not answer: the recovery loop asks again.
 * Throws `LeaseHeldError` while another process asks the rail.
 */
export async function chargeOpenedPayment(ctx: Context, id: string): Promise<Payment> {
  const read = async () => await getPayment(ctx, id);
  const { object: payment, lease } = await takeIfOpen(read, isUnanswered);
  if (!lease) return payment;
  try {
    return await settlePayment(ctx, payment, await askRail(ctx, payment, lease));
  } finally {
    await releaseLease(lease);
  }
}

/**
 * Cancels a payment of an invoice that waits for its payer, or finishes a cancellation of it that has begun. Does nothing
 * if it does not wait. Throws if the rail does not answer: the cancellation stays begun, and a repeat or the recovery loop
 * finishes it. Throws `LeaseHeldError`, and begins nothing, while another process asks the rail about the payment.
 */
export async function withdrawInvoicePayment(ctx: Context, id: string): Promise<void> {
  const read = async () => await getPayment(ctx, id);
  const isBegun = ({ status, step }: Payment) => status === "requires_action" && step === "cancel";
  const { object: payment, lease } = await takeIfOpen(read, isBegun);
  const held = lease ? { payment, lease } : await beginWithdrawal(ctx, id);
  if (!held) return;
  try {
    const outcome = await doStepAtRail(held, lease !== null);
    if (outcome.result === "refused") await giveUpStep(ctx, held.payment, null);
    else await concludeStep(ctx, held.payment, outcome, null);
  } finally {
    await releaseLease(held.lease);
  }
}

/** Null if the payment does not wait, or if its payer has answered. */
async function beginWithdrawal(ctx: Context, id: string): Promise<HeldPayment | null> {
  return await transact(async (tx) => {
    const { status, step } = await readPaymentIn(tx, ctx, id);
    if (status !== "requires_action" || step !== null) return null;
    return await beginStepIn(tx, ctx, id, () => ({ step: "cancel", captureMinor: null }));
  });
}

/** Returns a payment as the caller's transaction sees it. Throws `resource_missing`. Takes no lock. */
export async function readPaymentIn(tx: Tx, ctx: Context, id: string): Promise<Payment> {
  const payment = await store.find(tx, ctx, id);
  if (!payment) throw missing("payment", id);
  return payment;
}

/** Returns the reason why a type of payment method cannot pay subscriptions in a currency, or null if it can. */
export function whyNotRecurring(type: string, currency: string): string | null {
  const method = type as PaymentMethodName;
  if (!RECURRING.has(method)) {
    return `A subscription cannot be paid by ${type}.`;
  }
  const { currencies } = ruleOf(method);
  if (!currencies || currencies.includes(currency)) return null;
  return `${type} takes ${currencies.join(" or ")} only.`;
}

/** Methods that can be charged without the payer. */
const RECURRING: ReadonlySet<PaymentMethodName> = new Set(PAYMENT_METHOD_TYPES);
