import { FORMULA_GUARD, FORMULA_SIGNS } from "#lib/kernel/csv.ts";
import type { Column } from "./definitions/column.ts";
import { REPORTS } from "./definitions/index.ts";
import { type FilterName, type NamedColumn, NONE, type ReportPlan } from "./types.ts";

/** Puts a value into a statement: as a parameter, or quoted where there can be none (COPY). */
export type Bind = (value: string) => string;

/** Where a page of rows begins: after the row with these values of the order's columns. */
export type After = { at: string; settlementId: string | null; rowId: string };

type Source = {
  from: string;
  where: string[];
  order: string;
};

/** The statement of a report's rows, or of its sums: every one of them, the newest first. For a file,
 *  `safe` keeps text of others from being read as a formula. */
export function reportSql(plan: ReportPlan, bind: Bind, { safe }: { safe: boolean }): string {
  const columns = selected(plan, bind, safe);
  if (plan.groups.length > 0) return sumsSql(plan, bind, columns);
  if (readsBatches(plan)) return batchedSql(plan, bind, { columns });
  const { from, where, order } = sourceOf(plan, bind);
  return `select ${columns} from ${from} where ${where.join(" and ")} order by ${order}`;
}

/** The statement of one page of rows, each with its cursor as `row_id`. */
export function pageSql(
  plan: ReportPlan,
  bind: Bind,
  { limit, after }: { limit: number; after: After | null },
): string {
  const { cursor } = REPORTS[plan.type];
  const columns = `${selected(plan, bind, false)}, ${cursor} as row_id`;
  if (readsBatches(plan)) return batchedSql(plan, bind, { columns, limit, after });
  const { from, where, order } = sourceOf(plan, bind);
  const at = plan.type === "declines" ? "p" : "b";
  const all = after
    ? [
        ...where,
        `(${at}.created_at, ${at}.id) < (${bind(after.at)}::timestamptz, ${bind(after.rowId)})`,
      ]
    : where;
  return `select ${columns} from ${from} where ${all.join(" and ")} order by ${order} limit ${limit}`;
}

/** One page of sums, in the order of what they are grouped by; `after` are the last one's values. */
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

/** The statement that finds a row by its cursor, for where the next page begins. */
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

const readsBatches = (plan: ReportPlan) => plan.type === "settlement" && plan.settled;

/** `"` cannot be in a name: they are all ours. */
const quoted = (name: string) => `"${name}"`;

function selected(plan: ReportPlan, bind: Bind, safe: boolean): string {
  const summed = plan.groups.length > 0;
  return plan.columns
    .map((column) => {
      const sql = (summed && column.sum) || column.sql;
      return `${cell({ ...column, sql: forAccount(sql, plan, bind) }, safe)} as ${quoted(column.name)}`;
    })
    .join(", ");
}

const forAccount = (sql: string, plan: ReportPlan, bind: Bind) =>
  sql.includes(":account") ? sql.replaceAll(":account", bind(plan.accountId)) : sql;

/** Code points of what must not begin a cell. */
const FORMULA_POINTS = FORMULA_SIGNS.map((sign) => sign.codePointAt(0)).join(", ");

const GUARD = `'${FORMULA_GUARD.replaceAll("'", "''")}'`;

function cell({ kind, sql }: Column, safe: boolean): string {
  if (!safe || kind !== "text") return sql;
  return `case when ascii(${sql}) in (${FORMULA_POINTS}) then ${GUARD} || ${sql} else ${sql} end`;
}

/** Everything but the order of a report's rows, one table after another by indexes: rows come at once
 *  and cost what they cost, however many there are. */
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
      ? // What is not a card has no interchange.
        "b.type = 'charge' and b.region is not null"
      : "b.settlement_id is null";
  return {
    from: `balance_transactions b ${JOINS}`,
    where: [own("b"), kind, ...between(plan, bind, "b.created_at"), ...narrowed(plan, bind)],
    order: "b.created_at desc, b.id desc",
  };
}

