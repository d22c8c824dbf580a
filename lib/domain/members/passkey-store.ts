import { and, asc, eq, lt, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { authUsedChallenges as c, authPasskeys as t, authUsers as u } from "#db/schema/auth.ts";
import type { Tx } from "#db/transact.ts";
import type { User } from "./types.ts";

export type StoredPasskey = typeof t.$inferSelect & { user: User };

/** A person's passkeys, oldest first. Takes no lock. */
export async function listOf(userId: string) {
  return await db().select().from(t).where(eq(t.userId, userId)).orderBy(asc(t.id));
}

/** False when the authenticator has given it already, to whomever. */
export async function insert(tx: Tx, passkey: typeof t.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(t)
    .values(passkey)
    .onConflictDoNothing({ target: t.credentialId })
    .returning({ id: t.id });
  return rows.length === 1;
}

/** The name of one that was a person's and is no longer; null when they had none of that id. */
export async function remove(tx: Tx, userId: string, id: string): Promise<string | null> {
  const [row] = await tx
    .delete(t)
    .where(and(eq(t.userId, userId), eq(t.id, id)))
    .returning({ name: t.name });
  return row?.name ?? null;
}

/** A passkey by the name that the authenticator has for it, with whose it is. Takes no lock. */
export async function findCredential(credentialId: string): Promise<StoredPasskey | null> {
  const [row] = await db()
    .select({ passkey: t, user: { id: u.id, name: u.name, email: u.email } })
    .from(t)
    .innerJoin(u, eq(u.id, t.userId))
    .where(eq(t.credentialId, credentialId));
  return row ? { ...row.passkey, user: row.user } : null;
}

/** Says that a passkey has signed; false when it was removed, or its count went on without us: then there is a copy of
 *  it. */
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

/** Uses a challenge up: true for one caller only. Forgets those that nobody takes any more. */
export async function claimChallenge(challenge: string, expiresAt: Date): Promise<boolean> {
  await db().delete(c).where(lt(c.expiresAt, sql`now() - interval '1 hour'`));
  const rows = await db()
    .insert(c)
    .values({ challenge, expiresAt })
    .onConflictDoNothing()
    .returning({ challenge: c.challenge });
  return rows.length === 1;
}
