import { sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { bigint, check, customType, text, timestamp } from "drizzle-orm/pg-core";
import { MODES } from "#lib/kernel/vocabulary/modes.ts";
import type { Id, Prefix } from "../../lib/kernel/ids.ts";
import type { Mode } from "../../lib/kernel/mode.ts";

/** Shared column types. The key of every tenant table begins with the account (docs/database.md). */

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Ids compare by bytes in any collation of the database: faster, and required by partitions. */
const idText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export function idColumn<P extends Prefix>(_prefix: P, name: string) {
  return idText(name).$type<Id<P>>();
}

/** A transaction id as PostgreSQL compares it; never wraps around. */
export const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });
/** The transaction that wrote a row. Readers that continue where they stopped read only below the oldest running
 * transaction (`pg_snapshot_xmin`), and so miss no row that commits late. */
export const writtenBy = () => transactionId("tx_id").notNull().default(sql`pg_current_xact_id()`);

/** The id of any kind of object. */
export const objectIdColumn = () => idText("object_id").$type<Id>().notNull();

export const accountColumn = () => idColumn("acct", "account_id").notNull();
export const modeColumn = () => text("mode").$type<Mode>().notNull();
export const minorUnits = (name: string) => bigint(name, { mode: "bigint" });
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdColumn = () => moment("created_at").notNull().defaultNow();

/** A check constraint: a text column holds one of `values`, the statuses of a state table. */
export function oneOf(name: string, column: AnyPgColumn, values: readonly string[]) {
  return check(
    name,
    sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`,
  );
}

export const modeCheck = (table: string, column: AnyPgColumn) =>
  oneOf(`${table}_mode`, column, MODES);
