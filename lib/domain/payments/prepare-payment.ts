import type { Acceptance } from "#lib/domain/mandates/index.ts";
import {
  isReadyToken,
  type PaymentMethod,
  resolveReadyToken,
  ruleOf,
} from "#lib/domain/payment-methods/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
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
export async function preparePayment(ctx: Context, params: NewPayment): Promise<Prepared> {
  checkMethod(ctx, params);
  const { flow } = ruleOf(params.method);
  if (flow === "redirect" || flow === "code") return await prepareForBank(ctx, params);
  const named = params.paymentMethod ?? raiseMissingMethod(params);
  const newMethod = isReadyToken(named)
    ? await resolveReadyToken(ctx, named, "payment_method")
    : null;
  void railFor(ctx.mode);
  const found = await store.findChargeable(ctx, {
    paymentMethod: newMethod ? null : named,
    customer: params.customer,
  });
  if (!found.customerFound) checkNoCustomer(params);
  const method = newMethod ?? found.method;
  // Not repeated in the message: a card number may have been put here.
  if (!method) throw missing("payment method", "…", "payment_method");
  checkUsable(method, params);
  return {
    payment: draft(ctx, params, method, found.charged),
    railToken: method.railToken,
    newMethod,
    acceptance: params.mandateData ?? null,
    isAgreementMissing: params.needsMandateData === true && !params.mandateData,
  };
}

/** Nothing is tokenised where the payer goes to their bank, or brings a code of it. */
async function prepareForBank(ctx: Context, params: NewPayment): Promise<Prepared> {
  void railFor(ctx.mode);
  if (params.customer !== null) {
    const named = { paymentMethod: null, customer: params.customer };
    if (!(await store.findChargeable(ctx, named)).customerFound) checkNoCustomer(params);
  }
  const payment = draft(ctx, params, null, false);
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

function checkUsable(method: Method, params: NewPayment): void {
  if (method.type !== params.method) {
    throw invalid("payment_method", `This payment method is no ${params.method}.`);
  }
  if (method.status !== "active") {
    throw invalid("payment_method", `This payment method is ${method.status}.`);
  }
  if (method.customerId && params.customer && method.customerId !== params.customer) {
    throw invalid("payment_method", "This payment method belongs to another customer.");
  }
}

/** The payment that a checked wish opens, not stored yet. Throws as `exemptionBeforeRail`. */
export function draft(
  ctx: Context,
  params: NewPayment,
  method: Method | null,
  charged: boolean,
): Payment {
  return {
    id: newId("pay"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    status: "processing",
    amountMinor: params.amountMinor,
    amountCapturedMinor: 0n,
    amountRefundedMinor: 0n,
    step: null,
    captureMinor: null,
    currency: params.currency,
    method: params.method,
    capture: params.capture,
    customerId: (params.customer as Payment["customerId"]) ?? method?.customerId ?? null,
    paymentMethodId: method?.id ?? null,
    bankPayment: null,
    railToken: params.blikCode ? `blik_${params.blikCode}` : null,
    storedCredential: charged ? "subsequent" : "first",
    initiator: "payer",
    description: params.description,
    statementDescriptor: params.statementDescriptor,
    returnUrl: params.returnUrl,
    redirectUrl: null,
    settles: settlesOver(params.method),
    sca: null,
    exemption: params.exemption,
    exemptionOutcome: exemptionBeforeRail(params),
    decline: null,
    card: method?.card ?? null,
    outcome: null,
    disputed: false,
    mandateId: null,
    subscriptionId: null,
    invoiceId: null,
    settlementId: null,
    metadata: mergeMetadata({}, params.metadata),
    requestId: ctx.requestId,
    railReference: null,
    railCheckAt: dateFromMs(businessNowMs(ctx) + takeoverMs()),
    expiresUncaptured: params.expiresUncaptured ?? false,
    expiresAt: null,
    createdAt: businessNow(ctx),
  };
}

/** Set for every method but card; wallets hold cards. */
function settlesOver(method: NewPayment["method"]): string | null {
  if (method === "card") return null;
  return ruleOf(method).flow === "token" ? "card" : method;
}
