import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  type SQL,
  sql,
} from "drizzle-orm";
import { db } from "#db/client.ts";
import { accounts, members } from "#db/schema/accounts.ts";
import { authSecondFactors, authSessionStates, authSessions, authUsers } from "#db/schema/auth.ts";
import { invitations as t } from "#db/schema/team.ts";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import type { Invitation, SessionEnds, TeamMember } from "./types.ts";

const shown = {
  id: t.id,
  accountId: t.accountId,
  email: t.email,
  role: t.role,
  invitedBy: t.invitedBy,
  sends: t.sends,
  createdAt: t.createdAt,
  expiresAt: t.expiresAt,
};

const isOpen = and(isNull(t.acceptedAt), isNull(t.revokedAt));

/** Everybody of an account, owners first, with when they were last seen anywhere. Takes no lock. */
export async function listTeam(accountId: Id<"acct">): Promise<TeamMember[]> {
  const lastSeen = db()
    .select({ at: sql<Date | null>`max(${authSessionStates.lastSeenAt})` })
    .from(authSessionStates)
    .innerJoin(authSessions, eq(authSessions.id, authSessionStates.sessionId))
    .where(eq(authSessions.userId, members.userId));
  return await db()
    .select({
      userId: members.userId,
      name: authUsers.name,
      email: authUsers.email,
      role: members.role,
      joinedAt: members.createdAt,
      hasSecondFactor: sql<boolean>`${authSecondFactors.enabledAt} is not null`,
      lastSeenAt: sql`(${lastSeen})`.mapWith(authSessionStates.lastSeenAt) as SQL<Date | null>,
    })
    .from(members)
    .innerJoin(authUsers, eq(authUsers.id, members.userId))
    .leftJoin(authSecondFactors, eq(authSecondFactors.userId, members.userId))
    .where(eq(members.accountId, accountId))
    .orderBy(sql`${members.role} <> 'owner'`, asc(members.createdAt), asc(members.userId));
}

/** Locks the account's owners, in one order, until the transaction ends: of changes that would each
 *  leave one of two, the second sees what the first did. Answers their ids. */
export async function lockOwners(tx: Tx, accountId: Id<"acct">): Promise<string[]> {
  const rows = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.accountId, accountId), eq(members.role, "owner")))
    .orderBy(asc(members.userId))
    .for("update");
  return rows.map((row) => row.userId);
}

/** Locks the membership until the transaction ends. */
export async function lockMember(
  tx: Tx,
  accountId: Id<"acct">,
  userId: string,
): Promise<{ role: Role; name: string; email: string } | null> {
  const [row] = await tx
    .select({ role: members.role, name: authUsers.name, email: authUsers.email })
    .from(members)
    .innerJoin(authUsers, eq(authUsers.id, members.userId))
    .where(and(eq(members.accountId, accountId), eq(members.userId, userId)))
    .for("update", { of: members });
  return row ?? null;
}

/** Says whether an account asks everybody for a second factor; null when it said so already. */
export async function setRequiresSecondFactor(
  tx: Tx,
  accountId: Id<"acct">,
  requiresSecondFactor: boolean,
): Promise<{ id: Id<"acct">; name: string } | null> {
  const [row] = await tx
    .update(accounts)
    .set({ requiresSecondFactor })
    .where(
      and(eq(accounts.id, accountId), eq(accounts.requiresSecondFactor, !requiresSecondFactor)),
    )
    .returning({ id: accounts.id, name: accounts.name });
  return row ?? null;
}

/** How long the sessions of an account's members last, and what it is called. Locks the account. */
export async function lockSessionEnds(tx: Tx, accountId: Id<"acct">) {
  const [row] = await tx
    .select({
      id: accounts.id,
      name: accounts.name,
      ends: { idleMinutes: accounts.sessionIdleMinutes, days: accounts.sessionDays },
    })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for("update");
  return row ?? null;
}

export async function setSessionEnds(tx: Tx, accountId: Id<"acct">, ends: SessionEnds) {
  const { idleMinutes: sessionIdleMinutes, days: sessionDays } = ends;
  await tx
    .update(accounts)
    .set({ sessionIdleMinutes, sessionDays })
    .where(eq(accounts.id, accountId));
}

/** The accounts of a person that ask everybody for a second factor, by name. */
export async function namesOfAsking(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: accounts.name })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .where(and(eq(members.userId, userId), eq(accounts.requiresSecondFactor, true)))
    .orderBy(asc(accounts.name));
  return rows.map(({ name }) => name);
}

const isMember = (accountId: Id<"acct">, userId: string) =>
  and(eq(members.accountId, accountId), eq(members.userId, userId));

export async function setRole(tx: Tx, accountId: Id<"acct">, userId: string, role: Role) {
  await tx.update(members).set({ role }).where(isMember(accountId, userId));
}

