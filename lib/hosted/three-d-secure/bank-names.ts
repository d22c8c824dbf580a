import type { Payment } from "#lib/domain/payments/index.ts";
import { SANDBOX_BANKS } from "#lib/rails/index.ts";

/** Invented banks, one in the home country of each method. */
const BANKS: Readonly<Record<string, string>> = {
  ideal: "Polder Bank",
  bancontact: "Banque de l'Escaut",
  eps: "Donaubank",
  p24: "Bank Wisła",
  sepa_instant: "Nordlicht Bank",
};

/** The method that the payer chose, as shops write it. */
const METHODS: Readonly<Record<string, string>> = {
  ideal: "iDEAL",
  bancontact: "Bancontact",
  eps: "EPS",
  p24: "Przelewy24",
  sepa_instant: "SEPA Instant",
  bank_payment: "your bank account",
};

export function bankNameOf({
  method,
  bankPayment,
}: Pick<Payment, "method" | "bankPayment">): string {
  if (bankPayment?.bankId) return SANDBOX_BANKS.get(bankPayment.bankId) ?? "Your bank";
  return BANKS[method] ?? "Your bank";
}

export function methodNameOf({ method }: Pick<Payment, "method">): string {
  return METHODS[method] ?? method;
}
