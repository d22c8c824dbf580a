import type pg from "pg";
import { log } from "#lib/kernel/log.ts";
import type { LongStep } from "./migration-steps.ts";

/** Runs statements in one transaction that waits briefly for each lock, again and again until it gets all of them. */
export type Briefly = (statements: readonly string[]) => Promise<void>;

const LONGEST_NAME = 63;

type Found = { valid: boolean };

/** Whether an index is there and can be used; null if it is not there. */
async function findIndex(client: pg.Client, name: string): Promise<Found | null> {
  const { rows } = await client.query<Found>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [`"${name}"`],
  );
  return rows[0] ?? null;
}

/** The partitions of a partitioned table; null of any other table. */
async function partitionsOf(client: pg.Client, table: string): Promise<string[] | null> {
  const { rows } = await client.query<{ partitioned: boolean; names: string[] | null }>(
    `select relkind = 'p' as partitioned,
            (select array_agg(i.inhrelid::regclass::text) from pg_inherits i where i.inhparent = c.oid and not i.inhdetachpending) as names
       from pg_class c where c.oid = to_regclass($1)`,
    [`"${table}"`],
  );
  return rows[0]?.partitioned ? (rows[0].names ?? []) : null;
}

type Index = { name: string; table: string; unique: boolean; definition: string };

/** Makes an index while rows are written. It waits for transactions that run, such as `pg_dump`, and nobody waits for it. One
 * that an interrupted attempt left is made anew. */
async function indexBeside(client: pg.Client, { name, table, unique, definition }: Index) {
  const found = await findIndex(client, name);
  if (found?.valid) return;
  if (found) await client.query(`drop index concurrently "${name}"`);
  log.info("an index is made", { index: name, table });
  const kind = unique ? "unique index" : "index";
  await client.query(`create ${kind} concurrently "${name}" on "${table}" ${definition}`);
}

async function makeIndex(client: pg.Client, index: Index, briefly: Briefly): Promise<void> {
  const partitions = await partitionsOf(client, index.table);
  if (!partitions) return await indexBeside(client, index);
  if ((await findIndex(client, index.name))?.valid) return;
  for (const table of partitions) {
    const name = `${table}_${index.name}`.slice(0, LONGEST_NAME);
    await indexBeside(client, { ...index, name, table });
  }
  // Takes over the indexes of the partitions, without a look at their rows.
  const kind = index.unique ? "unique index" : "index";
  await briefly([`create ${kind} "${index.name}" on "${index.table}" ${index.definition}`]);
}

type Constraint = { name: string; table: string; statement: string };

/** New rows are checked at once; those that are there while rows are written. */
async function makeConstraint(client: pg.Client, made: Constraint, briefly: Briefly) {
  const { name, table, statement } = made;
  const { rowCount } = await client.query(
    "select from pg_constraint where conrelid = to_regclass($1) and conname = $2",
    [`"${table}"`, name.slice(0, LONGEST_NAME)],
  );
  if (rowCount === 0) await briefly([`${statement} not valid`]);
  await client.query(`alter table "${table}" validate constraint "${name}"`);
}

/** Does a step of a migration whose transaction is committed, without keeping calls waiting. Can be repeated after an
 * interruption. */
export async function runLongStep(client: pg.Client, step: LongStep, briefly: Briefly) {
  if (step.kind === "index") await makeIndex(client, step, briefly);
  else await makeConstraint(client, step, briefly);
}
