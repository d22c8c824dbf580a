import type pg from "pg";
import type { ShardSql } from "#lib/kernel/shard-sql.ts";
import { hashText } from "./hash-text.ts";

/** The hashes from the first to the last are those of one shard, the one of this number, which is on `node`. */
export type ShardRange = { shard: number; first: number; last: number; node: number };

/** The shards of Citus in the order of their hashes; empty on one PostgreSQL; null before they are read. */
let ranges: readonly ShardRange[] | null = null;
let renewMs = 0;

/** A split or a move of a shard is known after so long. */
const READ_AGAIN_MS = 60_000;

/** Every distributed table has the shards of this one (docs/decisions/0066). */
const ANCHOR = "payments";

const IS_CITUS = "select to_regclass('pg_catalog.pg_dist_shard') is not null as yes";
const RANGES = `
  select shardid::int as shard, shardminvalue::int as first, shardmaxvalue::int as last, groupid as node
    from pg_dist_shard join pg_dist_placement using (shardid)
   where logicalrelid = $1::regclass order by shardminvalue::int`;

/** The shards of the database; none on one PostgreSQL, or before the tables are distributed. */
export async function findShards(pool: pg.Pool): Promise<ShardRange[]> {
  const { rows } = await pool.query<{ yes: boolean }>(IS_CITUS);
  return rows[0]!.yes ? (await pool.query<ShardRange>(RANGES, [ANCHOR])).rows : [];
}

/** Takes over what was read, for so long; null: it is to be read again. */
export function setShards(found: readonly ShardRange[] | null, forMs = READ_AGAIN_MS): void {
  ranges = found;
  renewMs = performance.now() + forMs;
}

/** Whether the shards of a cluster were read so long ago that some may have been split since. */
export const areShardsOld = (): boolean => isSharded() && performance.now() > renewMs;

/** Whether it is known which shards there are. */
export const areShardsKnown = (): boolean => ranges !== null;

/** Whether the database is a cluster of Citus, as far as known. */
export const isSharded = (): boolean => ranges !== null && ranges.length > 0;

/** The shard of an account. It changes only when a shard is split, not when it is moved. 0 on one PostgreSQL, where all
 *  accounts are together. */
export const shardOf = (accountId: string): number => rangeOf(accountId)?.shard ?? 0;

/** The node of an account's shard, by its number in Citus's metadata; 0 on one PostgreSQL. */
export const nodeOf = (accountId: string): number => rangeOf(accountId)?.node ?? 0;

function rangeOf(accountId: string): ShardRange | undefined {
  if (!ranges || ranges.length === 0) return undefined;
  const hash = hashText(accountId);
  let [low, high] = [0, ranges.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.last < hash) low = middle + 1;
    else high = middle;
  }
  return ranges[low];
}

/** The text of a statement for this database. */
export const textOf = (sql: ShardSql): string => (isSharded() ? sql.citus : sql.onePostgres);

/** The planner's mode for plans that are kept. Citus finds the shard while it plans, so it needs the values then. */
export const keptPlanMode = (): string => (isSharded() ? "auto" : "force_generic_plan");
