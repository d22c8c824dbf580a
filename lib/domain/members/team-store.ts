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
import type { Invitation, RefundLimits, SessionEnds, TeamMember } from "./types.ts";

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

/** All members of an account, owners first, with their last activity in any account. Takes no lock. */
export async function listTeam(accountId: Id<"acct">, tx?: Tx): Promise<TeamMember[]> {
  const lastSeen = db()
    .select({ at: sql<Date | null>`max(${authSessionStates.lastSeenAt})` })
    .from(authSessionStates)
    .innerJoin(authSessions, eq(authSessions.id, authSessionStates.sessionId))
    .where(eq(authSessions.userId, members.userId));
  return await (tx ?? db())
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

/** Locks the account's owners in a fixed order until the transaction ends, so that concurrent changes cannot remove the
 *  last one. Returns their ids. */
export async function lockOwners(tx: Tx, accountId: Id<"acct">): Promise<string[]> {
  const rows = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.accountId, accountId), eq(members.role, "owner")))
    .orderBy(asc(members.userId))
    .for("update");
  return rows.map((row) => row.userId);
}

/** A member's role, which cannot change before the transaction ends; null for nobody of the account. */
export async function holdRole(
  tx: Tx,
  accountId: Id<"acct">,
  userId: string,
): Promise<Role | null> {
  const [row] = await tx
    .select({ role: members.role })
    .from(members)
    .where(isMember(accountId, userId))
    .for("share");
  return row?.role ?? null;
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

/** Sets whether an account requires a second factor; null if it is set so already. */
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

/** An account with its session limits, locked until the transaction ends. */
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

/** An account with its refund limits, locked until the transaction ends. */
export async function lockRefundLimits(tx: Tx, accountId: Id<"acct">) {
  const [row] = await tx
    .select({ id: accounts.id, name: accounts.name, limits: accounts.refundLimits })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for("update");
  return row ?? null;
}

export async function setRefundLimits(tx: Tx, accountId: Id<"acct">, refundLimits: RefundLimits) {
  await tx.update(accounts).set({ refundLimits }).where(eq(accounts.id, accountId));
}

/** The names of a person's accounts that require a second factor. */
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

/** Adds a member; false if they are one already. */
export async function insertMemberOnce(
  tx: Tx,
  member: { accountId: Id<"acct">; userId: string; role: Role },
): Promise<boolean> {
  const rows = await tx.insert(members).values(member).onConflictDoNothing().returning();
  return rows.length === 1;
}

/** Open invitations, including expired ones, newest first. Takes no lock. */
export async function listInvitations(accountId: Id<"acct">): Promise<Invitation[]> {
  return await db()
    .select(shown)
    .from(t)
    .where(and(eq(t.accountId, accountId), isOpen))
    .orderBy(desc(t.id));
}

/** Inserts an invitation; false if the e-mail address is invited already. Waits for a concurrent insert. */
export async function insertInvitation(tx: Tx, row: typeof t.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(t).values(row).onConflictDoNothing().returning({ id: t.id });
  return rows.length === 1;
}

const thisOne = (accountId: Id<"acct">, id: string) =>
  and(eq(t.accountId, accountId), eq(t.id, id as Id<"inv">), isOpen);

/** Gives an open invitation a new link and expiry, and makes who renews it its inviter; null if it is not open. */
export async function renewInvitation(
  tx: Tx,
  accountId: Id<"acct">,
  id: string,
  renewed: { tokenHash: Buffer; expiresAt: Date; invitedBy: string },
): Promise<Invitation | null> {
  const [row] = await tx
    .update(t)
    .set({ ...renewed, sends: sql`${t.sends} + 1` })
    .where(thisOne(accountId, id))
    .returning(shown);
  return row ?? null;
}

/** Revokes an open invitation; null if it is not open. */
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

/** Revokes the open invitations that a member made, and returns them. */
export async function revokeInvitationsOf(
  tx: Tx,
  accountId: Id<"acct">,
  userId: string,
  revokedAt: Date,
): Promise<Invitation[]> {
  return await tx
    .update(t)
    .set({ revokedAt })
    .where(and(eq(t.accountId, accountId), eq(t.invitedBy, userId), isOpen))
    .returning(shown);
}

/** Closes expired invitations of an e-mail address, so that it can be invited again. */
export async function closeExpired(tx: Tx, accountId: Id<"acct">, email: string, at: Date) {
  await tx
    .update(t)
    .set({ revokedAt: at })
    .where(and(eq(t.accountId, accountId), eq(t.email, email), isOpen, lte(t.expiresAt, at)));
}

export type FoundInvitation = Invitation & { accountName: string; isKnown: boolean };

/** The invitation of a link that can still be accepted, or null. Takes no lock. */
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

/** Uses up an invitation: true for one caller only. */
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

/** Whether a user with this e-mail address is a member of the account. Takes no lock. */
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

/** Members of an account with one of the roles, oldest first. Takes no lock. */
export async function listMembersAs(tx: Tx, accountId: Id<"acct">, roles: readonly Role[]) {
  return await tx
    .select({ userId: members.userId, name: authUsers.name, email: authUsers.email })
    .from(members)
    .innerJoin(authUsers, eq(authUsers.id, members.userId))
    .where(and(eq(members.accountId, accountId), inArray(members.role, [...roles])))
    .orderBy(asc(members.createdAt), asc(members.userId));
}
