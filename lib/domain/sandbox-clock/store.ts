import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { sandboxClocks as t } from "#db/schema/sandbox.ts";
import type { Tx } from "#db/transact.ts";
import { dateFromMs, now, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";

export type Clock = { aheadMs: number; targetMs: number };

/** An account's clock and its target, as leads over real time. Takes no lock. */
export async function find(accountId: Id<"acct">): Promise<Clock> {
  const [clock] = await db()
    .select({ aheadMs: t.aheadMs, targetMs: t.targetMs })
    .from(t)
    .where(eq(t.accountId, accountId));
  return clock ?? { aheadMs: 0, targetMs: 0 };
}

/** Moves the clock's target `byMs` ahead. Locks its row. */
export async function addToTarget(tx: Tx, accountId: Id<"acct">, byMs: number): Promise<Clock> {
  const [clock] = await tx
    .insert(t)
    .values({ accountId, targetMs: byMs })
    .onConflictDoUpdate({
      target: t.accountId,
      set: { targetMs: sql`${t.targetMs} + ${byMs}`, updatedAt: now() },
    })
    .returning({ aheadMs: t.aheadMs, targetMs: t.targetMs });
  return clock!;
}

/** Takes the clock's lease for `leaseMs`, or renews it. False while another process holds it. */
export async function lease(
  accountId: Id<"acct">,
  { leaseId, leaseMs }: { leaseId: string; leaseMs: number },
): Promise<boolean> {
  const leased = await db()
    .update(t)
    .set({ leaseId, leasedUntil: dateFromMs(nowMs() + leaseMs), updatedAt: now() })
    .where(
      and(
        eq(t.accountId, accountId),
        or(isNull(t.leaseId), eq(t.leaseId, leaseId), lte(t.leasedUntil, now())),
      ),
    )
    .returning({ accountId: t.accountId });
  return leased.length === 1;
}

/** Whether a process holds the clock's lease. Takes no lock. */
export async function isMoving(accountId: Id<"acct">): Promise<boolean> {
  return (await db().$count(t, and(eq(t.accountId, accountId), gt(t.leasedUntil, now())))) > 0;
}

export async function release(accountId: Id<"acct">, leaseId: string): Promise<void> {
  await db()
    .update(t)
    .set({ leaseId: null, leasedUntil: null })
    .where(and(eq(t.accountId, accountId), eq(t.leaseId, leaseId)));
}

/** Moves the clock forward to `aheadMs`. False if the lease is lost. */
export async function moveTo(
  tx: Tx,
  accountId: Id<"acct">,
  { leaseId, aheadMs }: { leaseId: string; aheadMs: number },
): Promise<boolean> {
  const moved = await tx
    .update(t)
    .set({ aheadMs, updatedAt: now() })
    .where(and(eq(t.accountId, accountId), eq(t.leaseId, leaseId), lte(t.aheadMs, aheadMs)))
    .returning({ accountId: t.accountId });
  return moved.length === 1;
}

/** Accounts whose clock has not reached its target and is not leased, the longest unmoved first. Takes no lock. */
export async function listUnfinished(limit: number): Promise<Id<"acct">[]> {
  const rows = await db()
    .select({ accountId: t.accountId })
    .from(t)
    .where(and(sql`${t.targetMs} > ${t.aheadMs}`, or(isNull(t.leaseId), lte(t.leasedUntil, now()))))
    .orderBy(t.updatedAt)
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}

/** Tables with due work, and the column with the due time. */
const DUE = {
  payments: "rail_check_at",
  refunds: "rail_check_at",
  payouts: "rail_check_at",
  payout_approvals: "due_at",
  payout_limit_changes: "due_at",
  disputes: "rail_check_at",
  mandates: "rail_check_at",
  settlements: "rail_check_at",
  subscriptions: "due_at",
  invoices: "due_at",
  alert_watches: "due_at",
} as const;
type DueTable = keyof typeof DUE;

const firstDue = (table: DueTable) =>
  `(select min(${DUE[table]}) from ${table} where account_id = $1 and mode = 'test')`;

/** $2 the moment. */
const countDue = (table: DueTable) =>
  `(select count(*)::int from ${table}
     where account_id = $1 and mode = 'test' and ${DUE[table]} <= $2)`;

const tables = Object.keys(DUE) as DueTable[];

const NEXT_DUE = `
  select least(
    ${tables.map(firstDue).join(",\n    ")},
    (select min(available_on) from balance_transactions
      where account_id = $1 and mode = 'test' and settlement_id is null and available_on > $2),
    -- A movement that missed a settled cut-off waits for the next one.
    (select date_trunc('day', $2::timestamptz, 'UTC') + interval '1 day' where exists (
       select 1 from balance_transactions b
        where b.account_id = $1 and b.mode = 'test' and b.settlement_id is null
          and b.available_on <= (select max(s.period_end) from settlements s
                                  where s.account_id = $1 and s.mode = 'test'
                                    and s.currency = b.currency)))
  ) as due`;

/** The next due time of the account's test mode, or null. It is not later than `after` if another process is just claiming
 * a row that is due then, which is neither done nor leased yet. Takes no lock. */
export async function nextDue(accountId: Id<"acct">, after: Date): Promise<Date | null> {
  const [row] = await runPrepared<{ due: Date | null }>("sandbox_clock.next_due", NEXT_DUE, [
    accountId,
    after,
  ]);
  return row?.due ?? null;
}

/** Tables whose rows are worked on under leases of real time. */
const LEASED = ["payments", "refunds", "payouts", "mandates"] as const satisfies DueTable[];

/** $2 the latest due time, $3 the real time. */
const LEASE_HOLDERS = LEASED.map(
  (table) => `select rail_held_by as holder from ${table}
    where account_id = $1 and mode = 'test' and ${DUE[table]} <= $2 and rail_held_until > $3`,
).join(" union all ");

/** Returns the holders of leases of the account's test mode on rows that are due by `moment`. Takes no lock. */
export async function leaseHolders(accountId: Id<"acct">, moment: Date): Promise<string[]> {
  const values = [accountId, moment, now()];
  const rows = await runPrepared<{ holder: string }>(
    "sandbox_clock.lease_holders",
    LEASE_HOLDERS,
    values,
  );
  return rows.map(({ holder }) => holder);
}

/** Invoices are not counted: their payments count as payments, their renewals as subscriptions. */
const COUNTED = {
  payments: "payments",
  refunds: "refunds",
  payouts: "payouts",
  approvals: "payout_approvals",
  disputes: "disputes",
  mandates: "mandates",
  subscriptions: "subscriptions",
  arrivals: "settlements",
} as const satisfies Record<string, DueTable>;

const DUE_BY = `
  select ${Object.entries(COUNTED)
    .map(([name, table]) => `${countDue(table)} as ${name}`)
    .join(",\n         ")},
         (select count(distinct (currency, available_on))::int from balance_transactions
           where account_id = $1 and mode = 'test' and settlement_id is null and available_on <= $2)
           as "cutOffs"`;

export type DueCounts = Record<keyof typeof COUNTED | "cutOffs", number>;

/** Counts what is due in the account's test mode by `moment`, as of now. Takes no lock. */
export async function countDueBy(accountId: Id<"acct">, moment: Date): Promise<DueCounts> {
  const [row] = await runPrepared<DueCounts>("sandbox_clock.due_by", DUE_BY, [accountId, moment]);
  return row!;
}
