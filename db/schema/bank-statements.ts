import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  BANK_LINE_STATES,
  type BankLineState,
  type CsvMapping,
  type FindingCode,
  MATCH_CONFIDENCES,
  type MatchConfidence,
  MOVEMENT_KINDS,
  type MovementKind,
  STATEMENT_FORMATS,
  type StatementFormat,
} from "#lib/kernel/vocabulary/bank-statements.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  minorUnits,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";

/** A merchant's bank accounts, as their statements name them. */
export const bankAccounts = pgTable(
  "bank_accounts",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    /** IBAN or account number. */
    bankAccount: text("bank_account").notNull(),
    currency: text("currency").notNull(),
    /** How its CSV files are read; null before the first. */
    mapping: jsonb("mapping").$type<CsvMapping>(),
    /** Whether a settlement or payout was ever found on it: only then are others expected there. */
    hasSettlements: boolean("has_settlements").notNull().default(false),
    hasPayouts: boolean("has_payouts").notNull().default(false),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.bankAccount, t.currency] }),
    modeCheck("bank_accounts", t.mode),
  ],
);

/** Bank statements that were added. Ids sort by the last day that a statement covers. */
export const bankStatements = pgTable(
  "bank_statements",
  {
    accountId: accountColumn(),
    id: idColumn("bst", "id").notNull(),
    mode: modeColumn(),
    bankAccount: text("bank_account").notNull(),
    currency: text("currency").notNull(),
    format: text("format").$type<StatementFormat>().notNull(),
    /** The bank's id of the statement; null if the format has none. */
    reference: text("reference"),
    sequence: integer("sequence"),
    fromDay: date("from_day", { mode: "string" }).notNull(),
    toDay: date("to_day", { mode: "string" }).notNull(),
    opening: minorUnits("opening").notNull(),
    closing: minorUnits("closing").notNull(),
    /** All lines of the file, also those that were known. */
    lineCount: integer("line_count").notNull(),
    fileName: text("file_name").notNull(),
    fileSha256: text("file_sha256").notNull(),
    /** The place of the statement in its file, from 1. */
    place: integer("place").notNull(),
    /** A user's id. */
    addedBy: text("added_by").notNull(),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    // A statement is added once, also by two uploads at the same time.
    uniqueIndex("bank_statements_file").on(t.accountId, t.mode, t.fileSha256, t.place),
    uniqueIndex("bank_statements_reference")
      .on(t.accountId, t.mode, t.bankAccount, t.currency, t.reference)
      .where(sql`reference is not null`),
    index("bank_statements_days").on(t.accountId, t.mode, t.currency, t.toDay),
    modeCheck("bank_statements", t.mode),
    oneOf("bank_statements_format_known", t.format, STATEMENT_FORMATS),
    check("bank_statements_days_order", sql`${t.fromDay} <= ${t.toDay}`),
  ],
);

/** Why a line has no match yet. The difference is the line's amount less the object's. */
export type FindingColumn = {
  code: FindingCode;
  kind: MovementKind | null;
  objectId: string | null;
  /** Minor units of `currency`; null if currencies differ. */
  difference: string | null;
  currency: string;
  /** Number of objects that fit equally well. */
  count: number;
};

/** The lines of bank statements. Ids sort by booking day. */
export const bankLines = pgTable(
  "bank_lines",
  {
    accountId: accountColumn(),
    id: idColumn("bln", "id").notNull(),
    mode: modeColumn(),
    statementId: idColumn("bst", "statement_id").notNull(),
    /** The place of the line in its statement, from 1. */
    position: integer("position").notNull(),
    bankAccount: text("bank_account").notNull(),
    currency: text("currency").notNull(),
    /** Positive: a credit to the bank account. */
    amount: minorUnits("amount").notNull(),
    bookingDay: date("booking_day", { mode: "string" }).notNull(),
    valueDay: date("value_day", { mode: "string" }).notNull(),
    entryReference: text("entry_reference"),
    references: jsonb("refs").$type<readonly string[]>().notNull(),
    text: text("text").notNull(),
    counterparty: text("counterparty"),
    state: text("state").$type<BankLineState>().notNull(),
    /** Hash of what makes the line this one; equal lines of one statement are numbered. */
    fingerprint: text("fingerprint").notNull(),
    /** The line that it repeats. */
    twiceOf: idColumn("bln", "twice_of"),
    finding: jsonb("finding").$type<FindingColumn>(),
    /** A member took its match away: it is not matched automatically again. */
    isHeld: boolean("is_held").notNull().default(false),
    /** Why a member set it aside, and a user's id. */
    reason: text("reason"),
    decidedBy: text("decided_by"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    uniqueIndex("bank_lines_position").on(t.accountId, t.mode, t.statementId, t.position),
    // A line counts once, on whichever statements it is.
    uniqueIndex("bank_lines_once")
      .on(t.accountId, t.mode, t.bankAccount, t.currency, t.fingerprint)
      .where(sql`state <> 'twice'`),
    index("bank_lines_state").on(t.accountId, t.mode, t.state, t.id),
    index("bank_lines_twice").on(t.accountId, t.mode, t.twiceOf).where(sql`twice_of is not null`),
    modeCheck("bank_lines", t.mode),
    oneOf("bank_lines_state_known", t.state, BANK_LINE_STATES),
    check("bank_lines_twice_of", sql`(${t.state} = 'twice') = (${t.twiceOf} is not null)`),
    check("bank_lines_set_aside", sql`${t.state} <> 'set_aside' or ${t.reason} is not null`),
  ],
);

/** Which settlement or payout a line is about. Several lines can pay one object in parts. */
export const bankMatches = pgTable(
  "bank_matches",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    lineId: idColumn("bln", "line_id").notNull(),
    kind: text("kind").$type<MovementKind>().notNull(),
    objectId: text("object_id").notNull(),
    /** The object's amount; positive: a credit to the bank account. */
    amount: minorUnits("amount").notNull(),
    /** The part of that amount that this line pays: less than the amount if the object is paid in parts. */
    share: minorUnits("share").notNull(),
    currency: text("currency").notNull(),
    confidence: text("confidence").$type<MatchConfidence>().notNull(),
    /** Why a member matched them; null for automatic matches. */
    reason: text("reason"),
    decidedBy: text("decided_by"),
    createdAt: createdColumn(),
  },
  (t) => [
    // Shares of an object add up to its amount at most: `lockBank` decides between two members.
    primaryKey({ columns: [t.accountId, t.mode, t.kind, t.objectId, t.lineId] }),
    index("bank_matches_line").on(t.accountId, t.mode, t.lineId),
    modeCheck("bank_matches", t.mode),
    check("bank_matches_share", sql`abs(${t.share}) <= abs(${t.amount})`),
    oneOf("bank_matches_kind_known", t.kind, MOVEMENT_KINDS),
    oneOf("bank_matches_confidence_known", t.confidence, MATCH_CONFIDENCES),
    check(
      "bank_matches_manual",
      sql`(${t.confidence} = 'manual') = (${t.reason} is not null)
          and num_nulls(${t.reason}, ${t.decidedBy}) <> 1`,
    ),
  ],
);
