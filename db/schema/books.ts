import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accountColumn, bytea, createdColumn, modeCheck, modeColumn, moment } from "./columns.ts";

/** How far the check of the books has come in each part: it reads on from `place` and begins again at the end. */
export const bookWalks = pgTable(
  "book_walks",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    part: text("part").notNull(),
    /** The id or day of the last row checked; empty at the beginning of a pass. */
    place: text("place").notNull().default(""),
    /** Rows checked in this pass. */
    rows: bigint("rows", { mode: "number" }).notNull().default(0),
    checkedAt: moment("checked_at").notNull(),
    /** When all rows were last checked. */
    passedAt: moment("passed_at"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.mode, t.part] }), modeCheck("book_walks", t.mode)],
);

/** Rows of the books that were wrong when they were last checked. */
export const bookFindings = pgTable(
  "book_findings",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    part: text("part").notNull(),
    /** The row that is wrong: an id, or the name of a sum. */
    row: text("row").notNull(),
    law: text("law").notNull(),
    what: text("what").notNull(),
    /** Where the check found it: compares as the places of `book_walks`. */
    place: text("place").notNull(),
    foundAt: moment("found_at").notNull(),
    seenAt: moment("seen_at").notNull(),
    /** When the owners were told; null until then. */
    toldAt: moment("told_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.part, t.row, t.law] }),
    index("book_findings_found").on(t.foundAt),
    modeCheck("book_findings", t.mode),
  ],
);

/** Keys that sign files with the last block of their ledger. The newest one signs; the others verify old files. The
 * service's role can only add rows. */
export const bookKeys = pgTable("book_keys", {
  id: text("id").primaryKey(),
  /** The point of the Ed25519 key, base64url. */
  publicKey: text("public_key").notNull(),
  /** Encrypted under the master key. */
  privateKey: bytea("private_key").notNull(),
  createdAt: createdColumn(),
});
