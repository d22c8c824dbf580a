import pg from "pg";
import { type CopyOut, copyOut } from "#db/copy-out.ts";
import { withParams } from "#db/sql-text.ts";
import { sqlState, type Tx, transact } from "#db/transact.ts";
import { invalid } from "#lib/kernel/errors.ts";
import {
  type After,
  type Bind,
  cursorSql,
  pageSql,
  reportSql,
  sumsPageSql,
} from "./compose-sql.ts";
import type { ReportPlan } from "./types.ts";

type Row = Record<string, unknown>;

/** Parameters in the order of their first use; the same value is the same parameter. */
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

/** The zone of a report is that of its session; for few rows among many, indexes are right whatever the
 *  statistics say. Both for this transaction only. */
async function prepare(tx: Tx, plan: ReportPlan): Promise<void> {
  const collects = plan.groups.length > 0 ? "on" : "off";
  await run(
    tx,
    (bind) => `select set_config('timezone', ${bind(plan.timezone)}, true),
      set_config('enable_hashjoin', '${collects}', true),
      set_config('enable_mergejoin', '${collects}', true)`,
  );
}

/** A zone that this database does not know, though others do. */
const isUnknownZone = (error: unknown) => sqlState(error) === "22023";

async function inZone<T>(plan: ReportPlan, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transact(async (tx) => {
      await prepare(tx, plan);
      return await work(tx);
    });
  } catch (error) {
    if (isUnknownZone(error)) throw invalid("timezone", "The database does not know this zone.");
    throw error;
  }
}

/** Throws `parameter_invalid` when the range of a plan is none, and for a zone that is none. */
export async function checkRange(plan: ReportPlan): Promise<void> {
  await inZone(plan, (tx) => checkRangeIn(tx, plan));
}

async function checkRangeIn(tx: Tx, { from, to }: ReportPlan): Promise<void> {
  if (from === null) return;
  const [row] = await run(
    tx,
    (bind) => `select ${bind(from)}::timestamptz < ${bind(to)}::timestamptz as holds`,
  );
  if (!row?.holds) throw invalid("to", "Must be later than from.");
}

/** One page of rows, one more than `limit` if there is one; each has its cursor as `row_id`. Throws
 *  `parameter_invalid` for a cursor that is no row of the account and mode. */
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
  const isBatched = plan.type === "settlement" && plan.settled;
  if (!after || (isBatched && after.settlementId === null)) {
    throw invalid("starting_after", `There is no such row to page from: ${cursor.slice(0, 60)}`);
  }
  return after;
}

/** One page of sums, one more than `limit` if there is one. */
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

/** The text of the query whose rows `openCsv` copies: for reading its plan. */
export function csvSql(plan: ReportPlan): string {
  return reportSql(plan, literal, { safe: true });
}

/** Begins to copy every row out as CSV, formatted and made safe by the database. */
export async function openCsv(plan: ReportPlan): Promise<CopyOut> {
  return await copyOut(csvSql(plan), {
    timezone: plan.timezone,
    streams: plan.groups.length === 0,
  });
}
