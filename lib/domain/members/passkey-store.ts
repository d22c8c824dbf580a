import { and, asc, eq, lt, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { lockName } from "#db/lock-name.ts";
import { authUsedChallenges as c, authPasskeys as t, authUsers as u } from "#db/schema/auth.ts";
import type { Tx } from "#db/transact.ts";
import type { User } from "./types.ts";

export type StoredPasskey = typeof t.$inferSelect & { user: User };

/** A person's passkeys, oldest first. Takes no lock. */
export async function listOf(userId: string) {
  return await db().select().from(t).where(eq(t.userId, userId)).orderBy(asc(t.id));
}

/** The number of a person's passkeys. Lets one transaction at a time count and then insert. */
export async function lockAndCount(tx: Tx, userId: string): Promise<number> {
  await lockName(tx, `passkeys ${userId}`);
  return await tx.$count(t, eq(t.userId, userId));
}

/** Inserts a passkey; false if its credential id is registered already for any user. */
export async function insert(tx: Tx, passkey: typeof t.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(t)
    .values(passkey)
    .onConflictDoNothing({ target: t.credentialId })
    .returning({ id: t.id });
  return rows.length === 1;
}

/** Removes a person's passkey and returns its name; null if they have none with that id. */
export async function remove(tx: Tx, userId: string, id: string): Promise<string | null> {
  const [row] = await tx
    .delete(t)
    .where(and(eq(t.userId, userId), eq(t.id, id)))
    .returning({ name: t.name });
  return row?.name ?? null;
}

/** Removes all passkeys of a person. Returns their number. */
export async function removeAll(tx: Tx, userId: string): Promise<number> {
  const rows = await tx.delete(t).where(eq(t.userId, userId)).returning({ id: t.id });
  return rows.length;
}

/** A passkey with its user, by credential id. Takes no lock. */
export async function findCredential(credentialId: string): Promise<StoredPasskey | null> {
  const [row] = await db()
    .select({ passkey: t, user: { id: u.id, name: u.name, email: u.email } })
    .from(t)
    .innerJoin(u, eq(u.id, t.userId))
    .where(eq(t.credentialId, credentialId));
  return row ? { ...row.passkey, user: row.user } : null;
}

/** Records a use. False if the passkey was removed, or if its signature counter did not increase, which means that a copy
 *  exists. */
export async function noteUse(id: string, signatures: number): Promise<boolean> {
  const rows = await db()
    .update(t)
    .set({ signatures, usedAt: sql`now()` })
    .where(
      and(
        eq(t.id, id),
        or(lt(t.signatures, signatures), and(eq(t.signatures, 0), sql`${signatures}::bigint = 0`)),
      ),
    )
    .returning({ id: t.id });
  return rows.length === 1;
}

/** Uses up a challenge: true for one caller only. Deletes challenges that expired more than an hour ago. */
export async function claimChallenge(challenge: string, expiresAt: Date): Promise<boolean> {
  await db().delete(c).where(lt(c.expiresAt, sql`now() - interval '1 hour'`));
  const rows = await db()
    .insert(c)
    .values({ challenge, expiresAt })
    .onConflictDoNothing()
    .returning({ challenge: c.challenge });
  return rows.length === 1;
}
