import { and, asc, eq, lt, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { accounts, members } from "#db/schema/accounts.ts";
import * as authSchema from "#db/schema/auth.ts";
import { sandboxClocks } from "#db/schema/sandbox.ts";
import type { Tx } from "#db/transact.ts";
import { dateFromMs, isClockTrusted, systemAheadMs } from "#lib/kernel/clock.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import type { Membership, User } from "./types.ts";

const { authCredentials, authKnownDevices, authKnownPlaces, authSignInFailures, authUsers } =
  authSchema;

/** Inserts a user; false if the e-mail address is taken. Waits for a concurrent insert of the same address. */
export async function insertUser(tx: Tx, user: User): Promise<boolean> {
  const rows = await tx
    .insert(authUsers)
    .values({ ...user, emailVerified: true })
    .onConflictDoNothing({ target: authUsers.email })
    .returning({ id: authUsers.id });
  return rows.length === 1;
}

export async function insertPassword(
  tx: Tx,
  { userId, hash }: { userId: string; hash: string },
): Promise<void> {
  // The sign-in library finds a password by provider "credential" and the user's id.
  await tx.insert(authCredentials).values({
    id: newId("usr"),
    accountId: userId,
    providerId: "credential",
    userId,
    password: hash,
  });
}

export async function insertMember(
  tx: Tx,
  member: { accountId: Id<"acct">; userId: string; role: Role },
): Promise<void> {
  await tx.insert(members).values(member);
}

/** A person's memberships, oldest first. */
export async function listMemberships(userId: string): Promise<Membership[]> {
  return await db()
    .select({
      accountId: members.accountId,
      role: members.role,
      accountName: accounts.name,
      country: accounts.country,
      timezone: accounts.timezone,
      defaultCurrency: accounts.defaultCurrency,
      locale: accounts.locale,
      testVersion: accounts.testVersion,
      liveVersion: accounts.liveVersion,
      isDemo: accounts.isDemo,
      requiresSecondFactor: accounts.requiresSecondFactor,
      sessionEnds: { idleMinutes: accounts.sessionIdleMinutes, days: accounts.sessionDays },
      refundLimits: accounts.refundLimits,
      testClockAheadMs: sql<number>`coalesce(${sandboxClocks.aheadMs}, 0)::float8`,
    })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .leftJoin(sandboxClocks, eq(sandboxClocks.accountId, members.accountId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt), asc(members.accountId));
}

/** Counts an attempt by `subject` before it is judged, so that concurrent attempts cannot all pass on the same count.
 *  Restarts an expired window. */
export async function countAttempt(
  subject: Buffer,
  at: Date,
  windowMs: number,
): Promise<{ failures: number; windowStartedAt: Date }> {
  const { failures, windowStartedAt } = authSignInFailures;
  const isOver = sql`${windowStartedAt} <= ${at}::timestamptz - ${windowMs} * interval '1 ms'`;
  const [row] = await db()
    .insert(authSignInFailures)
    .values({ subject, failures: 1, windowStartedAt: at })
    .onConflictDoUpdate({
      target: authSignInFailures.subject,
      set: {
        failures: sql`case when ${isOver} then 1 else ${failures} + 1 end`,
        windowStartedAt: sql`case when ${isOver} then ${at} else ${windowStartedAt} end`,
      },
    })
    .returning({ failures, windowStartedAt });
  return row!;
}

/** Deletes the attempts of a subject that has signed in, and all windows that started more than `windowMs` ago by the
 *  database's clock. */
export async function clearFailures(subject: Buffer, windowMs: number): Promise<void> {
  await db()
    .delete(authSignInFailures)
    .where(
      or(
        eq(authSignInFailures.subject, subject),
        lt(authSignInFailures.windowStartedAt, databaseAgo(windowMs)),
      ),
    );
}

/** Takes back one attempt of a subject, because it succeeded. */
export async function takeBackAttempt(subject: Buffer): Promise<void> {
  const { failures } = authSignInFailures;
  await db()
    .update(authSignInFailures)
    .set({ failures: sql`greatest(${failures} - 1, 0)` })
    .where(eq(authSignInFailures.subject, subject));
}

/** Whether an e-mail address was used to sign in from a place before. */
export async function isKnownPlace(email: string, place: Buffer): Promise<boolean> {
  const rows = await db()
    .select({ one: sql`1` })
    .from(authKnownPlaces)
    .innerJoin(authUsers, eq(authUsers.id, authKnownPlaces.userId))
    .where(and(eq(authUsers.email, email), eq(authKnownPlaces.place, place)));
  return rows.length > 0;
}

/** Whether an e-mail address was used to sign in from a browser before. */
export async function isKnownDevice(email: string, device: Buffer): Promise<boolean> {
  const rows = await db()
    .select({ one: sql`1` })
    .from(authKnownDevices)
    .innerJoin(authUsers, eq(authUsers.id, authKnownDevices.userId))
    .where(and(eq(authUsers.email, email), eq(authKnownDevices.device, device)));
  return rows.length > 0;
}

/** Records that an e-mail address was used to sign in from a place. */
export async function rememberPlace(email: string, place: Buffer): Promise<void> {
  const person = db()
    .select({
      userId: authUsers.id,
      place: sql`${place}`.as("place"),
      seenAt: sql`now()`.as("seen_at"),
    })
    .from(authUsers)
    .where(eq(authUsers.email, email));
  await db()
    .insert(authKnownPlaces)
    .select(person)
    .onConflictDoUpdate({
      target: [authKnownPlaces.userId, authKnownPlaces.place],
      set: { seenAt: sql`now()` },
    });
}

/** A user's name, whether or not they are still a member anywhere, or null. */
export async function findUserName(userId: string, tx?: Tx): Promise<string | null> {
  const [row] = await (tx ?? db())
    .select({ name: authUsers.name })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  return row?.name ?? null;
}

type Call = (...args: unknown[]) => unknown;

/**
 * Wraps the adapter of a library that uses the system's time, for a process whose system clock is wrong: all dates are
 * shifted by the clock's error, so that the tables hold the database's time. Otherwise sessions would end early and be
 * deleted, or never end. Errors below 30 s are ignored.
 */
export function inDatabaseTime<Adapter extends object>(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      const call: Call = member.bind(target);
      if (name === "transaction") {
        return (work: Call) => call((within: object) => work(inDatabaseTime(within)));
      }
      return async (...args: unknown[]) => {
        const aheadMs = isClockTrusted() ? 0 : systemAheadMs();
        return moved(await call(...args.map((arg) => moved(arg, -aheadMs))), aheadMs);
      };
    },
  });
}

/** `value` with every date in it shifted by `byMs`. */
function moved(value: unknown, byMs: number): unknown {
  if (byMs === 0 || typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return dateFromMs(value.getTime() + byMs);
  if (Array.isArray(value)) return value.map((each) => moved(each, byMs));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, moved(each, byMs)]));
}
