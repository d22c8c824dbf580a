import type { Tx } from "#db/transact.ts";
import type { Customer } from "#lib/domain/customers/index.ts";
import { type Acceptance, acceptMandateIn } from "#lib/domain/mandates/index.ts";
import {
  createPaymentMethodIn,
  DEBIT_SCHEMES,
  isDebit,
  isReadyToken,
  lockPaymentMethodIn,
  type PaymentMethod,
  resolveReadyToken,
  updatePaymentMethodIn,
} from "#lib/domain/payment-methods/index.ts";
import { whyNotRecurring } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import type { Subscription } from "./types.ts";

/** A payment method that a call names: one that is stored, or one that the call itself brings along. */
export type NamedMethod = { id: string } | { made: PaymentMethod } | null;

/** Reads what a call names, before anything is written: a ready token is exchanged at the rail. Throws
 *  `parameter_invalid` (`payment_method`). */
export async function nameMethod(ctx: Context, named: string | null): Promise<NamedMethod> {
  if (named === null) return null;
  if (!isReadyToken(named)) return { id: named };
  return { made: await resolveReadyToken(ctx, named, "payment_method") };
}

/**
 * The payment method that a subscription is to be charged to: the named one, attached to the customer
 * with it, or else the customer's default. Throws `resource_missing`, and `parameter_invalid`
 * (`payment_method`) where there is none, it is another customer's or cannot pay again and again. Locks
 * it. The customer is locked by whoever calls.
 */
export async function chooseMethodIn(
  tx: Tx,
  ctx: Context,
  params: { named: NamedMethod; customer: Customer; currency: string },
): Promise<PaymentMethod> {
  const { customer, currency } = params;
  const method = await namedOrDefault(tx, ctx, params.named, customer);
  const problem = whyNot(method, customer, currency);
  if (problem) throw invalid("payment_method", problem);
  if (method.customerId === customer.id) return method;
  return await updatePaymentMethodIn(tx, ctx, method.id, { customer: customer.id });
}

async function namedOrDefault(
  tx: Tx,
  ctx: Context,
  named: NamedMethod,
  customer: Customer,
): Promise<PaymentMethod> {
  if (named && "made" in named) return await createPaymentMethodIn(tx, named.made);
  const id = named?.id ?? customer.defaultPaymentMethod;
  if (!id) {
    const label = "Give a payment_method, or set the customer's default_payment_method.";
    throw invalid("payment_method", label);
  }
  // Not repeated in the message: a card number may have been put here.
  if (!id.startsWith("pm_")) throw missing("payment method", "…", "payment_method");
  return await lockPaymentMethodIn(tx, ctx, id, "payment_method");
}

function whyNot(method: PaymentMethod, customer: Customer, currency: string): string | null {
  if (method.status !== "active") return `This payment method is ${method.status}.`;
  if (method.customerId && method.customerId !== customer.id) {
    return "This payment method belongs to another customer.";
  }
  if (!method.reusable) return "This payment method can be charged once only.";
  return whyNotRecurring(method.type, currency);
}

/** What a call says of the payer's agreement to be charged. */
export type Agreement = {
  mandateData?: Acceptance | null | undefined;
  /** Whether a debit without a live mandate is refused when `mandateData` is left out. */
  needsMandateData?: boolean | undefined;
};

/** The payer's agreement to be charged period by period, which every later charge refers to: made with
 *  the subscription, or the one that there is. Throws `parameter_invalid` (`mandate_data`) where the first debit needs
 *  it. Locks the mandate. */
export async function agreeIn(
  tx: Tx,
  ctx: Context,
  method: PaymentMethod,
  { mandateData, needsMandateData }: Agreement,
): Promise<Pick<Subscription, "paymentMethodId" | "mandateId">> {
  const mandate = await acceptMandateIn(tx, ctx, {
    ...mandateData,
    scheme: isDebit(method.type) ? DEBIT_SCHEMES[method.type] : "card",
    customer: method.customerId,
    paymentMethod: method.id,
    isAgreementMissing: needsMandateData === true && isDebit(method.type) && !mandateData,
  });
  return { paymentMethodId: method.id, mandateId: mandate.id };
}
