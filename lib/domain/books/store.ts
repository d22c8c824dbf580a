import { and, eq, sql } from "drizzle-orm";
import type pg from "pg";
import { db } from "#db/client.ts";
import { snapshot } from "#db/prepared.ts";
import { bookChecks as t } from "#db/schema/reports.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { BookCheck, CheckSubject, PayoutSums, SettlementSums, Sums } from "./types.ts";

/**
 * Runs one statement of the check without a statement timeout: it uses indexes and nobody waits for it, but a busy day on
 * a busy disk can take longer than a screen may.
 */
function check<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return snapshot({ plans: "anew", unhurried: true }, (run) => run<Row>(name, text, values));
}

/** Accounts and modes that ever moved money, with one index lookup each. `exists` would scan the whole table for accounts
 *  that have no rows. */
const SUBJECTS = `
  select a.account_id as "accountId", m.mode
    from account_homes a cross join (values ('test'), ('live')) as m(mode)
   where (select true from balance_transactions b where b.account_id = a.account_id and b.mode = m.mode limit 1)
      or (select true from payout_balances b where b.account_id = a.account_id and b.mode = m.mode limit 1)`;

/** Takes no lock. */
export function listSubjects(): Promise<{ accountId: Id<"acct">; mode: Mode }[]> {
  return check("books.subjects", SUBJECTS, []);
}

/** The type of balance transaction that a ledger transfer belongs to. */
const ENTRY_OF_KIND = `case t.kind
    when 'refund' then 'refund' when 'refund_reversal' then 'refund_failure'
    when 'dispute' then 'dispute' when 'dispute_fee' then 'dispute'
    when 'dispute_reversal' then 'dispute_reversal'
    when 'settlement_failure' then 'settlement_failure'
    when 'payment_failure' then 'payment_failure'
    when 'settlement' then null when 'settlement_paid' then null
    else 'charge' end`;

/** For each settlement with a cut-off since $3: its net, the net of its rows, and what the ledger moved to and from the
 *  merchant's balance for these rows and for the settlement itself. `collate "default"` is needed for the index on
 *  `source_id`; without it all transfers of the account are read for each settlement. */
const SETTLEMENTS = `
  select s.id, s.currency, s.net, s.transaction_count as count,
         rows.net as "rowsNet", rows.count as "rowsCount", booked.net as "ledgerNet",
         coalesce((select sum(t.amount)::bigint from ledger_transfers t
                    where t.account_id = s.account_id and t.source_id = s.id collate "default"
                      and t.kind = 'settlement'), 0) as "sweptNet"
    from settlements s
   cross join lateral (
     select coalesce(sum(b.net), 0)::bigint as net, count(*)::int as count
       from balance_transactions b
      where b.account_id = s.account_id and b.settlement_id = s.id) rows
   cross join lateral (
     select coalesce(sum(case when t.credit = 'merchant_balance' then t.amount else -t.amount end), 0)::bigint as net
       from balance_transactions b
       join ledger_transfers t on t.account_id = b.account_id and t.source_id = b.source_id
        and ${ENTRY_OF_KIND} = b.type
      where b.account_id = s.account_id and b.settlement_id = s.id) booked
   where s.account_id = $1 and s.mode = $2 and s.period_end >= $3
   order by s.id`;

/** Takes no lock; all figures are from one snapshot. */
export function settlementSums(ctx: Context, since: Date): Promise<SettlementSums[]> {
  return check("books.settlements", SETTLEMENTS, [ctx.accountId, ctx.mode, since]);
}

const PAYOUTS = `
  with ledger as (
    select currency,
           sum(case 'payout_balance' when credit then amount when debit then -amount else 0 end)::bigint as balance,
           sum(case 'payouts_in_transit' when credit then amount when debit then -amount else 0 end)::bigint as moving
      from ledger_transfers
     where account_id = $1 and mode = $2
       and kind in ('topup', 'payout', 'payout_settled', 'payout_released', 'payout_returned')
     group by 1
  ), held as (
    select currency, amount as balance from payout_balances where account_id = $1 and mode = $2
  ), open as (
    select currency, sum(amount)::bigint as moving from payouts
     where account_id = $1 and mode = $2 and status in ('pending', 'submitted') group by 1
  )
  select currency, coalesce(held.balance, 0) as balance, coalesce(ledger.balance, 0) as "ledgerBalance",
         coalesce(open.moving, 0) as "inTransit", coalesce(ledger.moving, 0) as "ledgerInTransit"
    from ledger full join held using (currency) full join open using (currency)
   order by 1`;

/** Takes no lock; all figures are from one statement. */
export function payoutSums(ctx: Context): Promise<PayoutSums[]> {
  return check("books.payouts", PAYOUTS, [ctx.accountId, ctx.mode]);
}

const OUTCOMES = `
  select currency, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
    from payments
   where account_id = $1 and mode = $2 and created_at >= $3 and created_at < $4
     and outcome in ('approved', 'declined')
   group by currency order by currency`;
const CHARGES = `
  select currency, count(*)::int as count, coalesce(sum(fee), 0)::bigint as amount
    from balance_transactions
   where account_id = $1 and mode = $2 and created_at >= $3 and created_at < $4 and type = 'charge'
   group by currency order by currency`;

/** Sums of a range, computed from the payments or charges themselves. Takes no lock. */
export function plainSums(
  ctx: Context,
  what: "outcomes" | "charges",
  { from, to }: { from: Date; to: Date },
): Promise<Sums[]> {
  const text = what === "outcomes" ? OUTCOMES : CHARGES;
  return check(`books.${what}`, text, [ctx.accountId, ctx.mode, from, to]);
}

/** Stores the last check of a subject. */
export async function recordCheck(
  ctx: Context,
  subject: CheckSubject,
  found: Pick<BookCheck, "agrees" | "figures">,
): Promise<void> {
  const row = { ...found, checkedAt: now() };
  await db()
    .insert(t)
    .values({ accountId: ctx.accountId, mode: ctx.mode, subject, ...row })
    .onConflictDoUpdate({ target: [t.accountId, t.mode, t.subject], set: row });
}

/** Takes no lock. */
export async function listChecks(ctx: Context): Promise<BookCheck[]> {
  const rows = await db()
    .select()
    .from(t)
    .where(and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode)))
    .orderBy(sql`${t.subject}`);
  return rows.map(({ subject, agrees, figures, checkedAt }) => ({
    subject: subject as CheckSubject,
    agrees,
    figures,
    checkedAt,
  }));
}
