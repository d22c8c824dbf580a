import { and, asc, count, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { members } from "#db/schema/accounts.ts";
import { authKnownDevices as d, authRefusals as r, authUsers as u } from "#db/schema/auth.ts";
import type { Tx } from "#db/transact.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { User } from "./types.ts";

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
