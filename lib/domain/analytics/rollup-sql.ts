/** The end of a condition that holds the table `alias` to the accounts of the statement. It follows from a join with them, but
 *  Citus does not see that in every part, and would ask all shards. */
export type To = (alias: string) => string;

/** Holds tables to one account, an SQL expression. */
export const toAccount =
  (account: string): To =>
  (alias) =>
    ` and ${alias}.account_id = ${account}`;

/** The accounts of a statement: `whose` holds a table to them, `to` one that is joined with such a table. */
export type Accounts = { whose(alias: string): string; to: To };

/** All accounts, or the one in a parameter. */
export const allOrOne = (param: string): Accounts => ({
  whose: (alias) => `(${param}::text is null or ${alias}.account_id = ${param})`,
  to: () => "",
});

/** The account in a parameter. */
export const onlyOne = (param: string): Accounts => ({
  whose: (alias) => `${alias}.account_id = ${param}`,
  to: toAccount(param),
});

/** How one type of fact is summed. `roll-store` and `figures-store` compose their statements from it. */
export type RollupSql = {
  name: "outcomes" | "costs";
  /** Sums by one dimension at a time. */
  table: "outcome_rollups" | "cost_rollups";
  /** The combinations of values of all dimensions that occur; `kindSums` holds their sums. */
  kinds: "outcome_kinds" | "cost_kinds";
  kindSums: "outcome_kind_sums" | "cost_kind_sums";
  /** The sets of dimensions whose sums are kept together per hour, smallest first; the place in the list is a pair's
   *  number. After a change the rollup must be rebuilt. */
  pairs: readonly (readonly string[])[];
  /** The values of pairs that occur; `pairSums` holds their sums. */
  pairTable: "outcome_pairs" | "cost_pairs";
  pairSums: "outcome_pair_sums" | "cost_pair_sums";
  /** Append-only; each row has the id of the transaction that wrote it. */
  facts: "payment_outcomes" | "balance_transactions";
  /** The table of the objects that facts are about; its `created_at` is the time of a fact. */
  source: "payments" | "balance_transactions";
  /** Columns of `changes` with the same names; null values are not counted in the dimension. */
  dimensions: readonly string[];
  /** Columns of `changes` (null: nothing to add) and of the rollup: sums or maxima. */
  measures: readonly (readonly [column: string, gather: "sum" | "max"])[];
  /** The number of facts in a row of the rollup. */
  size: string;
  /**
   * Common table expressions; the last, `changes`, holds what the facts `f` selected by `which` change: `account_id,
   * mode, currency, created_at`, `own` (false for a correction of an earlier fact), dimensions and measures.
   */
  changesOf(which: string, to: To): string;
  /** As `changesOf`, without corrections of earlier facts. */
  ownChangesOf(which: string, to: To): string;
  /** The corrections alone, for all facts of some accounts, in the form of `changesOf`. Null if facts never correct others. */
  corrections: ((of: Accounts) => string) | null;
  /** The rows of `changes`, computed from the current source rows. `which` filters the alias that has `account_id, mode,
   *  currency, created_at`. */
  current(which: (row: string) => string, to: To): string;
};

/** `sum(a)::bigint as a, max(b)::bigint as b` */
export function sumAgain({ measures }: RollupSql): string {
  return measures.map(([column, gather]) => `${gather}(${column})::bigint as ${column}`).join(", ");
}

export const columnsOf = ({ measures }: RollupSql) => measures.map(([column]) => column).join(", ");

/**
 * Sums of `source` (alias `c`, with the columns of `changes`): one row per time slice (`times`, dimension `all`), and
 * one per value of each dimension within each `within`. Null values of a dimension are skipped.
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

/** The changes by the transactions from $1 to $2, without corrections of earlier ones. */
export const ownFactsSql = (rollup: RollupSql, { whose, to }: Accounts) =>
  rollup.ownChangesOf(`f.tx_id >= $1::xid8 and f.tx_id <= $2::xid8 and ${whose("f")}`, to);

/** The common table expression that `notRolled` reads: the transaction id from which on facts are not rolled up. Citus joins
 *  this table, which has no account, with those that have one only as such. */
export const rolledSql = (name: RollupSql["name"]) => `rolled as materialized (
    select coalesce((select rolled_to from rollup_progress where rollup = '${name}'), '0'::xid8) as at)`;

/** The same as a statement of its own. Its result as a parameter lets Citus send the next statement to the account's shard as it is. */
export const rolledToSql = (name: RollupSql["name"]) =>
  `select coalesce((select rolled_to from rollup_progress where rollup = '${name}'), '0'::xid8)::text as at`;

/** Selects the facts `f` of an account and mode that are not rolled up; both are SQL expressions. Needs `rolledSql`. */
export const notRolled = (account: string, mode: string) =>
  `f.account_id = ${account} and f.mode = ${mode} and f.tx_id >= (select at from rolled)`;

/** The common table expressions up to the `changes` of facts of an account and mode that are not rolled up. */
export const freshChangesSql = (
  { name, changesOf }: Pick<RollupSql, "name" | "changesOf">,
  account: string,
  mode: string,
) => `${rolledSql(name)}, ${changesOf(notRolled(account, mode), toAccount(account))}`;

/** The same without corrections of earlier facts: on Citus, which runs each expression by itself, a third of the statements. */
export const freshOwnChangesSql = (
  { name, ownChangesOf }: Pick<RollupSql, "name" | "ownChangesOf">,
  account: string,
  mode: string,
) => `${rolledSql(name)}, ${ownChangesOf(notRolled(account, mode), toAccount(account))}`;
