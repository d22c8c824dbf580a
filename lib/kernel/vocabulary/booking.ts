/** The layouts of an accounting journal that accounting programs read. */
export const JOURNAL_LAYOUTS = ["datev", "xero", "quickbooks"] as const;
export type JournalLayout = (typeof JOURNAL_LAYOUTS)[number];

/** The Paydesk balance as a bank statement. */
export const STATEMENT_LAYOUTS = ["camt053", "mt940"] as const;
export type StatementLayout = (typeof STATEMENT_LAYOUTS)[number];

/** The merchant's accounts in a journal. Their numbers or names are chosen per program. */
export const BOOKING_ACCOUNTS = [
  "balance",
  "sales",
  "refunds",
  "chargebacks",
  "interchange_fees",
  "scheme_fees",
  "markup_fees",
  "commission_fees",
  "dispute_fees",
  "bank_transit",
  "payout_balance",
  "payouts_in_transit",
  "payouts",
] as const;
export type BookingAccount = (typeof BOOKING_ACCOUNTS)[number];

/** DATEV's standard charts of accounts; `other`: the merchant's own. */
export const DATEV_CHARTS = ["skr03", "skr04", "other"] as const;
export type DatevChart = (typeof DATEV_CHARTS)[number];

/** How a program's journal files are written: its accounts, and what only this program needs. */
export type JournalSettings = {
  accounts: Readonly<Record<BookingAccount, string>>;
  /** DATEV only. */
  datev: {
    chart: DatevChart;
    consultant: number;
    client: number;
    /** The month in which the fiscal year begins, from 1. */
    fiscalYearStart: number;
  } | null;
  /** Xero only: the name of the tax rate without tax. */
  taxRate: string | null;
};
