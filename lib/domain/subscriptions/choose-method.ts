import type { Tx } from "#db/transact.ts";
import type { Customer } from "#lib/domain/customers/index.ts";
import { type Acceptance, acceptMandateIn } from "#lib/domain/mandates/index.ts";
import {
  createPaymentMethodIn,
  DEBIT_SCHEMES,
  isDebit,
  isReadyToken,
  lockPaymentMethodIn,
  missingPaymentMethod,
  type PaymentMethod,
  resolveReadyToken,
  updatePaymentMethodIn,
} from "#lib/domain/payment-methods/index.ts";
import { whyNotRecurring } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { Subscription } from "./types.ts";

/** The payment method that a call names: a stored one, or one made from the call's token and not stored yet. */
export type NamedMethod = { id: string } | { made: PaymentMethod } | null;

/** Resolves the payment method that a call names before anything is written; a ready token is exchanged at the rail.
 *  Throws `parameter_invalid` (`payment_method`). */
export async function nameMethod(ctx: Context, named: string | null): Promise<NamedMethod> {
  if (named === null) return null;
  if (!isReadyToken(named)) return { id: named };
  return { made: await resolveReadyToken(ctx, named, "payment_method") };
}

/**
 * The payment method to charge: the named one, which is attached to the customer, or else the customer's default.
 * Throws `resource_missing`, and `parameter_invalid` (`payment_method`) if there is none, if it belongs to another
 * customer or cannot be charged repeatedly. Locks the payment method. The caller has locked the customer.
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
  if (!id.startsWith("pm_")) throw missingPaymentMethod(id, "payment_method");
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

/** The payer's agreement to be charged, as a call states it. */
export type Agreement = {
  mandateData?: Acceptance | null | undefined;
  /** Whether a debit without a live mandate is refused when `mandateData` is left out. */
  needsMandateData?: boolean | undefined;
};

/** Creates the mandate that every later charge refers to, or reuses the existing one. Throws `parameter_invalid`
 *  (`mandate_data`) if a first debit lacks it. Locks the mandate. */
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
