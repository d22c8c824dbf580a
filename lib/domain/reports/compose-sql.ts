import { freshRetriesSql } from "#lib/domain/analytics/index.ts";
import { FORMULA_GUARD, FORMULA_SIGNS } from "#lib/kernel/csv.ts";
import { localMomentSql } from "#lib/kernel/period.ts";
import { type Column, majorUnits } from "./definitions/column.ts";
import { REPORTS } from "./definitions/index.ts";
import { type FilterName, type NamedColumn, NONE, type ReportPlan } from "./types.ts";

/** Inserts a value into a statement as a parameter, or quoted where parameters are not possible (COPY). */
export type Bind = (value: string) => string;

/** The values of the order's columns in the last row of the previous page. */
export type After = { at: string; settlementId: string | null; rowId: string };

type Source = {
  from: string;
  where: string[];
  order: string;
};

/** The statement of all rows of a report, newest first, or of its sums. `safe` guards text against being read as a
 *  formula (for files). */
export function reportSql(plan: ReportPlan, bind: Bind, { safe }: { safe: boolean }): string {
  const columns = selected(plan, safe);
  if (plan.groups.length > 0) return sumsSql(plan, bind, columns);
  if (readsBatches(plan)) return batchedSql(plan, bind, { columns });
  const { from, where, order } = sourceOf(plan, bind);
  return `${freshRetries(plan, bind)}select ${columns} from ${from} where ${where.join(" and ")} order by ${order}`;
}

/** The statement of one page of rows, with each row's cursor as `row_id`. */
export function pageSql(
  plan: ReportPlan,
  bind: Bind,
  { limit, after }: { limit: number; after: After | null },
): string {
  const { cursor } = REPORTS[plan.type];
  const columns = `${selected(plan, false)}, ${cursor} as row_id`;
  if (readsBatches(plan)) return batchedSql(plan, bind, { columns, limit, after });
  const { from, where, order } = sourceOf(plan, bind);
  const at = plan.type === "declines" ? "p" : "b";
  const all = after
    ? [
        ...where,
        `(${at}.created_at, ${at}.id) < (${bind(after.at)}::timestamptz, ${bind(after.rowId)})`,
      ]
    : where;
  return `${freshRetries(plan, bind)}select ${columns} from ${from} where ${all.join(" and ")} order by ${order} limit ${limit}`;
}

/** The join that the columns about retries need; empty without such columns. */
function freshRetries(plan: ReportPlan, bind: Bind): string {
  if (!plan.columns.some(({ sql }) => sql.includes("fresh_retries"))) return "";
  return `with ${freshRetriesSql(bind(plan.accountId), bind(plan.mode))} `;
}

/** The statement of one page of sums, ordered by group. `after` holds the last group's values. */
export function sumsPageSql(
  plan: ReportPlan,
  bind: Bind,
  { limit, after }: { limit: number; after: readonly string[] | null },
): string {
  const inner = reportSql(plan, bind, { safe: false });
  const key = groupKey(plan, (name) => quoted(name));
  const bound = after ? `where (${key}) > (${after.map((value) => bind(value)).join(", ")})` : "";
  return `select * from (${inner}) sums ${bound} order by ${key} limit ${limit}`;
}

/** The statement that finds a row by its cursor, where the next page continues. */
export function cursorSql(plan: ReportPlan, bind: Bind, cursor: string): string {
  const own = `account_id = ${bind(plan.accountId)} and mode = ${bind(plan.mode)}`;
  const id = bind(cursor);
  if (plan.type === "declines") {
    return `select created_at::text as at, null as "settlementId", id as "rowId"
      from payments where ${own} and id = ${id}`;
  }
  const row = plan.type === "interchange" ? `source_id = ${id} and type = 'charge'` : `id = ${id}`;
  return `select created_at::text as at, settlement_id as "settlementId", id as "rowId"
    from balance_transactions where ${own} and ${row}`;
}

export const readsBatches = (plan: ReportPlan) =>
  plan.type === "settlement" && plan.status !== "unsettled";

/** Column names are our own and contain no `"`. */
const quoted = (name: string) => `"${name}"`;

