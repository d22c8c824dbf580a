import type { Acceptance } from "#lib/domain/mandates/index.ts";
import {
  isReadyToken,
  missingPaymentMethod,
  type PaymentMethod,
  resolveReadyToken,
  ruleOf,
} from "#lib/domain/payment-methods/index.ts";
import { RATES, toEuroCents } from "#lib/domain/rates/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import type { Exemption, ExemptionOutcome } from "#lib/kernel/vocabulary/payments.ts";
import { railFor, takeoverMs } from "#lib/rails/index.ts";
import * as store from "./store.ts";
import type { NewPayment, Payment } from "./types.ts";

export type Prepared = {
  payment: Payment;
  railToken: string;
  /** A payment method that this request creates (a ready token), not stored yet. */
  newMethod: PaymentMethod | null;
  /** How the payer agreed to a debit, as the merchant states it. */
  acceptance: Acceptance | null;
  /** Whether `acceptance` was required and is missing. */
  isAgreementMissing: boolean;
};

/**
 * Checks the parameters and returns the payment to open. Writes nothing. Throws `parameter_invalid`, `resource_missing`
 * with the parameter, or `gateway_error` while no rail serves the mode.
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
  if (!method) throw missingPaymentMethod(named, "payment_method");
  checkUsable(method, params);
  return {
    payment: draft(ctx, params, method, found.charged),
    railToken: method.railToken,
    newMethod,
    acceptance: params.mandateData ?? null,
    isAgreementMissing: params.needsMandateData === true && !params.mandateData,
  };
}

/** Methods whose payer approves at their bank, or has a code from it, use no payment method. */
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
    throw invalid("payment_method", `This payment method is not of type ${params.method}.`);
  }
  if (method.status !== "active") {
    throw invalid("payment_method", `This payment method is ${method.status}.`);
  }
  if (method.customerId && params.customer && method.customerId !== params.customer) {
    throw invalid("payment_method", "This payment method belongs to another customer.");
  }
}

/** Returns the new payment for checked parameters; stores nothing. Throws as `exemptionBeforeRail`. */
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
    acquirerResponse: null,
    outcome: null,
    disputed: false,
    mandateId: null,
    subscriptionId: null,
    invoiceId: null,
    retryOf: null,
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

/** The network that settles the payment. Null for `card`; wallets settle as cards. */
function settlesOver(method: NewPayment["method"]): string | null {
  if (method === "card") return null;
  return ruleOf(method).flow === "token" ? "card" : method;
}

/** Throws `parameter_invalid` for the first parameter that the method does not allow. The currency is checked first
 *  (decisions §3). */
function checkMethod(ctx: Context, params: NewPayment): void {
  const { method } = params;
  const { flow, currencies, merchants } = ruleOf(method);
  if (currencies && !currencies.includes(params.currency)) {
    throw invalid("currency", `${method} takes ${currencies.join(" or ")} only.`);
  }
  if (!merchants(ctx.merchantCountry)) {
    throw invalid(
      "method",
      `${method} is for merchants in Europe; this account is in ${ctx.merchantCountry}. Use card.`,
    );
  }
  if (flow !== "token") checkNoCardParams(params);
  if (flow !== "debit" && params.mandateData) {
    throw invalid("mandate_data", `A payment by ${method} has no mandate.`);
  }
  checkInstrument(params, flow);
}

function checkNoCardParams({ method, capture, exemption }: NewPayment): void {
  if (capture === "manual") {
    throw invalid("capture", `A payment by ${method} cannot be captured later. Use automatic.`);
  }
  if (exemption !== null) {
    throw invalid("exemption", "Exemptions are for card payments only.");
  }
}

function checkInstrument(params: NewPayment, flow: ReturnType<typeof ruleOf>["flow"]): void {
  const { method, blikCode } = params;
  if ((flow === "redirect" || flow === "code") && params.paymentMethod !== null) {
    throw invalid("payment_method", `A payment by ${method} takes no payment_method.`);
  }
  if (flow === "code" && !blikCode) {
    throw invalid("blik[code]", "A payment by blik needs the code from the payer's bank app.");
  }
  if (flow !== "code" && blikCode) throw invalid("blik", `A payment by ${method} takes no blik.`);
}

/** Highest amounts of the regulatory technical standards, (EU) 2018/389 articles 16 and 18, in euro cents. */
const CEILING_EURO_CENTS: Readonly<Record<Exemption, bigint | null>> = {
  low_value: 3_000n,
  transaction_risk_analysis: 50_000n,
  trusted_beneficiary: null,
};

/**
 * Returns `rejected` if the amount is too high for the exemption, else null: the rail decides. The result is
 * stored when the payment opens, so new rates do not change what the rail is asked for a payment that exists. Throws
 * `parameter_invalid` when the amount has to be compared in EUR and its currency has no rate.
 */
function exemptionBeforeRail(params: NewPayment): ExemptionOutcome | null {
  const { exemption, amountMinor, currency } = params;
  const ceiling = exemption && CEILING_EURO_CENTS[exemption];
  if (ceiling === null) return null;
  const euroCents = toEuroCents(amountMinor, currency);
  if (euroCents === null) {
    throw invalid(
      "exemption",
      `${exemption} has a limit in EUR, and the exchange rates of ${RATES.date} do not include ${currency}. Leave exemption out.`,
    );
  }
  return euroCents > ceiling ? "rejected" : null;
}
