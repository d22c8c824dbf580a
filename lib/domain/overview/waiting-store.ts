import { runPrepared } from "#db/client.ts";
import type { Context } from "#lib/kernel/context.ts";

/** Numbers of things that wait for somebody, each at most `MOST`. */
export type Waiting = {
  /** Disputes that need a response. */
  disputes: number;
  /** Payouts and batches that need a second person. */
  payouts: number;
  /** Lines of bank statements without a match. */
  bankLines: number;
  /** Endpoints that fail or are disabled. */
  endpoints: number;
};

/** More are not counted. */
const MOST = 100;

/** Each count reads the first rows of an index only; open disputes are those with a next check. */
const WAITING = `
  select (select count(*)::int from (
            select 1 from disputes
             where account_id = $1 and mode = $2 and rail_check_at is not null
               and status = 'needs_response'
             limit ${MOST}) d) as disputes,
         (select count(*)::int from (
            select 1 from payout_approvals
             where account_id = $1 and mode = $2 and state = 'pending'
             limit ${MOST}) a) as payouts,
         (select count(*)::int from (
            select 1 from bank_lines
             where account_id = $1 and mode = $2 and state = 'open'
             limit ${MOST}) l) as "bankLines",
         (select count(*)::int from (
            select 1 from webhook_endpoints
             where account_id = $1 and mode = $2 and deleted_at is null
               and (failing_since is not null or status = 'disabled')
             limit ${MOST}) w) as endpoints`;

/** Counts what waits, for the sidebar. Takes no lock. */
export async function readWaiting({ accountId, mode }: Context): Promise<Waiting> {
  const [row] = await runPrepared<Waiting>("overview.waiting", WAITING, [accountId, mode]);
  return row!;
}
