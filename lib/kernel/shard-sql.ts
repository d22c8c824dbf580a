/** Further text of a condition that holds the table `alias` to the accounts of the statement. */
export type Held = (alias: string) => string;

/** A statement about several accounts, in two texts with the same parameters. */
export type ShardSql = {
  /** For one PostgreSQL. */
  plain: string;
  /** For Citus: each table that is read or changed is held to the statement's accounts, which are all of one shard. Citus
   *  does not derive that from a join with them, and would ask every shard. */
  held: string;
};

/** Nothing further. */
export const notHeld: Held = () => "";

/** Both texts of a statement whose accounts are the parameter `$accounts`. */
export function shardSql(write: (held: Held) => string, accounts = 1): ShardSql {
  return {
    plain: write(notHeld),
    held: write((alias) => ` and ${alias}.account_id = any ($${accounts}::text[])`),
  };
}
