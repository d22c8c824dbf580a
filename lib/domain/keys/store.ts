import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
} from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { groupCalls } from "#db/group.ts";
import { apiKeyLastUse, apiKeys, apiKeyUsage, apiKeyUsageMinutes } from "#db/schema/keys.ts";
import { within } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { ApiKey, KeyRotation, KeyUse, KnownKey, UseSlice } from "./types.ts";

const { hash, managed, managedSecret, ...shown } = getTableColumns(apiKeys);

/** The account's keys in this mode, without the managed key. */
const own = (ctx: Context, keyId?: Id<"key">) =>
  and(
    eq(apiKeys.accountId, ctx.accountId),
    eq(apiKeys.mode, ctx.mode),
    eq(apiKeys.managed, false),
    keyId === undefined ? undefined : eq(apiKeys.id, keyId),
  );

const FIND_BEARERS = `
  select k.hash, k.account_id as "accountId", k.id as "keyId", k.mode, k.kind, k.scopes, k.addresses,
         k.managed,
         case k.mode when 'live' then a.live_version else a.test_version end as "pinnedVersion",
         a.rate_limits || coalesce(a.rate_limits -> k.mode, '{}') as "rateLimits", a.country as "merchantCountry",
         case k.mode when 'test' then coalesce(c.ahead_ms, 0) else 0 end::float8 as "clockAheadMs",
         k.revoked_at is not null or coalesce(k.expires_at <= $2, false) as lapsed
    from api_keys k join accounts a on a.id = k.account_id
    left join sandbox_clocks c on c.account_id = k.account_id
   where k.hash = any ($1::bytea[])`;

const MOST_TOGETHER = 100;

const findTogether = groupCalls<{ keyHash: Buffer; moment: Date }, KnownKey | null>({
  most: MOST_TOGETHER,
  inFlight: 2,
  reads: true,
  async work(wanted, run) {
    const hashes = new Map(wanted.map(({ keyHash }) => [keyHash.toString("hex"), keyHash]));
    // The latest time of the group, so that no call accepts a key that has expired for another.
    const moment = wanted.at(-1)!.moment;
    const values = [[...hashes.values()], moment];
    const rows = await run<KnownKey & { hash: Buffer }>("keys.find_bearers", FIND_BEARERS, values);
    const found = new Map(rows.map(({ hash, ...bearer }) => [hash.toString("hex"), bearer]));
    return wanted.map(({ keyHash }) => found.get(keyHash.toString("hex")) ?? null);
  },
});

/** Takes no lock. Sees every revocation committed before the call. Concurrent calls share a statement. */
export async function findBearer(keyHash: Buffer, moment: Date): Promise<KnownKey | null> {
  return await findTogether({ keyHash, moment });
}

export async function insertKey(tx: Tx, row: typeof apiKeys.$inferInsert): Promise<ApiKey> {
  const [key] = await tx.insert(apiKeys).values(row).returning(shown);
  return key!;
}

export async function findKey(ctx: Context, keyId: Id<"key">): Promise<ApiKey | null> {
  const [key] = await db().select(shown).from(apiKeys).where(own(ctx, keyId));
  return key ?? null;
}

/** Locks the row until the transaction ends, so that a concurrent revocation waits. */
export async function lockKey(tx: Tx, ctx: Context, keyId: Id<"key">): Promise<ApiKey | null> {
  const [key] = await tx.select(shown).from(apiKeys).where(own(ctx, keyId)).for("update");
  return key ?? null;
}

/** Null if there is no such key, or it is revoked already. */
export async function markRevoked(
  tx: Tx,
  ctx: Context,
  keyId: Id<"key">,
  revokedAt: Date,
  revokedBy: string,
): Promise<ApiKey | null> {
  const [key] = await tx
    .update(apiKeys)
    .set({ revokedAt, revokedBy })
    .where(and(own(ctx, keyId), isNull(apiKeys.revokedAt)))
    .returning(shown);
  return key ?? null;
}

