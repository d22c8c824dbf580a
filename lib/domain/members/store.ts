import { asc, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { accounts, members } from "#db/schema/accounts.ts";
import { authCredentials, authUsers } from "#db/schema/auth.ts";
import type { Tx } from "#db/transact.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Membership, Role, User } from "./types.ts";

/** False when the address is taken; a rival inserting it at the same moment is waited for. */
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
  // "credential" and the user's own id are how the sign-in library finds a password.
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

/** The accounts a person may open, oldest membership first. */
export async function listMemberships(userId: string): Promise<Membership[]> {
  return await db()
    .select({
      accountId: members.accountId,
      role: members.role,
      accountName: accounts.name,
      country: accounts.country,
      timezone: accounts.timezone,
      defaultCurrency: accounts.defaultCurrency,
      testVersion: accounts.testVersion,
      liveVersion: accounts.liveVersion,
      isDemo: accounts.isDemo,
    })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt), asc(members.accountId));
}