/** A constant of ours. */
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

function selected(plan: ReportPlan, safe: boolean): string {
  const summed = plan.groups.length > 0;
  return plan.columns
    .map((column) => {
      const own = forAccount((summed && column.sum) || column.sql, plan);
      const sql = inUnits(plan, column, own);
      return `${cell({ ...column, sql }, safe)} as ${quoted(column.name)}`;
    })
    .join(", ");
}

/** Amounts in major units in the decimal layout; sums are always grouped by currency. */
function inUnits({ type, layout }: ReportPlan, { kind }: Column, sql: string): string {
  if (layout !== "decimal" || kind !== "minor") return sql;
  return majorUnits(sql, REPORTS[type].filters.currency!);
}

/** The id as text and not as a parameter: PostgreSQL takes an expression that is grouped by for the one that is selected
 *  only if both name the same parameter. */
const forAccount = (sql: string, plan: ReportPlan) =>
  sql.replaceAll(":account", text(plan.accountId));

/** Code points that must not start a cell. */
const FORMULA_POINTS = FORMULA_SIGNS.map((sign) => sign.codePointAt(0)).join(", ");

const GUARD = text(FORMULA_GUARD);

function cell({ kind, sql }: Column, safe: boolean): string {
  if (!safe || kind !== "text") return sql;
  return `case when ascii(${sql}) in (${FORMULA_POINTS}) then ${GUARD} || ${sql} else ${sql} end`;
}

/** Source, filters and order of a report's rows. Tables are joined row by row through indexes, so that rows stream
 *  immediately, however many there are. */
function sourceOf(plan: ReportPlan, bind: Bind): Source {
  const own = (table: string) =>
    `${table}.account_id = ${bind(plan.accountId)} and ${table}.mode = ${bind(plan.mode)}`;
  if (plan.type === "declines") {
    const where = [own("p"), "p.outcome = 'declined'", ...between(plan, bind, "p.created_at")];
    return {
      from: "payments p",
      where: [...where, ...narrowed(plan, bind)],
      order: "p.created_at desc, p.id desc",
    };
  }
  const kind =
    plan.type === "interchange"
      ? // Only card charges have a region and interchange.
        "b.type = 'charge' and b.region is not null"
      : "b.settlement_id is null";
  return {
    from: `balance_transactions b ${joins(bind(plan.accountId))}`,
    where: [own("b"), kind, ...between(plan, bind, "b.created_at"), ...narrowed(plan, bind)],
    order: "b.created_at desc, b.id desc",
  };
}

/** Each table is held to the account by itself: Citus does not derive it in every join. */
const ofPayments = (account: string) =>
  `left join payments p on p.account_id = ${account} and p.id = b.payment_id`;

const joins = (account: string) => `${ofPayments(account)}
  left join settlements s on s.account_id = ${account} and s.mode = b.mode and s.id = b.settlement_id`;

/**
 * Rows settlement by settlement, the last one to arrive first. A lateral query reads each settlement's rows in index order, so nothing is sorted,
 * however large the settlement. A page reads at most `limit` rows per settlement and states the whole order.
 */
function batchedSql(
  plan: ReportPlan,
  bind: Bind,
  page: { columns: string; limit?: number; after?: After | null },
): string {
  const { columns, limit, after } = page;
  const first = limit === undefined ? "" : `limit ${limit}`;
  const where = [...rowsOfBatch(plan, bind)];
  const batches = [...batchesOf(plan, bind)];
  if (after) {
    const last = bind(after.settlementId ?? "");
    const arrival = `(select arrives_at from settlements where ${ownSettlement(plan, bind)} and id = ${last})`;
    batches.push(`(s.arrives_at, s.id) <= (${arrival}, ${last})`);
    // `~` sorts after every id.
    where.push(`b.id < case when s.id = ${last} then ${bind(after.rowId)} else '~' end`);
  }
  const names = plan.columns.map(({ name }) => `r.${quoted(name)}`).join(", ");
  return `select ${names}${limit === undefined ? "" : ", r.row_id"}
    from (select s.* from settlements s where ${batches.join(" and ")}
           order by s.arrives_at desc, s.id desc offset 0) s
   cross join lateral (
     select ${columns} from balance_transactions b
       ${ofPayments(bind(plan.accountId))}
      where ${where.join(" and ")} order by b.id desc ${first}) r
   ${limit === undefined ? "" : `order by s.arrives_at desc, s.id desc, r.row_id desc limit ${limit}`}`;
}