/** Changes the scopes or the adopter of a locked key. */
export async function change(
  tx: Tx,
  ctx: Context,
  keyId: Id<"key">,
  to: { scopes: string[] } | { adoptedBy: string },
): Promise<ApiKey> {
  const [key] = await tx.update(apiKeys).set(to).where(own(ctx, keyId)).returning(shown);
  return key!;
}

/** Active secret keys of both modes for which a person is responsible, newest first. Takes no lock. */
export async function listOfPerson(
  accountId: Id<"acct">,
  userId: string,
  tx?: Tx,
): Promise<ApiKey[]> {
  return await (tx ?? db())
    .select(shown)
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, accountId),
        eq(sql`coalesce(${apiKeys.adoptedBy}, ${apiKeys.createdBy})`, userId),
        eq(apiKeys.kind, "secret"),
        eq(apiKeys.managed, false),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
      ),
    )
    .orderBy(desc(apiKeys.id));
}

const MOST_LISTED = 50;

/** The rotations of a period, by the key that replaced another one, newest first, at most 50. Takes no lock. */
export async function listRotations(ctx: Context, period: Period): Promise<KeyRotation[]> {
  return await db()
    .select({ keyId: apiKeys.id, name: apiKeys.name, rotatedAt: apiKeys.createdAt })
    .from(apiKeys)
    .where(and(own(ctx), isNotNull(apiKeys.rotatedFrom), within(apiKeys.createdAt, period)))
    .orderBy(desc(apiKeys.id))
    .limit(MOST_LISTED);
}

/** Changes the permitted addresses of a locked key; null: any. */
export async function setAddresses(
  tx: Tx,
  ctx: Context,
  keyId: Id<"key">,
  addresses: string[] | null,
): Promise<ApiKey> {
  const [key] = await tx.update(apiKeys).set({ addresses }).where(own(ctx, keyId)).returning(shown);
  return key!;
}

export async function listKeys(
  ctx: Context,
  keyId?: Id<"key">,
): Promise<Array<ApiKey & { use: KeyUse }>> {
  const rows = await db()
    .select({ key: shown, use: apiKeyLastUse })
    .from(apiKeys)
    .leftJoin(
      apiKeyLastUse,
      and(eq(apiKeyLastUse.accountId, apiKeys.accountId), eq(apiKeyLastUse.keyId, apiKeys.id)),
    )
    .where(own(ctx, keyId))
    .orderBy(desc(apiKeys.id));
  return rows.map(({ key, use }) => ({
    ...key,
    use: {
      requests: use?.totalRequests ?? 0,
      errors: use?.totalErrors ?? 0,
      lastUsedAt: use?.lastUsedAt ?? null,
      lastAddress: use?.lastAddress ?? null,
      lastVersion: use?.lastVersion ?? null,
    },
  }));
}

export async function findManagedSecret(
  ctx: Context,
): Promise<{ id: Id<"key">; secret: Buffer } | null> {
  const [row] = await db()
    .select({ id: apiKeys.id, secret: managedSecret })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, ctx.accountId),
        eq(apiKeys.mode, ctx.mode),
        eq(apiKeys.managed, true),
        isNull(apiKeys.revokedAt),
      ),
    );
  return row?.secret ? { id: row.id, secret: row.secret } : null;
}

type KeySlice = UseSlice & { keyId: Id<"key"> };

/** Hours with at least one request, oldest first. */
export async function listHours(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
  since: Date,
): Promise<KeySlice[]> {
  const { accountId, keyId, hour, requests, errors } = apiKeyUsage;
  return await db()
    .select({ keyId, from: hour, requests, errors })
    .from(apiKeyUsage)
    .where(and(eq(accountId, ctx.accountId), inArray(keyId, [...keyIds]), gte(hour, since)))
    .orderBy(hour);
}

