/** How one kind of facts is gathered into sums: what `roll-store` and `figures-store` make their
 *  statements from. */
export type RollupSql = {
  name: "outcomes" | "costs";
  /** Sums by one dimension at a time. */
  table: "outcome_rollups" | "cost_rollups";
  /** Which values of all dimensions occur together, and the sums of each. */
  kinds: "outcome_kinds" | "cost_kinds";
  kindSums: "outcome_kind_sums" | "cost_kind_sums";
  /** Rows are only ever added to it, each with the transaction that wrote it. */
  facts: "payment_outcomes" | "balance_transactions";
  /** What the facts are of: by its `created_at` they are told. */
  source: "payments" | "balance_transactions";
  /** Columns of `changes` of the same names; what is null there has no place in the dimension. */
  dimensions: readonly string[];
  /** Columns of `changes` (null where there is nothing to add) and of the rollup: sums, or the highest. */
  measures: readonly (readonly [column: string, gather: "sum" | "max"])[];
  /** Of a row of the rollup: how many facts it sums. */
  size: string;
  /**
   * Common table expressions of which the last, `changes`, has what facts change: `account_id, mode,
   * currency, created_at`, `own` (false where the row corrects what an earlier fact had counted), the
   * dimensions and measures. `which` chooses among the facts `f`.
   */
  changesOf(which: string): string;
  /** The same without the rows that correct what earlier facts had counted. */
  ownChangesOf(which: string): string;
  /** Those rows alone, of all facts there are, as expressions like `changesOf`'s; $1 the account, or null
   *  for all. Null where facts correct nothing. */
  corrections: string | null;
  /** The same rows read from their source as it now stands. `which` chooses among them by the name under
   *  which they have `account_id, mode, currency, created_at`. */
  standing(which: (row: string) => string): string;
};

/** `sum(a)::bigint as a, max(b)::bigint as b` */
export function sumAgain({ measures }: RollupSql): string {
  return measures.map(([column, gather]) => `${gather}(${column})::bigint as ${column}`).join(", ");
}

export const columnsOf = ({ measures }: RollupSql) => measures.map(([column]) => column).join(", ");

/**
 * Sums of `changes` (or what is like it, called `c`): one row for each slice of time, and for each value
 * of each dimension within `within`. `time` names the columns of slices; a row of them has the dimension
 * `all`. Rows without a place in their dimension are left out.
 */
export function gatherSql(
  rollup: RollupSql,
  source: string,
  { by, times, within }: { by: string; times: readonly string[]; within: string },
): string {
  const { dimensions, measures } = rollup;
  const prefix = by ? `${by}, ` : "";
  const inner = within ? `${within}, ` : "";
  const sets = [
    ...times.map((time) => `(${prefix}${time})`),
    ...dimensions.map((dimension) => `(${prefix}${inner}${dimension})`),
  ];
  const full = 2 ** dimensions.length - 1;
  const names = dimensions.map(
    (dimension, i) => `when ${full - 2 ** (dimensions.length - 1 - i)} then '${dimension}'`,
  );
  const timeColumns = [...new Set([...times, ...(within ? [within] : [])])];
  const columns = timeColumns.map((column) => `${column}, `).join("");
  return `
    select * from (
      select ${prefix}${columns}
             case grouping(${dimensions.join(", ")}) when ${full} then 'all' ${names.join(" ")} end as dimension,
             case grouping(${dimensions.join(", ")}) when ${full} then '' else coalesce(${dimensions.join(", ")}) end as value,
             ${measures.map(([column, gather]) => `coalesce(${gather}(c.${column}), 0)::bigint as ${column}`).join(",\n             ")}
        from ${source} c
       group by grouping sets (${sets.join(", ")})
    ) gathered where value is not null`;
}
