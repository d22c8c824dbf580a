import { and, eq, gt, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { pairings as t } from "#db/schema/pairings.ts";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { PairingStatus } from "#lib/kernel/vocabulary/keys.ts";
import type { ConfirmedPairing, Pairing } from "./types.ts";

const PAIRING = {
  id: t.id,
  device: t.device,
  address: t.address,
  client: t.client,
  status: t.status,
  createdAt: t.createdAt,
};

type NewPairing = Pick<Pairing, "id" | "device" | "address" | "client"> & {
  pollHash: Buffer;
  codeHash: Buffer;
};

/** Stores a pairing; false if another one that is still stored has its code. */
export async function insertPairing(row: NewPairing): Promise<boolean> {
  const rows = await db()
    .insert(t)
    .values({ ...row, status: "pending" })
    .onConflictDoNothing({ target: t.codeHash })
    .returning({ id: t.id });
  return rows.length === 1;
}

const valid = (validMs: number, condition: SQL) =>
  and(condition, gt(t.createdAt, databaseAgo(validMs)));

/** The pairing with a code that is still valid, or null. Takes no lock. */
export async function findByCode(codeHash: Buffer, validMs: number): Promise<Pairing | null> {
  const [row] = await db()
    .select(PAIRING)
    .from(t)
    .where(valid(validMs, eq(t.codeHash, codeHash)));
  return row ?? null;
}

type Answer = {
  status: PairingStatus;
  accountId: Id<"acct">;
  answeredBy: string;
  scopes: string[] | null;
};

/** Answers a pending pairing; null for every caller but the first, and when its code is no longer valid. */
export async function answer(
  tx: Tx,
  codeHash: Buffer,
  validMs: number,
  changes: Answer,
): Promise<Pairing | null> {
  const isPending = and(eq(t.codeHash, codeHash), eq(t.status, "pending"))!;
  const [row] = await tx.update(t).set(changes).where(valid(validMs, isPending)).returning(PAIRING);
  return row ?? null;
}

type Polled = { status: PairingStatus; accountId: Id<"acct"> | null; isValid: boolean };

/** Records a poll; null when no pairing has the secret, or the last poll is less than `gapMs` ago. */
export async function recordPoll(
  pollHash: Buffer,
  { gapMs, validMs }: { gapMs: number; validMs: number },
): Promise<Polled | null> {
  const isDue = or(isNull(t.polledAt), lt(t.polledAt, databaseAgo(gapMs)));
  const [row] = await db()
    .update(t)
    .set({ polledAt: sql`now()` })
    .where(and(eq(t.pollHash, pollHash), isDue))
    .returning({
      status: t.status,
      accountId: t.accountId,
      isValid: sql<boolean>`${t.createdAt} > ${databaseAgo(validMs)}`,
    });
  return row ?? null;
}

/** Whether a pairing has this secret. */
export async function hasSecret(pollHash: Buffer): Promise<boolean> {
  const rows = await db().select({ id: t.id }).from(t).where(eq(t.pollHash, pollHash));
  return rows.length === 1;
}

/** Marks a confirmed and valid pairing as collected: returned to one caller only. */
export async function claimConfirmed(
  tx: Tx,
  pollHash: Buffer,
  validMs: number,
): Promise<ConfirmedPairing | null> {
  const isConfirmed = and(eq(t.pollHash, pollHash), eq(t.status, "confirmed"))!;
  const [row] = await tx
    .update(t)
    .set({ status: "collected" })
    .where(valid(validMs, isConfirmed))
    .returning({
      ...PAIRING,
      accountId: t.accountId,
      answeredBy: t.answeredBy,
      scopes: t.scopes,
    });
  return (row as ConfirmedPairing | undefined) ?? null;
}

/** Refuses a pairing that was just claimed, because its member may no longer create keys. */
export async function markRefused(tx: Tx, id: Id<"prg">): Promise<void> {
  await tx.update(t).set({ status: "refused" }).where(eq(t.id, id));
}

/** Deletes pairings older than `keptMs` by the database's clock. */
export async function deleteOlder(keptMs: number): Promise<void> {
  await db()
    .delete(t)
    .where(lt(t.createdAt, databaseAgo(keptMs)));
}
