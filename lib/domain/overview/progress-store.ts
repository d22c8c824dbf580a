import { runPrepared } from "#db/client.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";

export type Progress = {
  firstPayment: Id<"pay"> | null;
  firstDecline: Id<"pay"> | null;
  endpoint: Id<"we"> | null;
  delivered: Id<"dlv"> | null;
};

/** How many of the newest are looked through for one that is meant: whoever has that many needs no
 *  quick start any more. */
const NEWEST = 1_000;

const PROGRESS = `
  select (select id from payments where account_id = $1 and mode = $2
           order by created_at, id limit 1) as "firstPayment",
         (select id from (select id, status from payments where account_id = $1 and mode = $2
                           order by created_at desc, id desc limit ${NEWEST}) newest
           where status = 'failed' order by id limit 1) as "firstDecline",
         (select id from webhook_endpoints
           where account_id = $1 and mode = $2 and deleted_at is null
           order by id limit 1) as endpoint,
         (select id from (select id, status from deliveries where account_id = $1 and mode = $2
                           order by id desc limit ${NEWEST}) newest
           where status = 'delivered' order by id limit 1) as delivered`;

/** What of the first steps a mode has behind it. Takes no lock. */
export async function readProgress(ctx: Context): Promise<Progress> {
  const [row] = await runPrepared<Progress>("overview.progress", PROGRESS, [
    ctx.accountId,
    ctx.mode,
  ]);
  return row!;
}
