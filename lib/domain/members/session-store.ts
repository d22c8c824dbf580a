import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { accounts, members } from "#db/schema/accounts.ts";
import {
  authCredentials,
  authRecoveryCodes,
  authSessions,
  authSecondFactors as f,
  authSessionStates as t,
} from "#db/schema/auth.ts";
import type { Tx } from "#db/transact.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import type { SessionEnd } from "#lib/kernel/vocabulary/sessions.ts";
import type { PersonSession, SessionState } from "./types.ts";

/**
 * Why a session has ended, or null while it is active, in a query of sessions joined with their states. The strictest limit
 * of the person's accounts applies, because a session gives access to all of them. By the database's clock.
 */
const ENDED_BY = sql<SessionEnd | null>`(
  select case
    when ${authSessions.createdAt} <= now() - min(${accounts.sessionDays}) * interval '1 day' then 'age'
    when coalesce(${t.lastSeenAt}, ${authSessions.createdAt})
      <= now() - min(${accounts.sessionIdleMinutes}) * interval '1 minute' then 'rest'
  end
  from ${members} join ${accounts} on ${accounts.id} = ${members.accountId}
  where ${members.userId} = ${authSessions.userId}
)`;

/** Creates the state of a new session, by its token. */
export async function openState(
  token: string,
  state: { confirmedAt: Date; secondFactorAt?: Date; lastAddress: string | null },
): Promise<{ awaitsSecondFactor: boolean }> {
  const [session] = await db()
    .select({ id: authSessions.id, userId: authSessions.userId, enabledAt: f.enabledAt })
    .from(authSessions)
    .leftJoin(f, eq(f.userId, authSessions.userId))
    .where(eq(authSessions.token, token));
  if (!session) throw new Error("no session exists after a sign-in");
  await db()
    .insert(t)
    .values({ ...state, sessionId: session.id, lastSeenAt: state.confirmedAt });
  return { awaitsSecondFactor: session.enabledAt !== null };
}

/** The state of a session. Takes no lock. */
export async function findState(sessionId: string): Promise<SessionState> {
  const [row] = await db()
    .select({
      confirmedAt: t.confirmedAt,
      secondFactorAt: t.secondFactorAt,
      lastSeenAt: t.lastSeenAt,
      enabledAt: f.enabledAt,
      endedBy: ENDED_BY,
    })
    .from(authSessions)
    .leftJoin(t, eq(t.sessionId, authSessions.id))
    .leftJoin(f, eq(f.userId, authSessions.userId))
    .where(eq(authSessions.id, sessionId));
  const hasSecondFactor = Boolean(row?.enabledAt);
  return {
    confirmedAt: row?.confirmedAt ?? null,
    lastSeenAt: row?.lastSeenAt ?? null,
    hasSecondFactor,
    awaitsSecondFactor: hasSecondFactor && !row?.secondFactorAt,
    endedBy: row?.endedBy ?? null,
  };
}

/** The roles of those sessions that are active and have access to the account, including a second factor where required, by
 *  `<session> <account>`. Takes no lock. */
export async function findActiveSessions(
  sessionIds: readonly string[],
  at: Date,
): Promise<Map<string, Role>> {
  const rows = await db()
    .select({ sessionId: authSessions.id, accountId: members.accountId, role: members.role })
    .from(authSessions)
    .innerJoin(members, eq(members.userId, authSessions.userId))
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .leftJoin(t, eq(t.sessionId, authSessions.id))
    .leftJoin(f, and(eq(f.userId, authSessions.userId), isNotNull(f.enabledAt)))
    .where(
      and(
        inArray(authSessions.id, [...sessionIds]),
        gt(authSessions.expiresAt, at),
        isNull(ENDED_BY),
        or(isNull(f.userId), isNotNull(t.secondFactorAt)),
        or(not(accounts.requiresSecondFactor), isNotNull(f.userId)),
      ),
    );
  return new Map(rows.map((row) => [`${row.sessionId} ${row.accountId}`, row.role]));
}

/** Records activity in a session. Creates the state of a session from before states existed. */
export async function touch(sessionId: string, at: Date, lastAddress: string | null) {
  await db()
    .insert(t)
    .values({ sessionId, confirmedAt: sql`to_timestamp(0)`, lastSeenAt: at, lastAddress })
    .onConflictDoUpdate({ target: t.sessionId, set: { lastSeenAt: at, lastAddress } });
}

/** Records that the person has just given a password or a code. */
export async function markConfirmed(
  tx: Tx,
  sessionId: string,
  at: Date,
  by: "password" | "second_factor",
) {
  const passed = by === "second_factor" ? { secondFactorAt: at } : {};
  await tx
    .update(t)
    .set({ confirmedAt: at, ...passed })
    .where(eq(t.sessionId, sessionId));
}