export async function deleteMember(tx: Tx, accountId: Id<"acct">, userId: string) {
  await tx.delete(members).where(isMember(accountId, userId));
}

/** Lets a person in who may be in already; false when they were. */
export async function insertMemberOnce(
  tx: Tx,
  member: { accountId: Id<"acct">; userId: string; role: Role },
): Promise<boolean> {
  const rows = await tx.insert(members).values(member).onConflictDoNothing().returning();
  return rows.length === 1;
}

/** Open invitations, those that have expired included, newest first. Takes no lock. */
export async function listInvitations(accountId: Id<"acct">): Promise<Invitation[]> {
  return await db()
    .select(shown)
    .from(t)
    .where(and(eq(t.accountId, accountId), isOpen))
    .orderBy(desc(t.id));
}

/** False when somebody with this address is invited already; a rival is waited for. */
export async function insertInvitation(tx: Tx, row: typeof t.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(t).values(row).onConflictDoNothing().returning({ id: t.id });
  return rows.length === 1;
}

const thisOne = (accountId: Id<"acct">, id: string) =>
  and(eq(t.accountId, accountId), eq(t.id, id as Id<"inv">), isOpen);

/** Gives an open invitation another link, and its time anew; null when it is not open. */
export async function renewInvitation(
  tx: Tx,
  accountId: Id<"acct">,
  id: string,
  renewed: { tokenHash: Buffer; expiresAt: Date },
): Promise<Invitation | null> {
  const [row] = await tx
    .update(t)
    .set({ ...renewed, sends: sql`${t.sends} + 1` })
    .where(thisOne(accountId, id))
    .returning(shown);
  return row ?? null;
}

/** Null when it is not open. */
export async function revokeInvitation(
  tx: Tx,
  accountId: Id<"acct">,
  id: string,
  revokedAt: Date,
): Promise<Invitation | null> {
  const [row] = await tx
    .update(t)
    .set({ revokedAt })
    .where(thisOne(accountId, id))
    .returning(shown);
  return row ?? null;
}

/** Takes those out of the way that have expired, so that their people can be invited again. */
export async function closeExpired(tx: Tx, accountId: Id<"acct">, email: string, at: Date) {
  await tx
    .update(t)
    .set({ revokedAt: at })
    .where(and(eq(t.accountId, accountId), eq(t.email, email), isOpen, lte(t.expiresAt, at)));
}

export type FoundInvitation = Invitation & { accountName: string; isKnown: boolean };

/** An invitation by its link, while it can be accepted. Takes no lock. */
export async function findInvitation(hash: Buffer, at: Date): Promise<FoundInvitation | null> {
  const [row] = await db()
    .select({
      ...shown,
      accountName: accounts.name,
      isKnown: isNotNull(authUsers.id).mapWith(Boolean),
    })
    .from(t)
    .innerJoin(accounts, eq(accounts.id, t.accountId))
    .leftJoin(authUsers, eq(authUsers.email, t.email))
    .where(and(eq(t.tokenHash, hash), isOpen, gt(t.expiresAt, at)));
  return (row as FoundInvitation | undefined) ?? null;
}

/** Uses an invitation up: true for one caller only. */
export async function claimInvitation(tx: Tx, hash: Buffer, at: Date): Promise<boolean> {
  const rows = await tx
    .update(t)
    .set({ acceptedAt: at })
    .where(and(eq(t.tokenHash, hash), isOpen, gt(t.expiresAt, at)))
    .returning({ id: t.id });
  return rows.length === 1;
}

export async function findAccountName(tx: Tx, accountId: Id<"acct">): Promise<string> {
  const [row] = await tx
    .select({ name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row?.name ?? "";
}

/** Whether somebody with this address is in the account. Takes no lock. */
export async function isMemberByEmail(tx: Tx, accountId: Id<"acct">, email: string) {
  const rows = await tx
    .select({ id: members.userId })
    .from(members)
    .innerJoin(authUsers, eq(authUsers.id, members.userId))
    .where(and(eq(members.accountId, accountId), eq(authUsers.email, email)));
  return rows.length > 0;
}

export async function findUserIdIn(tx: Tx, email: string) {
  const [row] = await tx
    .select({ id: authUsers.id, name: authUsers.name })
    .from(authUsers)
    .where(eq(authUsers.email, email));
  return row ?? null;
}

/** Everybody of an account with one of some roles, the oldest member first. Takes no lock. */
export async function listMembersAs(tx: Tx, accountId: Id<"acct">, roles: readonly Role[]) {
  return await tx
    .select({ userId: members.userId, name: authUsers.name, email: authUsers.email })
    .from(members)
    .innerJoin(authUsers, eq(authUsers.id, members.userId))
    .where(and(eq(members.accountId, accountId), inArray(members.role, [...roles])))
    .orderBy(asc(members.createdAt), asc(members.userId));
}
