import { choicesOf } from "#components/filters/choices.ts";
import type { BookingAccount } from "#lib/kernel/vocabulary/booking.ts";
import {
  DATEV_CHARTS,
  JOURNAL_LAYOUTS,
  STATEMENT_LAYOUTS,
} from "#lib/kernel/vocabulary/booking.ts";

/** Programs and formats, as choices. */
export const FORMATS = choicesOf([...JOURNAL_LAYOUTS, ...STATEMENT_LAYOUTS], {
  datev: "DATEV (EXTF Buchungsstapel)",
  xero: "Xero (manual journals)",
  quickbooks: "QuickBooks Online (journal entries)",
  camt053: "camt.053 (bank statement)",
  mt940: "MT940 (bank statement)",
});
export type BookingFormat = (typeof FORMATS)[number]["value"];

export const CHARTS = choicesOf(DATEV_CHARTS, {
  skr03: "SKR03",
  skr04: "SKR04",
  other: "Own accounts",
});

/** The accounts of a journal, and what is booked on them. */
export const ACCOUNTS: Readonly<Record<BookingAccount, { label: string; hint?: string }>> = {
  balance: { label: "Paydesk balance" },
  sales: { label: "Charges", hint: "Clearing of your invoices or sales" },
  refunds: { label: "Refunds" },
  chargebacks: { label: "Chargebacks", hint: "And late failures" },
  interchange_fees: { label: "Interchange" },
  scheme_fees: { label: "Scheme fees" },
  markup_fees: { label: "Acquirer markup" },
  commission_fees: { label: "Commission" },
  dispute_fees: { label: "Dispute fees" },
  bank_transit: { label: "Bank transit", hint: "Cleared by your bank statement" },
  payout_balance: { label: "Payout balance" },
  payouts_in_transit: { label: "Payouts in transit" },
  payouts: { label: "Payouts", hint: "Clearing of what you paid out" },
};
