/** Formats in which a bank statement can be read. */
export const STATEMENT_FORMATS = ["camt.053", "mt940", "csv"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** `open`: nothing was found for the line. `twice`: the same line is on a statement already; it counts nowhere. */
export const BANK_LINE_STATES = ["open", "matched", "set_aside", "twice"] as const;
export type BankLineState = (typeof BANK_LINE_STATES)[number];

/** Movements on a bank account: a settlement arrived, a payout was sent, a payout came back. */
export const MOVEMENT_KINDS = ["settlement_paid", "payout_sent", "payout_returned"] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** How sure a match is. `exact`: reference and amount agree. `likely`: amount and value date agree. `manual`: a member
 *  decided, with a reason. */
export const MATCH_CONFIDENCES = ["exact", "likely", "manual"] as const;
export type MatchConfidence = (typeof MATCH_CONFIDENCES)[number];

/** Why a line has no match, or differs from the object whose reference it carries. */
export const FINDINGS = ["fee", "partial", "more", "currency", "ambiguous"] as const;
export type FindingCode = (typeof FINDINGS)[number];

export const DATE_FORMATS = [
  "YYYY-MM-DD",
  "DD.MM.YYYY",
  "DD.MM.YY",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
  "DD-MM-YYYY",
  "YYYYMMDD",
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** The columns of a bank's CSV file by the names in its header, and the form of its dates and amounts. Either `amount` or
 *  both `debit` and `credit` are set. Without `balance`, the balances are entered with the file. */
export type CsvMapping = {
  bookingDate: string;
  valueDate: string | null;
  amount: string | null;
  debit: string | null;
  credit: string | null;
  currency: string | null;
  balance: string | null;
  reference: string | null;
  text: string | null;
  counterparty: string | null;
  dateFormat: DateFormat;
  decimal: "." | ",";
};
