import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { claimKey, type IdempotentRequest } from "#lib/domain/idempotency/index.ts";
import { mandateForDebitIn } from "#lib/domain/mandates/index.ts";
import { DEBIT_SCHEMES, type DebitMethod } from "#lib/domain/payment-methods/index.ts";
import type { RailLease } from "#lib/domain/rail-leases/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Prepared } from "./prepare-payment.ts";
import { insert } from "./step-store.ts";
import type { Payment } from "./types.ts";

/**
 * Claims the key and records a debit with its lease and the mandate that it refers to (the first one makes it), in
 * one transaction. Answers the payment, or null when the key is another call's. Throws `parameter_invalid`
 * (`payment_method`) when the mandate has ended and the payer has not agreed anew (`acceptance`), and for
 * `mandate_data` when the agreement is missing: nothing is recorded then. Locks the mandate.
 */
export async function openDebit(
  ctx: Context,
  request: IdempotentRequest,
  { payment, acceptance, isAgreementMissing }: Prepared,
  lease: RailLease,
): Promise<Payment | null> {
  const { paymentMethodId, customerId: customer, method } = payment;
  if (paymentMethodId === null) throw new Error(`${payment.id} has nothing to debit`);
  return await transact(async (tx) => {
    if (!(await claimKey(tx, ctx, request, payment.id))) return null;
    const mandate = await mandateForDebitIn(tx, ctx, {
      ...acceptance,
      scheme: DEBIT_SCHEMES[method as DebitMethod],
      customer,
      paymentMethod: paymentMethodId,
      isFresh: acceptance !== null,
      isAgreementMissing,
    });
    const debit: Payment = { ...payment, mandateId: mandate.id };
    await insert(tx, debit, lease);
    const { id, amountMinor, currency } = debit;
    const after = { amountMinor, currency, method };
    await recordChangeIn(tx, ctx, { action: "payment.created", subject: { id }, after });
    return debit;
  });
}
