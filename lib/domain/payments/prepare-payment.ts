import {
  isReadyToken,
  type PaymentMethod,
  resolveReadyToken,
} from "#lib/domain/payment-methods/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { at } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { railFor, takeoverMs } from "#lib/rails/index.ts";
import { currenciesOf, isServed } from "./method-rules.ts";
import * as store from "./store.ts";
import type { NewPayment, Payment } from "./types.ts";

export type Prepared = {
  payment: Payment;
  railToken: string;
  /** A payment method that this very call brings along (a ready token), not stored yet. */
  newMethod: PaymentMethod | null;
};

/**
 * Checks a wish for a payment against what it names and answers the payment it would open. Writes
 * nothing. Throws `parameter_invalid`, `resource_missing` with the parameter, or `gateway_error`
 * while no rail serves the mode.
 */
export async function preparePayment(ctx: Context, wish: NewPayment): Promise<Prepared> {
  checkMethod(wish);
  const named = wish.paymentMethod ?? raiseMissingMethod(wish);
  const newMethod = isReadyToken(named)
    ? await resolveReadyToken(ctx, named, "payment_method")
    : null;
  void railFor(ctx.mode);
  const found = await store.findChargeable(ctx, {
    paymentMethod: newMethod ? null : named,
    customer: wish.customer,
  });
  if (wish.customer !== null && !found.customerFound) {
    throw missing("customer", wish.customer, "customer");
  }
  const method = newMethod ?? found.method;
  // Not repeated in the message: a card number may have been put here.
  if (!method) throw missing("payment method", "…", "payment_method");
  checkUsable(method, wish);
  return {
    payment: draft(ctx, wish, method, found.charged),
    railToken: method.railToken,
    newMethod,
  };
}

function raiseMissingMethod({ method }: NewPayment): never {
  throw invalid("payment_method", `A payment by ${method} needs a payment_method.`);
}

function checkMethod(wish: NewPayment): void {
  const currencies = currenciesOf(wish.method);
  if (currencies && !currencies.includes(wish.currency)) {
    throw invalid("currency", `${wish.method} takes ${currencies.join(" or ")} only.`);
  }
  if (!isServed(wish.method)) {
    throw invalid("method", `${wish.method} is not available on this account yet. Use card.`);
  }
}

type Method = NonNullable<store.Chargeable["method"]> | PaymentMethod;

function checkUsable(method: Method, wish: NewPayment): void {
  if (method.type !== wish.method) {
    throw invalid("payment_method", `This payment method is no ${wish.method}.`);
  }
  if (method.status !== "active") {
    throw invalid("payment_method", `This payment method is ${method.status}.`);
  }
  if (method.customerId && wish.customer && method.customerId !== wish.customer) {
    throw invalid("payment_method", "This payment method belongs to another customer.");
  }
}

function draft(ctx: Context, wish: NewPayment, method: Method, charged: boolean): Payment {
  return {
    id: newId("pay"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    status: "processing",
    amountMinor: wish.amountMinor,
    amountCapturedMinor: 0n,
    amountRefundedMinor: 0n,
    step: null,
    captureMinor: null,
    currency: wish.currency,
    method: wish.method,
    capture: wish.capture,
    customerId: (wish.customer as Payment["customerId"]) ?? method.customerId,
    paymentMethodId: method.id,
    storedCredential: charged ? "subsequent" : "first",
    description: wish.description,
    statementDescriptor: wish.statementDescriptor,
    returnUrl: wish.returnUrl,
    redirectUrl: null,
    settles: null,
    sca: null,
    exemption: wish.exemption,
    exemptionOutcome: null,
    decline: null,
    card: method.card,
    outcome: null,
    disputed: false,
    mandateId: null,
    subscriptionId: null,
    invoiceId: null,
    settlementId: null,
    metadata: mergeMetadata({}, wish.metadata),
    requestId: ctx.requestId,
    railReference: null,
    railCheckAt: at(businessNowMs(ctx) + takeoverMs()),
    expiresAt: null,
    createdAt: businessNow(ctx),
  };
}
