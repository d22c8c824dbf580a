import { transact } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { getPaymentIn } from "./get-payment.ts";
import { setBankPayment } from "./step-store.ts";
import type { BankPayment, Payment } from "./types.ts";

/** Notes that the payer has come to the page of their bank. Answers the payment as it then stands. Locks
 *  it. */
export async function openBankPage(ctx: Context, paymentId: string): Promise<Payment> {
  return await change(ctx, paymentId, (bank) => (bank.bankId ? { ...bank, opened: true } : bank));
}

/** Notes with which bank the payer goes on: the first choice counts. Answers the payment as it then stands.
 *  Locks it. */
export async function chooseBank(
  ctx: Context,
  paymentId: string,
  bankId: string,
): Promise<Payment> {
  return await change(ctx, paymentId, (bank) =>
    bank.bankId === null ? { ...bank, bankId, opened: true } : bank,
  );
}

/** Only while the payer has not answered; what is past that stays. */
async function change(
  ctx: Context,
  paymentId: string,
  to: (bank: BankPayment) => BankPayment,
): Promise<Payment> {
  return await transact(async (tx) => {
    const payment = await getPaymentIn(tx, ctx, paymentId);
    if (!payment.bankPayment || payment.status !== "requires_action" || payment.step !== null) {
      return payment;
    }
    const changed: Payment = { ...payment, bankPayment: to(payment.bankPayment) };
    await setBankPayment(tx, ctx, changed);
    return changed;
  });
}
