import type { FundingOutcome, FundingRequest, PayoutAccount } from "../rail.ts";

const NONE = { iban: null, accountNumber: null, sortCode: null, bic: null } as const;

/** The accounts of the sandbox's bank that receive money for payouts, by currency. */
const ACCOUNTS: Readonly<Record<string, Omit<PayoutAccount, "name">>> = {
  EUR: { ...NONE, iban: "DE31999999990000009000", bic: "SBOXDEFFXXX", country: "DE" },
  GBP: { ...NONE, sortCode: "108800", accountNumber: "90000001", country: "GB" },
  AUD: { ...NONE, sortCode: "062000", accountNumber: "90000002", country: "AU" },
  CAD: { ...NONE, sortCode: "000100003", accountNumber: "90000003", country: "CA" },
  NZD: { ...NONE, sortCode: "010203", accountNumber: "900000004", country: "NZ" },
};

export function fundingAccount({ currency }: FundingRequest): FundingOutcome {
  const account = Object.hasOwn(ACCOUNTS, currency) ? ACCOUNTS[currency] : undefined;
  if (!account) return { result: "not_offered" };
  return {
    result: "account",
    bank: "Sandbox Bank",
    account: { name: "Paydesk Sandbox", ...account },
  };
}
