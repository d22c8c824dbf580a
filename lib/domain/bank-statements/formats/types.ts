/** A line of a statement as its file has it. */
export type ParsedLine = {
  /** Line of the file, from 1. */
  at: number;
  /** `YYYY-MM-DD`. */
  bookingDay: string;
  valueDay: string;
  /** Positive: a credit to the account. */
  amountMinor: bigint;
  /** The bank's own reference of the entry; unique at that bank. */
  entryReference: string | null;
  /** References that the payer gave: end-to-end ids, creditor references. A batch has several. */
  references: readonly string[];
  text: string;
  counterparty: string | null;
};

export type ParsedStatement = {
  /** Line of the file, from 1. */
  at: number;
  /** IBAN or account number, without spaces. */
  bankAccount: string;
  currency: string;
  /** The bank's id of the statement, unique per account; null if the format has none. */
  reference: string | null;
  /** Number of the statement; null if the bank does not count. */
  sequence: number | null;
  /** The days it covers, both included. */
  fromDay: string;
  toDay: string;
  openingMinor: bigint;
  closingMinor: bigint;
  lines: readonly ParsedLine[];
};

/** A statement as our writers take it, without places in a file. */
export type WrittenStatement = Omit<ParsedStatement, "at" | "lines"> & {
  lines: readonly Omit<ParsedLine, "at">[];
};

export const MAX_LINES = 10_000;
export const MAX_STATEMENTS = 400;
