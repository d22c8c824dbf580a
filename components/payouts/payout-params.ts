import { readAmount } from "#lib/kernel/read-amount.ts";
import { currentRules } from "../format/locale.ts";

/** The form's values as entered. */
export type PayoutParams = {
  name: string;
  iban: string;
  accountNumber: string;
  sortCode: string;
  bic: string;
  amount: string;
  currency: string;
  rail: string | null;
  reference: string;
};

export const NO_PAYOUT: PayoutParams = {
  name: "",
  iban: "",
  accountNumber: "",
  sortCode: "",
  bic: "",
  amount: "",
  currency: "EUR",
  rail: null,
  reference: "",
};

/** The params for the server, with the amount in minor units. An amount that cannot be parsed is sent as an empty
 *  text, so that the server refuses it by name. */
export function toRequest(params: PayoutParams) {
  return { ...params, amount: minorText(params.amount, params.currency) ?? "" };
}

/** The form field that an error refers to. */
export function fieldOf(param: string): keyof PayoutParams | null {
  const name = /^beneficiary\[(\w+)\]$/.exec(param)?.[1] ?? param;
  const names: Readonly<Record<string, keyof PayoutParams>> = {
    name: "name",
    iban: "iban",
    account_number: "accountNumber",
    sort_code: "sortCode",
    bic: "bic",
    amount: "amount",
    currency: "currency",
    rail: "rail",
    reference: "reference",
  };
  return names[name] ?? null;
}

const MOST_MINOR = 99_999_999_999n;

/** Parses an amount to minor units as text; null for an invalid amount or zero. */
export function minorText(text: string, currency: string): string | null {
  const { minor } = readAmount(currentRules(), text, currency);
  return minor === null || minor <= 0n || minor > MOST_MINOR ? null : String(minor);
}