const ownSettlement = (plan: ReportPlan, bind: Bind) =>
  `account_id = ${bind(plan.accountId)} and mode = ${bind(plan.mode)}`;

function rowsOfBatch(plan: ReportPlan, bind: Bind): string[] {
  const own = `b.account_id = ${bind(plan.accountId)} and b.settlement_id = s.id`;
  return [own, `b.mode = ${bind(plan.mode)}`, ...narrowed(plan, bind)];
}

/** The batches that the bank had, or is to have, within the range: an instant, so the same in every zone. */
function batchesOf(plan: ReportPlan, bind: Bind): string[] {
  const only = plan.filters.settlement;
  return [
    `s.account_id = ${bind(plan.accountId)} and s.mode = ${bind(plan.mode)}`,
    ...between(plan, bind, "s.arrives_at"),
    ...(plan.status === "all"
      ? only
        ? []
        : [notCarried(bind(plan.accountId))]
      : [`s.status = ${bind(plan.status)}`]),
    ...(only ? [oneOf("s.id", only, bind)] : []),
  ];
}

/** Leaves out a returned batch whose money went into a later one, so that rows of all batches count it once. The collation
 *  is that of the index on the source. */
const notCarried = (account: string) => `(s.status <> 'failed' or not exists (
  select 1 from balance_transactions carried
   where carried.account_id = ${account} and carried.source_id = s.id collate "default"
     and carried.type = 'settlement_failure' and carried.settlement_id is not null))`;

function between(plan: ReportPlan, bind: Bind, moment: string): string[] {
  const until = `${moment} < ${momentOf(plan, bind, plan.to)}`;
  return plan.from ? [`${moment} >= ${momentOf(plan, bind, plan.from)}`, until] : [until];
}

/** An end of the range as a time. Without an offset it is in the report's zone; a time that occurs twice is the first one. */
export function momentOf({ timezone }: ReportPlan, bind: Bind, end: string): string {
  const isLocal = /T\d{2}:\d{2}:\d{2}$/.test(end);
  return isLocal ? localMomentSql(bind(end), bind(timezone)) : `${bind(end)}::timestamptz`;
}

const oneOf = (sql: string, values: readonly string[], bind: Bind) =>
  `${sql} in (${values.map((value) => bind(value)).join(", ")})`;

function narrowed(plan: ReportPlan, bind: Bind): string[] {
  const known = REPORTS[plan.type].filters;
  return (Object.entries(plan.filters) as Array<[FilterName, readonly string[]]>).map(
    ([name, values]) => {
      const sql = `(${known[name]})`;
      const given = oneOf(sql, values, bind);
      return values.includes(NONE) ? `(${given} or ${sql} is null)` : given;
    },
  );
}

/** Sums have few rows, so the planner may choose any join method. */
function sumsSql(plan: ReportPlan, bind: Bind, columns: string): string {
  const key = plan.groups.map((group) => forAccount(group.sql, plan));
  const { from, where } = readsBatches(plan)
    ? {
        from: `settlements s
          join balance_transactions b on b.account_id = s.account_id and b.settlement_id = s.id
          ${ofPayments(bind(plan.accountId))}`,
        where: [...batchesOf(plan, bind), ...rowsOfBatch(plan, bind)],
      }
    : sourceOf(plan, bind);
  return `select ${columns} from ${from} where ${where.join(" and ")}
    group by ${key.join(", ")} order by ${groupKey(plan, (_, sql) => forAccount(sql, plan))}`;
}

function groupKey(plan: ReportPlan, expression: (name: string, sql: string) => string): string {
  return plan.groups
    .map(
      ({ name, sql }: NamedColumn) => `coalesce((${expression(name, sql)})::text, '') collate "C"`,
    )
    .join(", ");
}
