import type { Id } from "#lib/kernel/ids.ts";
import type {
  BankLineState,
  CsvMapping,
  FindingCode,
  MatchConfidence,
  MovementKind,
  StatementFormat,
} from "#lib/kernel/vocabulary/bank-statements.ts";

export type BankStatement = {
  id: Id<"bst">;
  bankAccount: string;
  currency: string;
  format: StatementFormat;
  reference: string | null;
  sequence: number | null;
  fromDay: string;
  toDay: string;
  openingMinor: bigint;
  closingMinor: bigint;
  lineCount: number;
  fileName: string;
  fileSha256: string;
  addedBy: string;
  createdAt: Date;
};

/** A gap between a statement and the one before it of the same bank account. */
export type Gap = {
  /** Last day of the statement before. */
  previousToDay: string;
  /** Opening balance less the closing balance before; 0 if only numbers are missing. */
  differenceMinor: bigint;
  /** The numbers that are missing; null if the bank does not count. */
  missingNumbers: { from: number; to: number } | null;
  /** Whether it begins before the one before it ends. */
  overlaps: boolean;
};

export type StatementListItem = BankStatement & {
  gap: Gap | null;
  counts: Readonly<Record<BankLineState, number>>;
};

/** A bank account of the merchant and how its CSV files are read. */
export type BankAccount = { bankAccount: string; currency: string; mapping: CsvMapping | null };

export type BankLine = {
  id: Id<"bln">;
  statementId: Id<"bst">;
  position: number;
  bankAccount: string;
  currency: string;
  /** Positive: a credit to the bank account. */
  amountMinor: bigint;
  /** `YYYY-MM-DD`. */
  bookingDay: string;
  valueDay: string;
  entryReference: string | null;
  references: readonly string[];
  text: string;
  counterparty: string | null;
  state: BankLineState;
  twiceOf: Id<"bln"> | null;
  finding: Finding | null;
  isHeld: boolean;
  reason: string | null;
};

/** Why a line has no match yet. */
export type Finding = {
  code: FindingCode;
  /** The object whose reference the line carries. */
  object: { kind: MovementKind; id: string } | null;
  /** The line's amount less the object's; null if their currencies differ. */
  differenceMinor: bigint | null;
  /** The object's currency. */
  currency: string;
  /** Number of objects that fit equally well. */
  count: number;
};

/** Money that a settlement or payout moved on a bank account. */
export type Movement = {
  kind: MovementKind;
  objectId: string;
  currency: string;
  /** Positive: a credit to the bank account. */
  amountMinor: bigint;
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  /** As it stands on a bank statement. */
  reference: string;
  /** All references that the bank may repeat. */
  references: readonly string[];
  /** The beneficiary of a payout. */
  name: string | null;
};

/** With the part of its amount that no line pays yet. */
export type OpenMovement = Movement & { leftMinor: bigint };

export type Match = {
  lineId: Id<"bln">;
  /** `shareMinor`: the part of the amount that the line pays; the whole amount by default. */
  movements: readonly (Movement & { shareMinor?: bigint })[];
  confidence: MatchConfidence;
};

/** A match as it is shown. */
export type LineMatch = {
  kind: MovementKind;
  objectId: string;
  amountMinor: bigint;
  currency: string;
  confidence: MatchConfidence;
  reason: string | null;
  /** The part of the object's amount that all its lines pay, and their number. */
  paidMinor: bigint;
  lineCount: number;
};

export type LineListItem = BankLine & { matches: readonly LineMatch[] };

export type LineFilter = {
  states?: readonly BankLineState[];
  statementId?: string;
  currencies?: readonly string[];
  /** By booking day. */
  booked?: { fromDay: string | null; toDay: string | null };
  /** A part of text, counterparty or reference, an id of an object, or an amount as `12.50`. */
  search?: string;
};
