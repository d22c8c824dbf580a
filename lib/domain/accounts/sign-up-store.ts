import { and, asc, eq, gt, lt, lte, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { members } from "#db/schema/accounts.ts";
import { authUsers as u } from "#db/schema/auth.ts";
import { signUps as t } from "#db/schema/sign-ups.ts";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";

type Row = typeof t.$inferSelect;
export type SignUp = Omit<Row, "requestId"> & { requestId: Id<"req"> };
type NewSignUp = Pick<
  SignUp,
  "requestId" | "email" | "name" | "country" | "currency" | "timezone" | "passwordHash"
> &
  Pick<SignUp, "address" | "client">;

const typed = (row: Row | undefined) => (row as SignUp | undefined) ?? null;

/** Stores a request until a worker handles it. */
export async function insertSignUp(row: NewSignUp): Promise<void> {
  await db().insert(t).values(row);
}

/** The due request that has waited longest, locked until the transaction ends. Skips requests that another worker has
 *  locked. */
export async function lockDue(tx: Tx): Promise<SignUp | null> {
  const [row] = await tx
    .select()
    .from(t)
    .where(lte(t.nextAttemptAt, sql`now()`))
    .orderBy(asc(t.nextAttemptAt))
    .limit(1)
    .for("update", { skipLocked: true });
  return typed(row);
}

/** The user with an e-mail address and their oldest account, or null. Takes no lock. */
export async function findHolder(
  tx: Tx,
  email: string,
): Promise<{ userId: string; accountId: Id<"acct"> | null } | null> {
  const [row] = await tx
    .select({ userId: u.id, accountId: members.accountId })
    .from(u)
    .leftJoin(members, eq(members.userId, u.id))
    .where(eq(u.email, email))
    .orderBy(asc(members.createdAt), asc(members.accountId))
    .limit(1);
  return row ?? null;
}

/** Gives a request a new link, and sets when sending is retried if it fails. */
export async function putLink(
  tx: Tx,
  requestId: string,
  { tokenHash, retryMs }: { tokenHash: Buffer; retryMs: number | null },
): Promise<void> {
  const retryAt =
    retryMs === null ? null : sql`now() + ${retryMs}::float8 * interval '1 millisecond'`;
  await tx
    .update(t)
    .set({ tokenHash, attempts: sql`${t.attempts} + 1`, nextAttemptAt: retryAt })
    .where(eq(t.requestId, requestId));
}

/** Records that the link was sent, unless a newer link has replaced it. */
export async function recordSent(tokenHash: Buffer): Promise<void> {
  await db().update(t).set({ nextAttemptAt: null }).where(eq(t.tokenHash, tokenHash));
}

const isValid = (tokenHash: Buffer, validMs: number) =>
  and(eq(t.tokenHash, tokenHash), gt(t.createdAt, databaseAgo(validMs)));

/** The request of a link that is still valid, or null. Takes no lock. */
export async function findSignUp(tokenHash: Buffer, validMs: number): Promise<SignUp | null> {
  const [row] = await db().select().from(t).where(isValid(tokenHash, validMs));
  return typed(row);
}

/** Uses up a link: true for one caller only. */
export async function claimSignUp(tx: Tx, tokenHash: Buffer, validMs: number): Promise<boolean> {
  const rows = await tx
    .delete(t)
    .where(isValid(tokenHash, validMs))
    .returning({ requestId: t.requestId });
  return rows.length === 1;
}

/** Deletes every request of an e-mail address. */
export async function deleteOfEmail(tx: Tx, email: string): Promise<void> {
  await tx.delete(t).where(eq(t.email, email));
}

export async function deleteSignUp(tx: Tx, requestId: string): Promise<void> {
  await tx.delete(t).where(eq(t.requestId, requestId));
}

/** Deletes requests older than `keptMs` by the database's clock. */
export async function deleteOlder(keptMs: number): Promise<void> {
  await db()
    .delete(t)
    .where(lt(t.createdAt, databaseAgo(keptMs)));
}
