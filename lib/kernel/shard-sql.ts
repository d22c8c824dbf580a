/** The parts of a statement that differ on Citus, where all its accounts are of one shard. */
export type Held = {
  /** The end of a condition that holds the table `alias` to the statement's accounts. Citus does not derive that from a
   *  join with them, and would ask every shard. */
  to(alias: string): string;
  /** The `from` of rows that are inserted. On Citus they are joined with a table of the shard, from which they take
   *  `account_id` (so name it without a table); otherwise the coordinator would copy them, in a transaction of two phases. */
  from(rows: string): string;
  /** A condition on the place of a row, which Citus does not know: there the row is found by its key. */
  at(place: string): string;
};

/** A statement about several accounts, in two texts with the same parameters. */
export type ShardSql = { onePostgres: string; citus: string };

/** As on one PostgreSQL. */
export const NOT_HELD: Held = { to: () => "", from: (rows) => rows, at: (place) => place };

/** Both texts of a statement whose accounts are the parameter `$accounts`. */
export function shardSql(write: (held: Held) => string, accounts = 1): ShardSql {
  const these = `account_id = any ($${accounts}::text[])`;
  const held: Held = {
    to: (alias) => ` and ${alias}.${these}`,
    from: (rows) =>
      `(select account_id from account_homes where ${these}) home join ${rows} using (account_id)`,
    at: () => "",
  };
  return { onePostgres: write(NOT_HELD), citus: write(held) };
}
