import { index, pgTable, text } from "drizzle-orm/pg-core";
import { PAIRING_STATUSES, type PairingStatus } from "#lib/kernel/vocabulary/keys.ts";
import { bytea, createdColumn, idColumn, moment, oneOf } from "./columns.ts";

/** Command lines that ask for a key, until an hour after they asked. It belongs to no account until a member confirms it.
 * Holds no key: that is made when the command line collects it. */
export const pairings = pgTable(
  "pairings",
  {
    id: idColumn("prg", "id").primaryKey(),
    /** Keyed hash of the secret with which the command line polls. */
    pollHash: bytea("poll_hash").notNull().unique("pairings_poll"),
    /** Keyed hash of the code that the person compares. */
    codeHash: bytea("code_hash").notNull().unique("pairings_code"),
    /** The machine's name as the command line gives it. */
    device: text("device").notNull(),
    address: text("address"),
    client: text("client"),
    status: text("status").$type<PairingStatus>().notNull(),
    /** The account and the member that answered, and the scopes of the key; null before. */
    accountId: idColumn("acct", "account_id"),
    answeredBy: text("answered_by"),
    scopes: text("scopes").array(),
    polledAt: moment("polled_at"),
    createdAt: createdColumn(),
  },
  (t) => [
    index("pairings_created").on(t.createdAt),
    oneOf("pairings_status", t.status, PAIRING_STATUSES),
  ],
);