/** Minutes with at least one request, oldest first. They are kept for two hours. */
export async function listMinutes(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
  since: Date,
): Promise<KeySlice[]> {
  const { accountId, keyId, minute, requests, errors } = apiKeyUsageMinutes;
  return await db()
    .select({ keyId, from: minute, requests, errors })
    .from(apiKeyUsageMinutes)
    .where(and(eq(accountId, ctx.accountId), inArray(keyId, [...keyIds]), gte(minute, since)))
    .orderBy(minute);
}

/** Requests of one key in one minute, counted by one process. */
export type Tally = {
  accountId: Id<"acct">;
  keyId: Id<"key">;
  minuteMs: number;
  requests: number;
  errors: number;
  lastMs: number;
  address: string | null;
  version: string | null;
  named: boolean;
  route: string;
};

// Rows are written in key order, so that concurrent writes cannot deadlock.
const ADD_USE = `
  with input as (
    select t.*, date_bin('1 hour', t.minute, to_timestamp(0)) as hour
      from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::int[],
                  $6::timestamptz[], $7::text[], $8::text[], $9::bool[], $10::text[])
           as t(account_id, key_id, minute, requests, errors, last_at, address, version, named, route)
      join api_keys k on k.account_id = t.account_id and k.id = t.key_id
  ), hours as (
    insert into api_key_usage as u (account_id, key_id, hour, requests, errors)
    select account_id, key_id, hour, sum(requests), sum(errors)
      from input group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, key_id, hour) do update
      set requests = u.requests + excluded.requests, errors = u.errors + excluded.errors
  ), minutes as (
    insert into api_key_usage_minutes as u (account_id, key_id, minute, requests, errors)
    select account_id, key_id, minute, sum(requests), sum(errors)
      from input group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, key_id, minute) do update
      set requests = u.requests + excluded.requests, errors = u.errors + excluded.errors
  ), versions as (
    insert into api_version_usage as u
           (account_id, key_id, hour, version, named, route, requests)
    select account_id, key_id, hour, version, named, route, sum(requests)
      from input where version is not null
     group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (account_id, key_id, hour, version, named, route) do update
      set requests = u.requests + excluded.requests
  )
  insert into api_key_last_use as u (account_id, key_id, last_used_at, last_address, last_version,
                                     total_requests, total_errors)
  select account_id, key_id, max(last_at), (array_agg(address order by last_at desc))[1],
         (array_agg(version order by last_at desc))[1], sum(requests), sum(errors)
    from input group by 1, 2 order by 1, 2
  on conflict (account_id, key_id) do update
    set total_requests = u.total_requests + excluded.total_requests,
        total_errors = u.total_errors + excluded.total_errors,
        last_used_at = greatest(u.last_used_at, excluded.last_used_at),
        last_address = case when excluded.last_used_at >= u.last_used_at
                            then excluded.last_address else u.last_address end,
        last_version = case when excluded.last_used_at >= u.last_used_at
                            then excluded.last_version else u.last_version end`;

/** Adds this process's counts to hours, minutes, versions and last use in one statement. */
export async function addUse(tallies: readonly Tally[]): Promise<void> {
  const column = <K extends keyof Tally>(name: K) => tallies.map((tally) => tally[name]);
  const moments = (name: "minuteMs" | "lastMs") => tallies.map((t) => dateFromMs(t[name]));
  await runPrepared("keys.add_use", ADD_USE, [
    column("accountId"),
    column("keyId"),
    moments("minuteMs"),
    column("requests"),
    column("errors"),
    moments("lastMs"),
    column("address"),
    column("version"),
    column("named"),
    column("route"),
  ]);
}

/** Deletes minutes older than `keptMs` by the database's clock. */
export async function deleteOldMinutes(keptMs: number): Promise<void> {
  await db()
    .delete(apiKeyUsageMinutes)
    .where(lt(apiKeyUsageMinutes.minute, databaseAgo(keptMs)));
}
