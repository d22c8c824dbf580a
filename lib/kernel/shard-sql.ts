import { type Column, columnNames, recordsSql } from "./record-rows.ts";

/** The parts of a statement that differ on Citus, where all its accounts are of one shard. */
export type Held = {
  /** The end of a condition that holds the table `alias` to the statement's accounts. Citus does not derive that from a
   *  join with them, and would ask every shard. */
  to(alias: string): string;
  /** The `from` of rows that are inserted. On Citus they are joined with a table of the shard, from which they take
   *  `account_id` (so name it without a table); otherwise the coordinator would copy them, in a transaction of two phases. */
  from(rows: string): string;
  /** The `from` of a row of constants for the account `$account` that is inserted, perhaps joined with `other`, which ends
   *  in a condition; its account is `homeAccount`. */
  fromHome(account: number, other?: string): string;
  homeAccount(account: number): string;
  /** The id of the transaction for rows that are inserted `from` others into a table whose `tx_id` has it by default. Readers
   *  compare it with snapshots of the coordinator, and the default would be an id of the worker. */
  tx(name: string): TxParts;
  /** A condition on the place of a row, which Citus does not know: there the row is found by its key. */
  at(place: string): string;
  /** The `from` of the rows of `table` as `alias` that the column `key` of `rows` names, in a part of a statement that locks
   *  them; it ends in a condition. Citus writes rows that are locked in a join in one format and reads them in another, so there
   *  they are found by their ids, which are unique among all accounts. */
  keyed(table: string, alias: string, key: string, rows: string): string;
};

/** Parts of an insert: a CTE that comes before it, and what follows its columns, its values and its `from`. */
type TxParts = { cte: string; column: string; value: string; from: string };

/** A statement about several accounts, in two texts with the same parameters. */
export type ShardSql = { onePostgres: string; citus: string };

/** As on one PostgreSQL. */
export const NOT_HELD: Held = {
  to: () => "",
  from: (rows) => rows,
  fromHome: (_, other) => (other ? `from ${other}` : ""),
  homeAccount: (account) => `$${account}::text`,
  tx: () => ({ cte: "", column: "", value: "", from: "" }),
  at: (place) => place,
  keyed: (table, alias, key, rows) =>
    `(select distinct account_id, ${key} from ${rows}) k
      join ${table} ${alias} on ${alias}.account_id = k.account_id and ${alias}.id = k.${key}`,
};

/** Both texts of a statement whose accounts are the parameter `$accounts`. */
export function shardSql(write: (held: Held) => string, accounts = 1): ShardSql {
  const these = `account_id = any ($${accounts}::text[])`;
  const held: Held = {
    to: (alias) => ` and ${alias}.${these}`,
    from: (rows) =>
      `(select account_id from account_homes where ${these}) home join ${rows} using (account_id)`,
    fromHome: (account, other) => {
      const home = `(select account_id from account_homes where account_id = $${account}) home`;
      return `from ${home}${other ? ` cross join ${other}` : ""}`;
    },
    homeAccount: () => "home.account_id",
    tx: (name) => ({
      // Without a table, so the coordinator runs it.
      cte: `${name} as materialized (select pg_current_xact_id() as tx_id),`,
      column: ", tx_id",
      value: `, ${name}.tx_id`,
      from: ` cross join ${name}`,
    }),
    at: () => "",
    keyed: (table, alias, key, rows) =>
      `${table} ${alias} where ${alias}.${these} and ${alias}.id = any (array(select ${key} from ${rows}))`,
  };
  return { onePostgres: write(NOT_HELD), citus: write(held) };
}

/** Inserts rows of one account, or of several of one shard, that are sent as `recordsValues` of `columns`, whose first is
 *  `account_id`. `more` columns get an expression of the others. */
export function insertRecordsSql(
  table: string,
  columns: readonly Column[],
  more: Readonly<Record<string, string>> = {},
): ShardSql {
  const names = columnNames(columns);
  const into = [names, ...Object.keys(more)].join(", ");
  const values = [names, ...Object.values(more)].join(", ");
  return shardSql(
    (held) =>
      `insert into ${table} (${into}) select ${values} from ${held.from(recordsSql(1, "row_", columns))}`,
  );
}
