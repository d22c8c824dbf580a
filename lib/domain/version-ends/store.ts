import { runPrepared } from "#db/client.ts";
import { versionNotices } from "#db/schema/accounts.ts";
import type { Tx } from "#db/transact.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Version } from "#lib/kernel/versions.ts";

/** How an account uses a version. */
export type VersionUse = {
  accountId: Id<"acct">;
  testPin: boolean;
  livePin: boolean;
  endpoints: number;
  requests: number;
};

const USERS = `
  select * from (
    select a.id as "accountId", a.test_version = $1 as "testPin", a.live_version = $1 as "livePin",
           (select count(*)::int from webhook_endpoints e
             where e.account_id = a.id and e.version = $1) as endpoints,
           (select coalesce(sum(u.requests), 0)::int from api_version_usage u
             where u.account_id = a.id and u.version = $1 and u.hour >= $2) as requests
      from accounts a
     where not exists (select 1 from version_notices n where n.account_id = a.id and n.version = $1)
  ) used
   where "testPin" or "livePin" or endpoints > 0 or requests > 0
   limit $3`;

/** Accounts that use a version (a pin, an endpoint, or a request since `sinceMs`) and have no notice of its end yet.
 *  Takes no lock. */
export async function listUnnotified(
  version: Version,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<VersionUse[]> {
  return await runPrepared("version_ends.unnotified", USERS, [version, dateFromMs(sinceMs), limit]);
}

/** Records that an account is notified. False if it already was. */
export async function recordNotice(
  tx: Tx,
  accountId: Id<"acct">,
  { version, toldAt }: { version: Version; toldAt: Date },
): Promise<boolean> {
  const told = await tx
    .insert(versionNotices)
    .values({ accountId, version, toldAt })
    .onConflictDoNothing()
    .returning({ version: versionNotices.version });
  return told.length === 1;
}
