import type { Acceptance } from "#lib/domain/mandates/index.ts";
import {
  isReadyToken,
  type PaymentMethod,
  resolveReadyToken,
  ruleOf,
} from "#lib/domain/payment-methods/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { at } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { railFor, takeoverMs } from "#lib/rails/index.ts";
import { exemptionBeforeRail } from "./check-exemption.ts";
import { checkMethod } from "./check-method.ts";
import * as store from "./store.ts";
import type { NewPayment, Payment } from "./types.ts";

export type Prepared = {
  payment: Payment;
  railToken: string;
  /** A payment method that this very call brings along (a ready token), not stored yet. */
  newMethod: PaymentMethod | null;
  /** What the merchant says of the payer's agreement to a debit. */
  acceptance: Acceptance | null;
  /** Whether the merchant had to say it, and did not. */
  isAgreementMissing: boolean;
};

/**
 * Checks a wish for a payment against what it names and answers the payment it would open. Writes
 * nothing. Throws `parameter_invalid`, `resource_missing` with the parameter, or `gateway_error`
 * while no rail serves the mode.
 */
export async function preparePayment(ctx: Context, wish: NewPayment): Promise<Prepared> {
  checkMethod(ctx, wish);
  const { flow } = ruleOf(wish.method);
  if (flow === "redirect" || flow === "code") return await prepareForBank(ctx, wish);
  const named = wish.paymentMethod ?? raiseMissingMethod(wish);
  const newMethod = isReadyToken(named)
    ? await resolveReadyToken(ctx, named, "payment_method")
    : null;
  void railFor(ctx.mode);
  const found = await store.findChargeable(ctx, {
    paymentMethod: newMethod ? null : named,
    customer: wish.customer,
  });
  if (!found.customerFound) checkNoCustomer(wish);
  const method = newMethod ?? found.method;
  // Not repeated in the message: a card number may have been put here.
  if (!method) throw missing("payment method", "…", "payment_method");
  checkUsable(method, wish);
  return {
    payment: draft(ctx, wish, method, found.charged),
    railToken: method.railToken,
    newMethod,
    acceptance: wish.mandateData ?? null,
    isAgreementMissing: wish.needsMandateData === true && !wish.mandateData,
  };
}

/** Nothing is tokenised where the payer goes to their bank, or brings a code of it. */
async function prepareForBank(ctx: Context, wish: NewPayment): Promise<Prepared> {
  void railFor(ctx.mode);
  if (wish.customer !== null) {
    const named = { paymentMethod: null, customer: wish.customer };
    if (!(await store.findChargeable(ctx, named)).customerFound) checkNoCustomer(wish);
  }
  const payment = draft(ctx, wish, null, false);
  return {
    payment,
    railToken: payment.railToken ?? "",
    newMethod: null,
    acceptance: null,
    isAgreementMissing: false,
  };
}

function checkNoCustomer({ customer }: NewPayment): void {
  if (customer !== null) throw missing("customer", customer, "customer");
}

function raiseMissingMethod({ method }: NewPayment): never {
  throw invalid("payment_method", `A payment by ${method} needs a payment_method.`);
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

/** The payment that a checked wish opens, not stored yet. Throws as `exemptionBeforeRail`. */
export function draft(
  ctx: Context,
  wish: NewPayment,
  method: Method | null,
  charged: boolean,
): Payment {
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
    customerId: (wish.customer as Payment["customerId"]) ?? method?.customerId ?? null,
    paymentMethodId: method?.id ?? null,
    bankPayment: null,
    railToken: wish.blikCode ? `blik_${wish.blikCode}` : null,
    storedCredential: charged ? "subsequent" : "first",
    initiator: "payer",
    description: wish.description,
    statementDescriptor: wish.statementDescriptor,
    returnUrl: wish.returnUrl,
    redirectUrl: null,
    settles: settlesOver(wish.method),
    sca: null,
    exemption: wish.exemption,
    exemptionOutcome: exemptionBeforeRail(wish),
    decline: null,
    card: method?.card ?? null,
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
    expiresUncaptured: wish.expiresUncaptured ?? false,
    expiresAt: null,
    createdAt: businessNow(ctx),
  };
}

/** Set for every method but card; wallets hold cards. */
function settlesOver(method: NewPayment["method"]): string | null {
  if (method === "card") return null;
  return ruleOf(method).flow === "token" ? "card" : method;
}
