import { sql } from "drizzle-orm";
import { knowShards, perShard, runPrepared } from "#db/client.ts";
import { isSharded, textOf } from "#db/shards.ts";
import { withParams } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import { dateFromMs, isClockTrusted, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { NOT_HELD, shardSql } from "#lib/kernel/shard-sql.ts";
import type { CallState } from "#lib/kernel/vocabulary/idempotency.ts";
import { claimKeySql, decryptAnswer, finishKeySql } from "./key-sql.ts";
import type { IdempotentRequest, KeyState, StoredResponse } from "./types.ts";

type Row = {
  requestHash: Buffer;
  state: CallState;
  resourceId: string | null;
  status: number | null;
  body: string | null;
  version: string | null;
};

const nameOf = (ctx: Context, { key }: { key: string }) => `${ctx.accountId} ${ctx.mode} ${key}`;

const CLAIM_UNDER_LOCK = shardSql(
  (held) => `
  with lock as materialized (
    select pg_try_advisory_xact_lock(hashtextextended($1, 1))
       and pg_try_advisory_xact_lock(hashtextextended($2, 2)) as got
  ), claim as (${claimKeySql({ firstParam: 3, provided: "lock where lock.got", held }).text})
  select lock.got, exists (select 1 from claim) as claimed from lock`,
);

/** The parameters of a claim. */
const { values: claimValues } = claimKeySql({ firstParam: 1, held: NOT_HELD });

/**
 * Takes the key's advisory lock and claims its row, both until the transaction ends. Never waits for the lock: `got` is
 * false while another transaction has it. `claimed` is false if the row belongs to an earlier request.
 */
export async function tryClaim(
  tx: Tx,
  ctx: Context,
  request: IdempotentRequest,
): Promise<{ got: boolean; claimed: boolean }> {
  const name = nameOf(ctx, request);
  const body = `${name} ${request.requestHash.toString("hex")}`;
  const claim = claimValues(ctx, request, null);
  const result = await tx.execute<{ got: boolean; claimed: boolean }>(
    withParams(textOf(CLAIM_UNDER_LOCK), [name, body, ...claim]),
  );
  return result.rows[0]!;
}

/** Whether a request with this key and body is running in another transaction. If not, this transaction takes the body's
 *  lock, but never the key's. */
export async function isSameBodyAtWork(
  tx: Tx,
  ctx: Context,
  request: IdempotentRequest,
): Promise<boolean> {
  const body = `${nameOf(ctx, request)} ${request.requestHash.toString("hex")}`;
  const result = await tx.execute<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(hashtextextended(${body}, 2)) as got`,
  );
  return !result.rows[0]!.got;
}

const CLAIM_ALONE = shardSql((held) => claimKeySql({ firstParam: 1, held }).text);

/** Claims the key in a transaction that also records the object `resourceId` and commits before a rail is called. Returns
 *  false if another request has the key. Waits while another transaction is claiming it. */
export async function claimKey(
  tx: Tx,
  ctx: Context,
  request: IdempotentRequest,
  resourceId: string,
): Promise<boolean> {
  const values = claimValues(ctx, request, resourceId);
  return (await tx.execute(withParams(textOf(CLAIM_ALONE), values))).rows.length === 1;
}

const RUNNING = `
  select 1 as one from idempotency_keys
   where account_id = $1 and mode = $2 and key = $3 and state = 'running' for no key update`;

/** Whether the key's request has no answer yet. Locks the key until the transaction ends. */
export async function lockIfRunning(
  tx: Tx,
  ctx: Context,
  { key }: { key: string },
): Promise<boolean> {
  const values = [ctx.accountId, ctx.mode, key];
  return (await tx.execute(withParams(RUNNING, values))).rows.length === 1;
}

const FINISH = finishKeySql({ firstParam: 1 });

/** Stores the answer of the request that holds the key, in its transaction. */
export async function finish(
  tx: Tx,
  ctx: Context,
  request: IdempotentRequest,
  response: StoredResponse,
): Promise<void> {
  const result = await tx.execute(withParams(FINISH.text, FINISH.values(ctx, request, response)));
  if (result.rows.length !== 1) throw new Error("the idempotency key was lost while it was held");
}

/** As `finish`, without a transaction. Returns false, and writes nothing, if the key is not running. */
export async function finishKey(
  ctx: Context,
  request: IdempotentRequest,
  response: StoredResponse,
): Promise<boolean> {
  const values = FINISH.values(ctx, request, response);
  return (await runPrepared("idempotency.finish", FINISH.text, values)).length === 1;
}

const FIND = `
  select request_hash as "requestHash", state, resource_id as "resourceId",
         response_status as status, response_body as body, response_version as version
    from idempotency_keys
   where account_id = $1 and mode = $2 and key = $3 and expires_at > $4`;

/** Returns the row of a key that has not expired, or null. Takes no lock. */
export async function find(ctx: Context, request: { key: string }, tx?: Tx): Promise<Row | null> {
  const values = [ctx.accountId, ctx.mode, request.key, dateFromMs(nowMs())];
  const rows = tx
    ? (await tx.execute<Row>(withParams(FIND, values))).rows
    : await runPrepared<Row>("idempotency.find", FIND, values);
  const [row] = rows;
  if (!row) return null;
  return row.body === null ? row : { ...row, body: decryptAnswer(ctx, request.key, row.body) };
}

const REPLACE = `
  update idempotency_keys set response_body = $5
   where account_id = $1 and mode = $2 and key = $3 and state = 'finished' and response_body = $4
  returning 1 as one`;

/** Replaces a stored body that is not encrypted. Returns false if it is not `from`. */
export async function replaceBody(
  ctx: Context,
  request: { key: string },
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const values = [ctx.accountId, ctx.mode, request.key, from, to];
  return (await runPrepared("idempotency.replace", REPLACE, values)).length === 1;
}

const KEY_STATES = `
  select key, state, resource_id as "resourceId", created_at as "createdAt", expires_at as "expiresAt"
    from idempotency_keys
   where account_id = $1 and mode = $2 and key = any ($3::text[]) and expires_at > $4`;

/** Returns the states of the keys that have not expired, by key. Takes no lock. */
export async function keyStatesOf(
  ctx: Context,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KeyState>> {
  if (keys.length === 0) return new Map();
  const values = [ctx.accountId, ctx.mode, keys, dateFromMs(nowMs())];
  const rows = await runPrepared<KeyState & { key: string }>(
    "idempotency.key_states",
    KEY_STATES,
    values,
  );
  return new Map(rows.map(({ key, ...state }) => [key, state]));
}

const pruneSql = (held: string) => `
  delete from idempotency_keys
   where ctid = any (array(
     select ctid from idempotency_keys where expires_at <= now()${held}
      order by expires_at limit $1 for update skip locked))${held}
  returning 1 as one`;
const PRUNE = pruneSql("");
/** For Citus: $2 accounts of one shard. */
const PRUNE_HELD = pruneSql(" and account_id = any ($2::text[])");

const EXPIRED = `
  select account_id as "accountId" from idempotency_keys where expires_at <= now() order by expires_at limit $1`;

/** Deletes at most `limit` keys that have expired by the database's clock (on Citus, of each shard) and returns their number.
 *  Skips keys that are being claimed again. */
export async function deleteExpired(limit: number): Promise<number> {
  await knowShards();
  if (!isSharded()) return (await runPrepared("idempotency.prune", PRUNE, [limit])).length;
  const expired = await runPrepared<{ accountId: string }>("idempotency.expired", EXPIRED, [limit]);
  const deleted = await perShard(expired, (own) => {
    const accounts = [...new Set(own.map(({ accountId }) => accountId))];
    return runPrepared("idempotency.prune_held", PRUNE_HELD, [limit, accounts]);
  });
  return deleted.flat().length;
}

const BATCH = 5_000;

/** Deletes all expired keys in batches and returns their number. It can run at any time, because an expired key already
 *  counts as new. Deletes nothing while this process's clock is wrong. */
export async function prune(): Promise<number> {
  let total = 0;
  if (!isClockTrusted()) return total;
  for (;;) {
    const deleted = await deleteExpired(BATCH);
    total += deleted;
    if (deleted < BATCH) return total;
  }
}
