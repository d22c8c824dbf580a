import { transact } from "#db/transact.ts";
import type { Answer, IdempotentRequest, RenderResponse } from "#lib/domain/idempotency/index.ts";
import { ruleOf } from "#lib/domain/payment-methods/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { SANDBOX_BANKS } from "#lib/rails/index.ts";
import { setBankPayment } from "./change-store.ts";
import { charge } from "./create-payment.ts";
import { type Prepared, preparePayment } from "./prepare-payment.ts";
import { lockPayment } from "./read-payments.ts";
import type { BankPayment, NewBankPayment, Payment } from "./types.ts";

/**
 * Starts a payment that the payer approves in their bank's app, once per idempotency key. It is a payment with a `bp_`
 * id; it is opened, settled and refunded as all payments are. Throws `parameter_invalid`, and as `createPayment`.
 */
export async function createBankPayment(
  ctx: Context,
  params: NewBankPayment,
  request: IdempotentRequest,
  render: RenderResponse<Payment>,
): Promise<Answer> {
  return await charge(ctx, () => prepare(ctx, params), request, render);
}

async function prepare(ctx: Context, params: NewBankPayment): Promise<Prepared> {
  check(ctx, params);
  const { payer, bankId, reference, ...rest } = params;
  const prepared = await preparePayment(ctx, {
    ...rest,
    method: "bank_payment",
    paymentMethod: null,
    customer: null,
    capture: "automatic",
    exemption: null,
    statementDescriptor: null,
  });
  const id = newId("bp");
  const tail = id.slice("bp_".length).toUpperCase();
  const bankPayment = {
    bankId,
    payer,
    reference: reference ?? `PD${tail.slice(-REFERENCE_CHARS)}`,
    endToEndId: `E2E${tail}`,
    opened: false,
  };
  return { ...prepared, payment: { ...prepared.payment, id, bankPayment } };
}

const REFERENCE_CHARS = 16;
/** Faster Payments carry fewer characters than SEPA. */
const LONGEST_REFERENCE: Readonly<Record<string, number>> = { EUR: 35, GBP: 18 };

function check(ctx: Context, { currency, payer, bankId, reference }: NewBankPayment): void {
  const { currencies, merchants, payers } = ruleOf("bank_payment");
  if (!currencies?.includes(currency)) {
    throw invalid("currency", `Bank payments take ${currencies?.join(" or ")} only.`);
  }
  if (!merchants(ctx.merchantCountry)) {
    throw invalid(
      "currency",
      `Bank payments are for merchants in Europe; this account is in ${ctx.merchantCountry}.`,
    );
  }
  const { country } = payer;
  if (country !== null && !(currency === "GBP" ? country === "GB" : payers(country))) {
    throw invalid("payer[country]", `Banks in ${country} cannot be paid from in ${currency}.`);
  }
  const longest = LONGEST_REFERENCE[currency] ?? 0;
  if (reference !== null && reference.length > longest) {
    throw invalid("reference", `At most ${longest} characters for a payment in ${currency}.`);
  }
  if (ctx.mode === "test" && bankId !== null && !SANDBOX_BANKS.has(bankId)) {
    throw invalid("bank_id", `Use a bank of test mode: ${[...SANDBOX_BANKS.keys()].join(", ")}.`);
  }
}

/** Records that the payer has opened the page of their bank. Returns the payment. Locks it. */
export async function openBankPage(ctx: Context, paymentId: string): Promise<Payment> {
  return await change(ctx, paymentId, (bank) => (bank.bankId ? { ...bank, opened: true } : bank));
}

/** Records the bank that the payer chose; only the first choice is recorded. Returns the payment. Locks it. */
export async function chooseBank(
  ctx: Context,
  paymentId: string,
  bankId: string,
): Promise<Payment> {
  return await change(ctx, paymentId, (bank) =>
    bank.bankId === null ? { ...bank, bankId, opened: true } : bank,
  );
}

/** Does nothing once the payer has answered. */
async function change(
  ctx: Context,
  paymentId: string,
  to: (bank: BankPayment) => BankPayment,
): Promise<Payment> {
  return await transact(async (tx) => {
    const payment = await lockPayment(tx, ctx, paymentId);
    if (!payment.bankPayment || payment.status !== "requires_action" || payment.step !== null) {
      return payment;
    }
    const changed: Payment = { ...payment, bankPayment: to(payment.bankPayment) };
    await setBankPayment(tx, ctx, changed);
    return changed;
  });
}
