import { and, asc, count, desc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { accountHomes, accountPinChanges, accounts, members } from "#db/schema/accounts.ts";
import { alertRules } from "#db/schema/alerts.ts";
import { authUsers } from "#db/schema/auth.ts";
import { weeklyMails } from "#db/schema/mail.ts";
import { sandboxClocks } from "#db/schema/sandbox.ts";
import { within } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";
import { dueAfter, periodAt } from "#lib/kernel/schedule-period.ts";
import { DEFAULT_ALERT_RULES } from "#lib/kernel/vocabulary/alerts.ts";
import { MODES } from "#lib/kernel/vocabulary/modes.ts";
import type { Account, PinChange } from "./types.ts";

const { rateLimits, payoutCorridors, fundingNumber, refundLimits, ...shown } =
  getTableColumns(accounts);

/** Inserts an account with its weekly e-mail and the default alert rules. */
export async function insertAccount(tx: Tx, row: typeof accounts.$inferInsert): Promise<Account> {
  const [account] = await tx.insert(accounts).values(row).returning(shown);
  const { id: accountId, createdAt, timezone } = account!;
  await tx.insert(accountHomes).values({ accountId });
  const nextFrom = periodAt("weekly", createdAt, timezone);
  const dueAt = dueAfter("weekly", nextFrom, timezone);
  const weekly = { accountId, mode: "live", id: "figures", nextFrom, dueAt } as const;
  await tx.insert(weeklyMails).values(weekly);
  await tx.insert(alertRules).values(
    MODES.flatMap((mode) =>
      DEFAULT_ALERT_RULES.map(({ roles, ...rule }) => ({
        ...{ accountId, mode, id: newId("alr"), createdAt, roles: [...roles] },
        ...rule,
      })),
    ),
  );
  return account!;
}

export async function findAccount(id: Id<"acct">, tx?: Tx): Promise<Account | null> {
  const [account] = await (tx ?? db()).select(shown).from(accounts).where(eq(accounts.id, id));
  return account ?? null;
}

/** The account's data that every context carries, or null. */
export async function findContextFacts(
  id: Id<"acct">,
): Promise<{ country: string; testClockAheadMs: number } | null> {
  const [facts] = await db()
    .select({
      country: accounts.country,
      testClockAheadMs: sql<number>`coalesce(${sandboxClocks.aheadMs}, 0)::float8`,
    })
    .from(accounts)
    .leftJoin(sandboxClocks, eq(sandboxClocks.accountId, accounts.id))
    .where(eq(accounts.id, id));
  return facts ?? null;
}

export async function findDemoAccount(): Promise<Account | null> {
  const [account] = await db()
    .select(shown)
    .from(accounts)
    .where(eq(accounts.isDemo, true))
    .limit(1);
  return account ?? null;
}

/** E-mail address of the first owner of the oldest account that is not the demo, or null. */
export async function findOldestOwner(): Promise<string | null> {
  const [owner] = await db()
    .select({ email: authUsers.email })
    .from(accounts)
    .innerJoin(members, and(eq(members.accountId, accounts.id), eq(members.role, "owner")))
    .innerJoin(authUsers, eq(authUsers.id, members.userId))
    .where(eq(accounts.isDemo, false))
    .orderBy(asc(accounts.id), asc(members.createdAt))
    .limit(1);
  return owner?.email ?? null;
}

/** Locks the account's row until the transaction ends. */
export async function lockAccount(tx: Tx, id: Id<"acct">): Promise<Account | null> {
  const [account] = await tx.select(shown).from(accounts).where(eq(accounts.id, id)).for("update");
  return account ?? null;
}

/** Changes a locked account. */
export async function updateAccount(
  tx: Tx,
  id: Id<"acct">,
  changes: Partial<Pick<Account, "name" | "timezone" | "defaultCurrency" | "locale">>,
): Promise<Account> {
  const [account] = await tx
    .update(accounts)
    .set(changes)
    .where(eq(accounts.id, id))
    .returning(shown);
  return account!;
}

const PIN_COLUMNS = { test: "testVersion", live: "liveVersion" } as const;

export async function findPin(ctx: Context): Promise<string | null> {
  const pin = accounts[PIN_COLUMNS[ctx.mode]];
  const [row] = await db().select({ pin }).from(accounts).where(eq(accounts.id, ctx.accountId));
  return row?.pin ?? null;
}

/** Moves the mode's pin if it is still `from`, else returns false. Locks the account's row until the transaction ends,
 *  so changes of one account are serialised. */
export async function movePin(tx: Tx, ctx: Context, from: string, to: string): Promise<boolean> {
  const column = PIN_COLUMNS[ctx.mode];
  const moved = await tx
    .update(accounts)
    .set({ [column]: to })
    .where(and(eq(accounts.id, ctx.accountId), eq(accounts[column], from)))
    .returning({ id: accounts.id });
  return moved.length === 1;
}

const changesOf = (ctx: { accountId: Id<"acct">; mode: Mode }) =>
  and(eq(accountPinChanges.accountId, ctx.accountId), eq(accountPinChanges.mode, ctx.mode));

/** Call it with the account's row locked, because the number is the count of changes plus 1. */
export async function recordPinChange(tx: Tx, ctx: Context, change: PinChange): Promise<void> {
  const [row] = await tx.select({ before: count() }).from(accountPinChanges).where(changesOf(ctx));
  const { accountId, mode } = ctx;
  const number = (row?.before ?? 0) + 1;
  await tx.insert(accountPinChanges).values({ accountId, mode, number, ...change });
}

export async function findLastPinChange(ctx: Context): Promise<PinChange | null> {
  const { fromVersion, toVersion, changedBy, changedAt } = accountPinChanges;
  const [change] = await db()
    .select({ fromVersion, toVersion, changedBy, changedAt })
    .from(accountPinChanges)
    .where(changesOf(ctx))
    .orderBy(desc(accountPinChanges.number))
    .limit(1);
  return change ?? null;
}

const MOST_LISTED = 50;

/** The pin changes of a period, newest first, at most 50. Takes no lock. */
export async function listPinChanges(ctx: Context, period: Period): Promise<PinChange[]> {
  const { fromVersion, toVersion, changedBy, changedAt } = accountPinChanges;
  return await db()
    .select({ fromVersion, toVersion, changedBy, changedAt })
    .from(accountPinChanges)
    .where(and(changesOf(ctx), within(changedAt, period)))
    .orderBy(desc(accountPinChanges.number))
    .limit(MOST_LISTED);
}

/** The last move of the pin to a newer version, or null. */
export async function findLastUpgrade(tx: Tx | null, ctx: Context): Promise<PinChange | null> {
  const { fromVersion, toVersion, changedBy, changedAt } = accountPinChanges;
  const [change] = await (tx ?? db())
    .select({ fromVersion, toVersion, changedBy, changedAt })
    .from(accountPinChanges)
    .where(and(changesOf(ctx), gt(toVersion, fromVersion)))
    .orderBy(desc(accountPinChanges.number))
    .limit(1);
  return change ?? null;
}

/** Payout currencies that an operator has approved for the account. */
export async function payoutCorridorsIn(tx: Tx | null, id: Id<"acct">): Promise<string[]> {
  const [row] = await (tx ?? db())
    .select({ corridors: accounts.payoutCorridors })
    .from(accounts)
    .where(eq(accounts.id, id));
  return row?.corridors ?? [];
}

/** Replaces the approved payout currencies. Null if the account does not exist. */
export async function setPayoutCorridors(
  tx: Tx,
  id: Id<"acct">,
  corridors: readonly string[],
): Promise<string[] | null> {
  const [row] = await tx
    .update(accounts)
    .set({ payoutCorridors: [...corridors] })
    .where(eq(accounts.id, id))
    .returning({ corridors: accounts.payoutCorridors });
  return row?.corridors ?? null;
}

export type RaisedLimits = NonNullable<(typeof accounts.$inferSelect)["rateLimits"]>;

/** Limits that an operator raised for the account, null for none; undefined if the account does not exist. Inside a
 *  transaction, locks the row. */
export async function rateLimitsIn(
  tx: Tx | null,
  id: Id<"acct">,
): Promise<RaisedLimits | null | undefined> {
  const query = (tx ?? db())
    .select({ raised: accounts.rateLimits })
    .from(accounts)
    .where(eq(accounts.id, id));
  const [row] = await (tx ? query.for("update") : query);
  return row?.raised;
}

export async function setRateLimits(tx: Tx, id: Id<"acct">, raised: RaisedLimits): Promise<void> {
  await tx.update(accounts).set({ rateLimits: raised }).where(eq(accounts.id, id));
}

/** The number in the payment reference of the account's incoming transfers. Throws if the account does not exist. */
export async function fundingNumberOf(id: Id<"acct">): Promise<number> {
  const [row] = await db().select({ fundingNumber }).from(accounts).where(eq(accounts.id, id));
  if (!row) throw new Error(`${id} does not exist`);
  return row.fundingNumber;
}

/** The account with a funding number, or null. */
export async function accountOfFundingNumber(number: number): Promise<Id<"acct"> | null> {
  const [row] = await db()
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(fundingNumber, number));
  return row?.id ?? null;
}
