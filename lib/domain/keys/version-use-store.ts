import { lt } from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { apiVersionUsage } from "#db/schema/keys.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { VersionDay, VersionUse } from "./types.ts";

const VERSION_USE = `
  select u.version, u.named, u.key_id as "keyId", u.route,
         sum(u.requests) filter (where u.hour >= $3)::int as day,
         sum(u.requests) filter (where u.hour >= $4)::int as week,
         sum(u.requests)::int as month
    from api_version_usage u
    join api_keys k on k.account_id = u.account_id and k.id = u.key_id
   where u.account_id = $1 and k.mode = $2 and not k.managed and u.hour >= $5
   group by 1, 2, 3, 4
   order by month desc, 3, 4`;

/** What the keys of the mode asked for since three moments, the last of them the earliest. Takes no
 *  lock. */
export async function listVersionUse(
  ctx: Context,
  since: { day: Date; week: Date; month: Date },
): Promise<VersionUse[]> {
  const rows = await runPrepared<VersionUse & { day: number | null; week: number | null }>(
    "keys.version_use",
    VERSION_USE,
    [ctx.accountId, ctx.mode, since.day, since.week, since.month],
  );
  return rows.map((row) => ({ ...row, day: row.day ?? 0, week: row.week ?? 0 }));
}

const VERSION_DAYS = `
  select to_char(u.hour at time zone $3, 'YYYY-MM-DD') as day, u.version,
         sum(u.requests)::int as requests
    from api_version_usage u
    join api_keys k on k.account_id = u.account_id and k.id = u.key_id
   where u.account_id = $1 and k.mode = $2 and not k.managed and u.hour >= $4
   group by 1, 2
   order by 1, 2`;

/** Requests by version and day of a zone, since a moment. Takes no lock. */
export async function listVersionDays(
  ctx: Context,
  zone: string,
  since: Date,
): Promise<VersionDay[]> {
  const { accountId, mode } = ctx;
  return await runPrepared("keys.version_days", VERSION_DAYS, [accountId, mode, zone, since]);
}

/** Deletes the use of versions that was counted more than `keptMs` ago by the database's clock. */
export async function deleteOldVersionUse(keptMs: number): Promise<void> {
  await db()
    .delete(apiVersionUsage)
    .where(lt(apiVersionUsage.hour, databaseAgo(keptMs)));
}
