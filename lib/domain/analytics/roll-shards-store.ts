// Rolling up on Citus: the figures are on the coordinator, the facts on the nodes of their accounts. Changes are read
// shard by shard, because Citus sends their look-ups to one shard only, and are then added to the figures.

import type { RunPrepared } from "#db/prepared.ts";
import { shardOf } from "#db/shards.ts";
import { keepSql } from "./retries-sql.ts";
import { addSql, timesOf, wakeAlertsSql, wakeSql } from "./roll-sql.ts";
import type { RollupSql, To } from "./rollup-sql.ts";

/** The accounts and modes with facts of the transactions from $1 to $2. */
const ownersSql = ({ facts }: RollupSql) => `
  select account_id as "accountId", mode from ${facts}
   where tx_id >= $1::xid8 and tx_id <= $2::xid8 group by account_id, mode`;

const held: To = (alias) => ` and ${alias}.account_id = any ($3::text[])`;

const LINKS = "cross join (select jsonb_agg(to_jsonb(l))::text as links from links l) l";

/** The rows of `changes`, and on demand of `links`. They stay text: JavaScript has no such integers. */
export const changesSql = (changes: string, withLinks = false) => `
  with ${changes}
  select * from (select jsonb_agg(to_jsonb(c))::text as changes from changes c) c ${withLinks ? LINKS : ""}`;

/** The changes that the facts of some accounts make. $1 and $2 are the transactions, $3 the accounts, all of one shard. */
const changesOfShardSql = (rollup: RollupSql) =>
  changesSql(
    rollup.changesOf(`f.tx_id >= $1::xid8 and f.tx_id <= $2::xid8${held("f")}`, held),
    rollup.name === "outcomes",
  );

/** The rows $1 of `changes`. */
export const sentChanges = ({ dimensions, measures }: RollupSql) => `
  changes as (
    select * from jsonb_to_recordset($1::jsonb)
      as c (account_id text, mode text, currency text, created_at timestamptz, own boolean,
            ${dimensions.map((name) => `${name} text`).join(", ")},
            ${measures.map(([column]) => `${column} bigint`).join(", ")})
  )`;

/** Citus commits what it copies from the coordinator in two phases, together with the figures. */
const KEEP = keepSql(`jsonb_to_recordset($1::jsonb)
      as l (account_id text, mode text, payment_id text, created_at timestamptz, retry_of text, chain text,
            recovered boolean, declined boolean)`);

const TIMES = `select account_id as "accountId", mode, at from (${timesOf(
  "(select * from unnest($1::text[], $2::text[]) as owner (account_id, mode))",
)}) times`;
const DUE =
  "(select * from unnest($1::text[], $2::text[], $3::timestamptz[]) as due (account_id, mode, at))";

const ROLLING_LOCK = 7_340_023;

/** Waits until the last roller's transaction has ended on the nodes too: its progress can be seen before that. */
export async function rollAlone(run: RunPrepared): Promise<void> {
  await run("analytics.roll_alone", `select pg_advisory_xact_lock(${ROLLING_LOCK})`, []);
}

type Rolled = { from: string; last: string; now: Date };
type Owner = { accountId: string; mode: string };

/** Adds what the facts change, corrections of earlier ones included, and wakes the watches of their accounts. */
export async function addFromShards(
  run: RunPrepared,
  rollup: RollupSql,
  { from, last, now }: Rolled,
): Promise<void> {
  const { name } = rollup;
  await rollAlone(run);
  const owners = await run<Owner>(`analytics.owners_${name}`, ownersSql(rollup), [from, last]);
  for (const own of Map.groupBy(owners, ({ accountId }) => shardOf(accountId)).values()) {
    const accounts = [...new Set(own.map(({ accountId }) => accountId))];
    const [found] = await run<{ changes: string | null; links?: string | null }>(
      `analytics.changes_${name}`,
      changesOfShardSql(rollup),
      [from, last, accounts],
    );
    const { changes, links } = found!;
    if (changes) {
      await run(`analytics.add_sent_${name}`, addSql(rollup, sentChanges(rollup)), [changes]);
    }
    if (links) await run("analytics.keep_retries", KEEP, [links]);
  }
  if (name === "outcomes") await wake(run, owners, now);
}

async function wake(run: RunPrepared, owners: readonly Owner[], now: Date): Promise<void> {
  const of = (all: readonly Owner[]) => [
    all.map(({ accountId }) => accountId),
    all.map(({ mode }) => mode),
  ];
  const due = await run<Owner & { at: Date }>("analytics.wake_times", TIMES, [...of(owners), now]);
  const values = [...of(due), due.map(({ at }) => at)];
  await run("analytics.wake_these", wakeSql(DUE), values);
  await run("analytics.wake_these_alerts", wakeAlertsSql(DUE), values);
}
