import { and, asc, count, desc, eq, gt, inArray, notInArray, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { members } from "#db/schema/accounts.ts";
import {
  authResetRequests as a,
  authCredentials,
  authSessions,
  authKnownDevices as d,
  authRefusals as r,
  authPasswordResets as t,
  authUsers as u,
} from "#db/schema/auth.ts";
import type { Tx } from "#db/transact.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { User } from "./types.ts";

type ResetRequest = Omit<typeof a.$inferInsert, "requestedAt" | "requestId"> & {
  requestId: Id<"req">;
};

/** Stores a request until a worker takes it. */
export async function insertResetRequest(request: ResetRequest): Promise<void> {
  await db().insert(a).values(request);
}

/** Takes the oldest requests, each with the user of its e-mail address, if any. Skips rows that another worker has
 *  locked. */
export async function takeResetRequests(tx: Tx, most: number) {
  const due = tx
    .select({ requestId: a.requestId })
    .from(a)
    .orderBy(asc(a.requestedAt))
    .limit(most)
    .for("update", { skipLocked: true });
  const taken = await tx.delete(a).where(inArray(a.requestId, due)).returning();
  const people = await tx
    .select(person)
    .from(u)
    .where(
      inArray(
        u.email,
        taken.map(({ email }) => email),
      ),
    );
  const byEmail = new Map<string, User>(people.map((user) => [user.email, user]));
  return taken
    .sort((one, other) => one.requestedAt.getTime() - other.requestedAt.getTime())
    .map((row) => ({
      ...row,
      requestId: row.requestId as Id<"req">,
      user: byEmail.get(row.email) ?? null,
    }));
}

const person = { id: u.id, name: u.name, email: u.email };

/** Stores a person's reset link, replacing an earlier one. It expires by the database's clock. */
export async function putReset(
  tx: Tx,
  userId: string,
  { tokenHash, validMs }: { tokenHash: Buffer; validMs: number },
): Promise<void> {
  const expiresAt = sql`now() + ${validMs}::float8 * interval '1 millisecond'`;
  await tx
    .insert(t)
    .values({ userId, tokenHash, expiresAt })
    .onConflictDoUpdate({ target: t.userId, set: { tokenHash, expiresAt } });
}

const isValid = (tokenHash: Buffer) => and(eq(t.tokenHash, tokenHash), gt(t.expiresAt, sql`now()`));

/** The user of a link that is still valid, or null. Takes no lock. */
export async function findReset(tokenHash: Buffer): Promise<User | null> {
  const [row] = await db()
    .select(person)
    .from(t)
    .innerJoin(u, eq(u.id, t.userId))
    .where(isValid(tokenHash));
  return row ?? null;
}

/** Uses up a link: true for one caller only. */
export async function claimReset(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx.delete(t).where(isValid(tokenHash)).returning({ userId: t.userId });
  return rows.length === 1;
}

/** Deletes a person's link, if any. */
export async function deleteReset(tx: Tx, userId: string): Promise<void> {
  await tx.delete(t).where(eq(t.userId, userId));
}

/** A user by e-mail address, locked until the transaction ends, or null. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<User | null> {
  const [row] = await tx.select(person).from(u).where(eq(u.email, email)).for("update");
  return row ?? null;
}

/** Sets a person's password. False if they have none. */
export async function setPassword(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const rows = await tx
    .update(authCredentials)
    .set({ password: hash, updatedAt: sql`now()` })
    .where(and(eq(authCredentials.userId, userId), eq(authCredentials.providerId, "credential")))
    .returning({ id: authCredentials.id });
  return rows.length === 1;
}

/** Returns the e-mail addresses of all people who are signed in. Takes no lock. */
export async function emailsWithSessions(): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ email: u.email })
    .from(u)
    .innerJoin(authSessions, eq(authSessions.userId, u.id));
  return rows.map(({ email }) => email);
}

/** Ends all sessions of a person. Returns their number. */
export async function deleteSessions(tx: Tx, userId: string): Promise<number> {
  const rows = await tx
    .delete(authSessions)
    .where(eq(authSessions.userId, userId))
    .returning({ id: authSessions.id });
  return rows.length;
}

/** Browsers keep a cookie for at most 400 days. */
const DEVICE_MS = 400 * DAY_MS;
const MOST_DEVICES = 50;

/** The accounts of a person, oldest membership first. */
export async function accountsOf(tx: Tx, userId: string): Promise<Id<"acct">[]> {
  const rows = await tx
    .select({ accountId: members.accountId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt), asc(members.accountId));
  return rows.map(({ accountId }) => accountId);
}

/** The number of a person's known browsers. */
export async function countDevices(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.select({ known: count() }).from(d).where(eq(d.userId, userId));
  return row?.known ?? 0;
}

/** Remembers a browser; true if it was not known. Keeps the 50 seen last. */
export async function rememberDevice(tx: Tx, userId: string, device: Buffer): Promise<boolean> {
  const [row] = await tx
    .insert(d)
    .values({ userId, device, seenAt: sql`now()` })
    .onConflictDoUpdate({ target: [d.userId, d.device], set: { seenAt: sql`now()` } })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  const kept = tx
    .select({ device: d.device })
    .from(d)
    .where(and(eq(d.userId, userId), sql`${d.seenAt} > ${databaseAgo(DEVICE_MS)}`))
    .orderBy(desc(d.seenAt))
    .limit(MOST_DEVICES);
  await tx.delete(d).where(and(eq(d.userId, userId), notInArray(d.device, kept)));
  return row?.isNew ?? false;
}

type Refusal = Omit<typeof r.$inferInsert, "refusedAt" | "requestId"> & { requestId: Id<"req"> };

/** Stores a refusal until `takeRefusals` takes it. */
export async function insertRefusal(refusal: Refusal): Promise<void> {
  await db().insert(r).values(refusal).onConflictDoNothing();
}

/** Takes the oldest refusals, each with the user of its e-mail address, if any. Skips rows that another worker has
 *  locked. */
export async function takeRefusals(tx: Tx, most: number) {
  const due = tx
    .select({ requestId: r.requestId })
    .from(r)
    .orderBy(asc(r.refusedAt))
    .limit(most)
    .for("update", { skipLocked: true });
  const taken = await tx.delete(r).where(inArray(r.requestId, due)).returning();
  const emails = taken.map(({ email }) => email);
  const people = await tx
    .select({ id: u.id, name: u.name, email: u.email })
    .from(u)
    .where(inArray(u.email, emails));
  const byEmail = new Map<string, User>(people.map((user) => [user.email, user]));
  return taken
    .sort((one, other) => one.refusedAt.getTime() - other.refusedAt.getTime())
    .map((row) => ({
      ...row,
      requestId: row.requestId as Id<"req">,
      user: byEmail.get(row.email) ?? null,
    }));
}
