import { and, eq, inArray, sql } from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { disputes } from "#db/schema/disputes.ts";
import { weeklyMails as t } from "#db/schema/mail.ts";
import { selectList } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { OPEN_DISPUTES } from "#lib/kernel/vocabulary/disputes.ts";
import type { Week, WeeklyMail, WeekSums } from "./types.ts";

type Owner = Pick<Context, "accountId" | "mode">;

const own = ({ accountId, mode }: Owner) => and(eq(t.accountId, accountId), eq(t.mode, mode));
type Due = Pick<WeeklyMail, "accountId" | "mode" | "id">;

/** Weeks that have ended. */
export const dueRows = dueQueue("weekly_mails", selectList(t, "p"), (row: Due) => row, "due_at");

/** Takes no lock. */
export async function find(owner: Owner): Promise<WeeklyMail | null> {
  const [row] = await db().select().from(t).where(own(owner));
  return row ?? null;
}

/** As `find`, locked until the transaction ends. */
export async function lock(tx: Tx, owner: Owner): Promise<WeeklyMail | null> {
  const [row] = await tx.select().from(t).where(own(owner)).for("update");
  return row ?? null;
}

/** Writes a locked row. */
export async function update(
  tx: Tx,
  { active, nextFrom, fromAt, dueAt, ...owner }: WeeklyMail,
): Promise<void> {
  await tx.update(t).set({ active, nextFrom, fromAt, dueAt }).where(own(owner));
}

/**
 * A failed settlement returns to the balance; nobody paid or was paid for it. A settlement counts in the week in which it
 * was recorded as paid, because a rail may report an arrival later: by its arrival alone it would be in no e-mail. A payout
 * counts when its money moved, as on a bank statement: one that failed was never sent.
 */
const SUMS = `
  with entries as (
    select currency,
           count(*) filter (where type = 'charge')::int as charges,
           coalesce(sum(amount) filter (where type = 'charge'), 0)::bigint as gross,
           coalesce(sum(amount) filter (where type in ('refund', 'refund_failure')), 0)::bigint as refunds,
           coalesce(sum(amount) filter (where type in ('dispute', 'dispute_reversal')), 0)::bigint as disputes,
           coalesce(sum(amount) filter (where type in ('payment_failure', 'adjustment')), 0)::bigint as other,
           sum(fee)::bigint as fees, sum(net)::bigint as net
      from balance_transactions
     where account_id = $1 and mode = $2 and created_at >= $3 and created_at < $4
       and type <> 'settlement_failure'
     group by currency
  ), settled as (
    select currency,
           count(*) filter (where arrives_at >= $3)::int as settlements,
           coalesce(sum(net) filter (where arrives_at >= $3), 0)::bigint as settled,
           count(*) filter (where arrives_at < $3)::int as "lateSettlements",
           coalesce(sum(net) filter (where arrives_at < $3), 0)::bigint as "settledLate"
      from settlements
     where account_id = $1 and mode = $2 and updated_at >= $3 and updated_at < $4 and status = 'paid'
     group by currency
  ), moved as (
    select currency,
           count(*) filter (where kind = 'payout_settled')::int as payouts,
           coalesce(sum(amount) filter (where kind = 'payout_settled'), 0)::bigint as "paidOut",
           count(*) filter (where kind = 'payout_returned')::int as "payoutReturns",
           coalesce(sum(amount) filter (where kind = 'payout_returned'), 0)::bigint as "cameBack"
      from ledger_transfers
     where account_id = $1 and mode = $2 and created_at >= $3 and created_at < $4
       and kind in ('payout_settled', 'payout_returned')
     group by currency
  ), known as (
    select currency from entries union select currency from settled union select currency from moved
  )
  select k.currency, coalesce(e.charges, 0) as charges, coalesce(e.gross, 0) as gross,
         coalesce(e.refunds, 0) as refunds, coalesce(e.disputes, 0) as disputes,
         coalesce(e.other, 0) as other, coalesce(e.fees, 0) as fees, coalesce(e.net, 0) as net,
         coalesce(s.settlements, 0) as settlements, coalesce(s.settled, 0) as settled,
         coalesce(s."lateSettlements", 0) as "lateSettlements", coalesce(s."settledLate", 0) as "settledLate",
         coalesce(o.payouts, 0) as payouts, coalesce(o."paidOut", 0) as "paidOut",
         coalesce(o."payoutReturns", 0) as "payoutReturns", coalesce(o."cameBack", 0) as "cameBack"
    from known k
    left join entries e using (currency)
    left join settled s using (currency)
    left join moved o using (currency)
   order by e.charges desc nulls last, k.currency`;

/** The sums of a week by currency, most charges first. Takes no lock. */
export function sumWeek({ accountId, mode }: Owner, { from, to }: Week): Promise<WeekSums[]> {
  return runPrepared<WeekSums>("weekly_figures.sums", SUMS, [accountId, mode, from, to]);
}

/** The number of disputes without an outcome. Takes no lock. */
export async function countOpenDisputes({ accountId, mode }: Owner): Promise<number> {
  const d = disputes;
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(d)
    .where(
      and(eq(d.accountId, accountId), eq(d.mode, mode), inArray(d.status, [...OPEN_DISPUTES])),
    );
  return row?.count ?? 0;
}
