import { type AnyColumn, and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Context } from "#lib/kernel/context.ts";
import type { MoreValues } from "#lib/kernel/page.ts";
import { METADATA_COLUMN } from "#lib/kernel/vocabulary/lists.ts";
import { db } from "./client.ts";

/** The expressions of optional columns, by name. */
type Expressions = Readonly<Record<string, AnyColumn | SQL>>;

/** A time as ISO 8601 in UTC. */
export const isoText = (column: AnyColumn) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Reads the optional columns that are asked for, by row id, in one query. `read` gets the selection; it adds the id, the
 * owner and the ids of a page. Reads nothing if none of the names is in `known` or of `metadata`.
 */
export async function readMore(
  names: readonly string[],
  { known, metadata }: { known: Expressions; metadata: AnyColumn | null },
  read: (
    selection: Record<string, SQL<string | null>>,
  ) => Promise<Array<{ id: string; more: Record<string, string | null> }>>,
): Promise<Map<string, MoreValues>> {
  const selection: Record<string, SQL<string | null>> = {};
  for (const name of names) {
    const expression = Object.hasOwn(known, name) ? known[name] : undefined;
    if (expression) selection[name] = sql<string | null>`(${expression})::text`;
    else if (metadata && name.startsWith(METADATA_COLUMN)) {
      selection[name] = sql<string | null>`${metadata} ->> ${name.slice(METADATA_COLUMN.length)}`;
    }
  }
  if (Object.keys(selection).length === 0) return new Map();
  const rows = await read(selection);
  return new Map(rows.map(({ id, more }) => [id, more]));
}

/** A table of objects of an account and mode, with metadata. */
type ObjectTable = PgTable &
  Readonly<Record<"accountId" | "mode" | "id" | "metadata", AnyPgColumn>>;

type Owner = Pick<Context, "accountId" | "mode">;

const own = (t: ObjectTable, { accountId, mode }: Owner) =>
  and(eq(t.accountId, accountId), eq(t.mode, mode));

/** Returns the optional columns of a page of objects, by id, all from their own table. Takes no lock. */
export function readOwnMore(
  t: ObjectTable,
  known: Expressions,
  { owner, ids, names }: { owner: Owner; ids: readonly string[]; names: readonly string[] },
): Promise<Map<string, MoreValues>> {
  return readMore(names, { known, metadata: t.metadata }, (more) =>
    db()
      .select({ id: sql<string>`${t.id}`, more })
      .from<PgTable>(t)
      .where(and(own(t, owner), inArray(t.id, [...ids]))),
  );
}

/** Rows whose metadata is searched for keys. */
const KEYS_LOOKED_AT = 500;

/** Keys offered at most. */
const MOST_KEYS = 100;

/** Returns the keys in the metadata of a table's newest rows, in alphabetical order. Takes no lock. */
export async function newestMetadataKeys(t: ObjectTable, owner: Owner): Promise<string[]> {
  const newest = db()
    .select({ metadata: sql`${t.metadata}`.as("metadata") })
    .from<PgTable>(t)
    .where(own(t, owner))
    .orderBy(desc(t.id))
    .limit(KEYS_LOOKED_AT)
    .as("newest");
  const rows = await db()
    .selectDistinct({ key: sql<string>`jsonb_object_keys(${newest.metadata})`.as("key") })
    .from(newest)
    .orderBy(sql`key`)
    .limit(MOST_KEYS);
  return rows.map(({ key }) => key);
}