/** A person's active sessions, last seen first. Takes no lock. */
export async function listSessions(userId: string, at: Date): Promise<PersonSession[]> {
  return await db()
    .select({
      id: authSessions.id,
      address: sql<string | null>`coalesce(${t.lastAddress}, ${authSessions.ipAddress})`,
      client: authSessions.userAgent,
      createdAt: authSessions.createdAt,
      lastSeenAt: t.lastSeenAt,
    })
    .from(authSessions)
    .leftJoin(t, eq(t.sessionId, authSessions.id))
    .where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, at), isNull(ENDED_BY)))
    .orderBy(
      desc(sql`coalesce(${t.lastSeenAt}, ${authSessions.createdAt})`),
      desc(authSessions.id),
    );
}

/** Whether a session is still there. It cannot end before the transaction does. */
export async function holdSession(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(eq(authSessions.id, id))
    .for("share");
  return rows.length === 1;
}

/** Ends one session of a person; false if they have no such session. */
export async function deleteSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(authSessions)
    .where(and(eq(authSessions.userId, userId), eq(authSessions.id, id)))
    .returning({ id: authSessions.id });
  return rows.length === 1;
}

/** Ends all sessions of a person but `kept`. Returns their number. */
export async function deleteOtherSessions(tx: Tx, userId: string, kept: string): Promise<number> {
  const rows = await tx
    .delete(authSessions)
    .where(and(eq(authSessions.userId, userId), ne(authSessions.id, kept)))
    .returning({ id: authSessions.id });
  return rows.length;
}

/** Replaces the password's hash; false if it is no longer `from`. */
export async function replacePassword(
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const rows = await tx
    .update(authCredentials)
    .set({ password: to })
    .where(
      and(
        eq(authCredentials.userId, userId),
        eq(authCredentials.providerId, "credential"),
        eq(authCredentials.password, from),
      ),
    )
    .returning({ id: authCredentials.id });
  return rows.length === 1;
}

/** The stored hash of a person's password. */
export async function findPasswordHash(userId: string): Promise<string | null> {
  const [row] = await db()
    .select({ password: authCredentials.password })
    .from(authCredentials)
    .where(and(eq(authCredentials.userId, userId), eq(authCredentials.providerId, "credential")));
  return row?.password ?? null;
}

export type StoredFactor = { secret: Buffer; enabledAt: Date | null; lastStep: number };

export async function findFactor(userId: string): Promise<StoredFactor | null> {
  const [row] = await db()
    .select({ secret: f.secret, enabledAt: f.enabledAt, lastStep: f.lastStep })
    .from(f)
    .where(eq(f.userId, userId));
  return row ?? null;
}

/** Stores the secret of a factor that is being set up. Returns false and changes nothing if a factor is enabled. */
export async function putPendingFactor(userId: string, secret: Buffer, at: Date): Promise<boolean> {
  const rows = await db()
    .insert(f)
    .values({ userId, secret, createdAt: at })
    .onConflictDoUpdate({
      target: f.userId,
      set: { secret, createdAt: at, lastStep: 0 },
      setWhere: isNull(f.enabledAt),
    })
    .returning({ userId: f.userId });
  return rows.length === 1;
}

/** Uses up the code of a time step: true for one caller only, and false for earlier steps afterwards. */
export async function claimStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(f)
    .set({ lastStep: step })
    .where(and(eq(f.userId, userId), lt(f.lastStep, step)))
    .returning({ userId: f.userId });
  return rows.length === 1;
}

/** False if it is enabled already. */
export async function enableFactor(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(f)
    .set({ enabledAt: at })
    .where(and(eq(f.userId, userId), isNull(f.enabledAt)))
    .returning({ userId: f.userId });
  return rows.length === 1;
}

/** Whether a person has a second factor, which is locked until the transaction ends. */
export async function lockFactor(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx
    .select({ userId: f.userId })
    .from(f)
    .where(and(eq(f.userId, userId), isNotNull(f.enabledAt)))
    .for("update");
  return rows.length === 1;
}

export async function deleteFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(authRecoveryCodes).where(eq(authRecoveryCodes.userId, userId));
  const rows = await tx.delete(f).where(eq(f.userId, userId)).returning({ userId: f.userId });
  return rows.length === 1;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]) {
  await tx.delete(authRecoveryCodes).where(eq(authRecoveryCodes.userId, userId));
  await tx.insert(authRecoveryCodes).values(hashes.map((hash) => ({ userId, hash })));
}

/** Uses up a recovery code: true for one caller only. */
export async function claimRecoveryCode(
  tx: Tx,
  userId: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const rows = await tx
    .update(authRecoveryCodes)
    .set({ usedAt: at })
    .where(
      and(
        eq(authRecoveryCodes.userId, userId),
        eq(authRecoveryCodes.hash, hash),
        isNull(authRecoveryCodes.usedAt),
      ),
    )
    .returning({ hash: authRecoveryCodes.hash });
  return rows.length === 1;
}

export async function countRecoveryCodes(userId: string): Promise<number> {
  return await db().$count(
    authRecoveryCodes,
    and(eq(authRecoveryCodes.userId, userId), isNull(authRecoveryCodes.usedAt)),
  );
}
