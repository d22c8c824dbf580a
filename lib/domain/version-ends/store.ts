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

// No subquery around the accounts: Citus would compute it apart, without the rows of `pointed`, and only warn.
const USERS = `
  with pointed as materialized (
    select account_id, count(*)::int as endpoints from webhook_endpoints where version = $1 group by account_id
  )
  select a.id as "accountId", a.test_version = $1 as "testPin", a.live_version = $1 as "livePin",
         coalesce(p.endpoints, 0) as endpoints, coalesce(u.requests, 0) as requests
    from accounts a
    left join pointed p on p.account_id = a.id
    left join (select account_id, sum(requests)::int as requests from api_version_usage
                where version = $1 and hour >= $2 group by account_id) u on u.account_id = a.id
   where not exists (select 1 from version_notices n where n.account_id = a.id and n.version = $1)
     and (a.test_version = $1 or a.live_version = $1 or p.endpoints > 0 or u.requests > 0)
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