const JOINS = `left join payments p on p.account_id = b.account_id and p.id = b.payment_id
  left join settlements s on s.account_id = b.account_id and s.mode = b.mode and s.id = b.settlement_id`;

/**
 * Rows batch by batch. A batch's rows are read in the order of an index within a query of their own, so
 * that nothing has to be sorted, however large the batch. A page takes no more of any batch than it has
 * room for, and says the whole order.
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
    const arrival = `(select arrival_date from settlements where ${ownSettlement(plan, bind)} and id = ${last})`;
    batches.push(`(s.arrival_date, s.id) <= (${arrival}, ${last})`);
    // Behind every id there is.
    where.push(`b.id < case when s.id = ${last} then ${bind(after.rowId)} else '~' end`);
  }
  const names = plan.columns.map(({ name }) => `r.${quoted(name)}`).join(", ");
  return `select ${names}${limit === undefined ? "" : ", r.row_id"}
    from (select s.* from settlements s where ${batches.join(" and ")}
           order by s.arrival_date desc, s.id desc offset 0) s
   cross join lateral (
     select ${columns} from balance_transactions b
       left join payments p on p.account_id = b.account_id and p.id = b.payment_id
      where ${where.join(" and ")} order by b.id desc ${first}) r
   ${limit === undefined ? "" : `order by s.arrival_date desc, s.id desc, r.row_id desc limit ${limit}`}`;
}

const ownSettlement = (plan: ReportPlan, bind: Bind) =>
  `account_id = ${bind(plan.accountId)} and mode = ${bind(plan.mode)}`;

function rowsOfBatch(plan: ReportPlan, bind: Bind): string[] {
  const own = `b.account_id = ${bind(plan.accountId)} and b.settlement_id = s.id`;
  return [own, `b.mode = ${bind(plan.mode)}`, ...narrowed(plan, bind)];
}

/** A day arrives when it begins in the zone; the days around the range spare the index the others. */
function batchesOf(plan: ReportPlan, bind: Bind): string[] {
  const arrives = "s.arrival_date::timestamptz";
  const near = (bound: string, days: string) => `(${bound}::timestamptz)::date ${days}`;
  const only = plan.filters.settlement;
  return [
    `s.account_id = ${bind(plan.accountId)} and s.mode = ${bind(plan.mode)}`,
    ...(plan.from ? [`s.arrival_date >= ${near(bind(plan.from), "- 1")}`] : []),
    `s.arrival_date <= ${near(bind(plan.to), "+ 1")}`,
    ...between(plan, bind, arrives),
    ...(only ? [oneOf("s.id", only, bind)] : []),
  ];
}

function between({ from, to }: ReportPlan, bind: Bind, moment: string): string[] {
  const until = `${moment} < ${bind(to)}::timestamptz`;
  return from ? [`${moment} >= ${bind(from)}::timestamptz`, until] : [until];
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

/** Sums may be made in whatever way is quickest: they have few rows. */
function sumsSql(plan: ReportPlan, bind: Bind, columns: string): string {
  const key = plan.groups.map((group) => forAccount(group.sql, plan, bind));
  const { from, where } = readsBatches(plan)
    ? {
        from: `settlements s
          join balance_transactions b on b.account_id = s.account_id and b.settlement_id = s.id
          left join payments p on p.account_id = b.account_id and p.id = b.payment_id`,
        where: [...batchesOf(plan, bind), ...rowsOfBatch(plan, bind)],
      }
    : sourceOf(plan, bind);
  return `select ${columns} from ${from} where ${where.join(" and ")}
    group by ${key.join(", ")} order by ${groupKey(plan, (_, sql) => forAccount(sql, plan, bind))}`;
}

function groupKey(plan: ReportPlan, expression: (name: string, sql: string) => string): string {
  return plan.groups
    .map(
      ({ name, sql }: NamedColumn) => `coalesce((${expression(name, sql)})::text, '') collate "C"`,
    )
    .join(", ");
}
