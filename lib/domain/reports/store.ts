import { sql } from "drizzle-orm";
import pg from "pg";
import { type CopyOut, copyOut } from "#db/copy-out.ts";
import { BESIDE_INDEXES, setLocally } from "#db/pool.ts";
import { withParams } from "#db/sql-text.ts";
import { readTogether, sqlState, type Tx } from "#db/transact.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { invalid } from "#lib/kernel/errors.ts";
import {
  type After,
  type Bind,
  cursorSql,
  momentOf,
  pageSql,
  readsBatches,
  reportSql,
  sumsPageSql,
} from "./compose-sql.ts";
import type { ReportPlan } from "./types.ts";

type Row = Record<string, unknown>;

/** Collects parameters in the order of first use; equal values share a parameter. */
function parameters(): { bind: Bind; values: string[] } {
  const values: string[] = [];
  const bind = (value: string) => {
    if (!values.includes(value)) values.push(value);
    return `$${values.indexOf(value) + 1}`;
  };
  return { bind, values };
}

async function run(tx: Tx, compose: (bind: Bind) => string): Promise<Row[]> {
  const { bind, values } = parameters();
  const { rows } = await tx.execute(withParams(compose(bind), values));
  return rows;
}

/** Sets the report's zone, and forbids hash and merge joins and scans for rows, which must stream through indexes whatever
 *  the statistics say. For this transaction only. */
async function prepare(tx: Tx, plan: ReportPlan): Promise<void> {
  const collects = plan.groups.length > 0 ? "on" : "off";
  await tx.execute(sql.raw(setLocally(plan.timezone, [...BESIDE_INDEXES], collects)));
}

/** The runtime knows the zone, but the database does not. */
function throwUnknownZone(error: unknown): never {
  if (sqlState(error) === "22023") {
    throw invalid("timezone", "This time zone is not supported.");
  }
  throw error;
}

async function inZone<T>(plan: ReportPlan, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await readTogether(async (tx) => {
    await prepare(tx, plan);
    return await work(tx);
  }).catch(throwUnknownZone);
}

/** Throws `parameter_invalid` for an empty range, and for a zone that the database does not know. Leaves the settings of
 *  the caller's transaction alone. */
export async function checkRangeIn(tx: Tx, plan: ReportPlan): Promise<void> {
  const { from, to, timezone } = plan;
  const holds = (bind: Bind) =>
    from === null ? "true" : `${momentOf(plan, bind, from)} < ${momentOf(plan, bind, to)}`;
  const [row] = await run(
    tx,
    (bind) => `select ${holds(bind)} as holds, now() at time zone ${bind(timezone)}`,
  ).catch(throwUnknownZone);
  if (!row?.holds) throw invalid("to", "Must be later than from.");
}

const AWAITED: ReadonlySet<ReportPlan["status"]> = new Set(["paid", "failed", "all"]);

/** When a report's range ends by the zone data of the database, which its rows are chosen by, and whether a settlement
 *  that should have arrived by then, in the last 7 days, is still expected: its arrival can be recorded later than it was.
 *  Throws `parameter_invalid` for a zone that the database does not know. Takes no lock. */
export async function readEnd(
  tx: Tx,
  plan: ReportPlan,
): Promise<{ endsAt: Date; isAwaited: boolean }> {
  const [row] = await run(tx, (bind) => {
    const end = momentOf(plan, bind, plan.to);
    return `select extract(epoch from ${end})::float8 * 1000 as "endsMs",
      exists (select 1 from settlements s
               where s.account_id = ${bind(plan.accountId)} and s.mode = ${bind(plan.mode)}
                 and s.status = 'scheduled' and s.arrives_at < ${end}
                 and s.arrives_at >= ${end} - interval '7 days') as expected`;
  }).catch(throwUnknownZone);
  const { endsMs, expected } = row as { endsMs: number; expected: boolean };
  const isAwaited = plan.type === "settlement" && AWAITED.has(plan.status) && expected;
  return { endsAt: dateFromMs(endsMs), isAwaited };
}

/** Up to `limit + 1` rows, each with its cursor as `row_id`. Throws `parameter_invalid` for a cursor that is not a row of
 *  the account and mode. */
export async function readRows(
  plan: ReportPlan,
  { limit, startingAfter }: { limit: number; startingAfter: string | undefined },
): Promise<Row[]> {
  return await inZone(plan, async (tx) => {
    await checkRangeIn(tx, plan);
    const after = startingAfter === undefined ? null : await findCursor(tx, plan, startingAfter);
    return await run(tx, (bind) => pageSql(plan, bind, { limit: limit + 1, after }));
  });
}

async function findCursor(tx: Tx, plan: ReportPlan, cursor: string): Promise<After> {
  const [row] = await run(tx, (bind) => cursorSql(plan, bind, cursor));
  const after = row as After | undefined;
  if (!after || (readsBatches(plan) && after.settlementId === null)) {
    throw invalid("starting_after", `No such row to page from: ${cursor.slice(0, 60)}`);
  }
  return after;
}

/** Up to `limit + 1` sums. */
export async function readSums(
  plan: ReportPlan,
  { limit, after }: { limit: number; after: readonly string[] | null },
): Promise<Row[]> {
  return await inZone(plan, async (tx) => {
    await checkRangeIn(tx, plan);
    return await run(tx, (bind) => sumsPageSql(plan, bind, { limit: limit + 1, after }));
  });
}

/** COPY takes no parameters: values are quoted instead. */
const literal: Bind = (value) => pg.escapeLiteral(value);

/** The query whose rows `openCsv` copies; exported so that tests can read its query plan. */
export function csvSql(plan: ReportPlan): string {
  return reportSql(plan, literal, { safe: true });
}

/** Begins to copy all rows as CSV, formatted and guarded against formulas by the database. */
export async function openCsv(plan: ReportPlan): Promise<CopyOut> {
  return await copyOut(csvSql(plan), {
    timezone: plan.timezone,
    streams: plan.groups.length === 0,
  }).catch(throwUnknownZone);
}
