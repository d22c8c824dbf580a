// Rebuilding on Citus, one account after the other: what its facts change is read from its shard, and sent to the cells of the
// rebuild, which are on the coordinator.

import type { RunPrepared } from "#db/prepared.ts";
import { keepAllRetriesSql } from "./retries-sql.ts";
import { changesSql, rollAlone, sentChanges } from "./roll-shards-store.ts";
import { nextSql } from "./roll-store.ts";
import { onlyOne, ownFactsSql, type RollupSql } from "./rollup-sql.ts";

/** Facts of an account that are sent at a time. */
const BATCH = 20_000;

const ACCOUNTS = 'select account_id as "accountId" from account_homes order by account_id';

/** Which facts are summed: of one account or of all, by transactions before `horizon`. */
export type Scope = {
  horizon: string;
  /** Null for all accounts. */
  accountId: string | null;
  onProgress(facts: number): void;
};

/** The statement that collects the cells of `changes`. */
type Gather = (changes: string) => string;

/** Collects the cells of all facts; returns their number. */
export async function gatherFromShards(
  run: RunPrepared,
  rollup: RollupSql,
  { scope, gather }: { scope: Scope; gather: Gather },
): Promise<number> {
  await rollAlone(run);
  const all = await run<{ accountId: string }>("analytics.accounts", ACCOUNTS, []);
  let total = 0;
  for (const { accountId } of all) {
    if (scope.accountId !== null && accountId !== scope.accountId) continue;
    total += await gatherAccount(run, rollup, { gather, horizon: scope.horizon, accountId });
    scope.onProgress(total);
  }
  return total;
}

async function gatherAccount(
  run: RunPrepared,
  rollup: RollupSql,
  { gather, horizon, accountId }: { gather: Gather; horizon: string; accountId: string },
): Promise<number> {
  const { name, corrections } = rollup;
  const send = async (what: string, changes: string, values: readonly unknown[]) => {
    const text = changesSql(changes);
    const [found] = await run<{ changes: string | null }>(
      `analytics.${what}_${name}`,
      text,
      values,
    );
    if (!found!.changes) return;
    await run(`analytics.gather_sent_${name}`, gather(sentChanges(rollup)), [found!.changes]);
  };
  if (name === "outcomes") {
    await run("analytics.keep_own_retries", keepAllRetriesSql(onlyOne("$2")), [horizon, accountId]);
  }
  const next = nextSql(rollup, onlyOne("$4").whose("f"));
  let total = 0;
  for (let from = "0"; ; ) {
    const values = [from, horizon, BATCH, accountId];
    type Next = { last: string | null; facts: number };
    const [{ last, facts } = { last: null, facts: 0 }] = await run<Next>(
      `analytics.next_own_${name}`,
      next,
      values,
    );
    if (last === null) break;
    await send("own", ownFactsSql(rollup, onlyOne("$3")), [from, last, accountId]);
    total += facts;
    from = String(BigInt(last) + 1n);
  }
  if (corrections) await send("correct_own", corrections(onlyOne("$1")), [accountId]);
  return total;
}

type Foreign = { accountId: string; txId: string };

const NEXT_TX = "select pg_snapshot_xmax(pg_current_snapshot())::text as next";
const foreignSql = ({ facts }: RollupSql) => `
  select account_id as "accountId", tx_id::text as "txId" from ${facts}
   where tx_id >= $1::xid8 group by account_id, tx_id order by tx_id`;
const renumberSql = ({ facts }: RollupSql) =>
  `update ${facts} set tx_id = $3::text::xid8 where account_id = $1 and tx_id = $2::xid8`;

/** Gives facts of another server's dump numbers up to `most`, in their order. */
export async function renumberOnShards(
  run: RunPrepared,
  rollup: RollupSql,
  most: number,
): Promise<void> {
  const { name } = rollup;
  const [snapshot] = await run<{ next: string }>("analytics.next_tx", NEXT_TX, []);
  const foreign = await run<Foreign>(`analytics.foreign_${name}`, foreignSql(rollup), [
    snapshot!.next,
  ]);
  for (const [i, { accountId, txId }] of foreign.entries()) {
    const number = 1 + Math.floor((i * most) / foreign.length);
    await run(`analytics.renumber_own_${name}`, renumberSql(rollup), [accountId, txId, number]);
  }
}
