import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { ibanFault, isSepaCountry, plainIban } from "#lib/kernel/iban.ts";
import { railFor } from "#lib/rails/index.ts";
import { asked, bare, refused } from "./tokenise-card.ts";
import type { NewBankAccount, PaymentMethod } from "./types.ts";

/**
 * Exchanges a bank account for a token at the mode's rail and answers the payment method it makes, not
 * stored yet; of the number only the last four characters are kept. Throws `parameter_invalid` naming the
 * field at fault, also for an account that the rail does not take, and `gateway_error` while no rail
 * serves the mode or it does not answer.
 */
export async function tokeniseBankAccount(
  ctx: Context,
  account: NewBankAccount,
): Promise<PaymentMethod> {
  const checked = check(account);
  const answer = await asked(() => railFor(ctx.mode).tokeniseBank(checked));
  if (answer.result === "malformed") {
    throw invalid(`${account.type}[${answer.field}]`, answer.message);
  }
  if (answer.result === "declined") throw refused(answer);
  return { ...bare(ctx, account.type, answer.railToken), bank: answer.bank };
}

function check(account: NewBankAccount): NewBankAccount {
  if (account.type === "bacs_debit") return account;
  const iban = plainIban(account.iban);
  const fault = ibanFault(iban);
  if (fault) throw invalid("sepa_debit[iban]", fault);
  const country = iban.slice(0, 2);
  if (!isSepaCountry(country)) {
    throw invalid("sepa_debit[iban]", `SEPA direct debits do not reach accounts in ${country}.`);
  }
  return { ...account, iban };
}
