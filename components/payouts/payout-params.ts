import { decimalToMinor } from "#lib/kernel/money.ts";

/** What was typed, as it was typed. */
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

export const EMPTY_WISH: PayoutParams = {
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

/** The wish as the server takes it: minor units, and nothing where nothing was typed. An amount that cannot be
 *  read is sent as it is not, and refused by name. */
export function toRequest(params: PayoutParams) {
  return { ...params, amount: minorText(params.amount, params.currency) ?? "" };
}

/** The field of the form that a refusal is about. */
export function fieldOf(param: string | undefined): keyof PayoutParams | null {
  const inner = /^beneficiary\[(\w+)\]$/.exec(param ?? "")?.[1];
  const name = inner ?? param ?? "";
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

/** An amount as it was typed, in minor units as text; null for what is no amount that can be moved. */
export function minorText(text: string, currency: string): string | null {
  const minor = decimalToMinor(text, currency);
  return minor === null || minor <= 0n || minor > MOST_MINOR ? null : String(minor);
}
