import { type AnyColumn, and, asc, count, eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { db, schema } from "#db/client.ts";
import { lockName } from "#db/lock-name.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import type { Subject } from "./types.ts";

const { objectTags: t, payments, customers, disputes, payouts } = schema;

type Owner = Pick<Context, "accountId" | "mode">;
type Objects = PgTable & Readonly<Record<"accountId" | "mode" | "id", AnyColumn>>;

const TABLES: Readonly<Record<AnnotatedKind, Objects>> = {
  payment: payments,
  customer: customers,
  dispute: disputes,
  payout: payouts,
};

/** Whether the account has the object in this mode. Takes no lock. */
export async function exists(
  { accountId, mode }: Owner,
  { kind, id }: Subject,
  tx: Tx | null = null,
): Promise<boolean> {
  const o = TABLES[kind];
  const rows = await (tx ?? db())
    .select({ id: sql`1` })
    .from(o)
    .where(and(eq(o.accountId, accountId), eq(o.mode, mode), eq(o.id, id)));
  return rows.length === 1;
}

/** Lets one transaction at a time change the tags of an object: it may have none to lock. */
export async function lockTags(tx: Tx, { accountId }: Owner, id: Id): Promise<void> {
  await lockName(tx, `tags ${accountId} ${id}`);
}

const ofObject = ({ accountId }: Owner, id: Id) =>
  and(eq(t.accountId, accountId), eq(t.objectId, id));

/** The tags of an object in alphabetical order. Takes no lock. */
export async function tagsOf(owner: Owner, id: Id, tx: Tx | null = null): Promise<string[]> {
  const rows = await (tx ?? db())
    .select({ tag: t.tag })
    .from(t)
    .where(and(ofObject(owner, id), eq(t.mode, owner.mode)))
    .orderBy(asc(t.key));
  return rows.map(({ tag }) => tag);
}

/** Adds a tag unless the object has it, in any case. */
export async function addTag(
  tx: Tx,
  { accountId, mode }: Owner,
  { kind, id }: Subject,
  tag: string,
): Promise<void> {
  const row = { accountId, mode, kind, objectId: id, key: tag.toLowerCase(), tag };
  await tx
    .insert(t)
    .values({ ...row, createdAt: now() })
    .onConflictDoNothing();
}

export async function removeTag(tx: Tx, owner: Owner, id: Id, tag: string): Promise<void> {
  await tx.delete(t).where(and(ofObject(owner, id), eq(t.key, tag.toLowerCase())));
}

/** The tags of one kind of object with the number of objects, most used first. Takes no lock. */
export async function listTags(
  { accountId, mode }: Owner,
  kind: AnnotatedKind,
  most: number,
): Promise<{ tag: string; count: number }[]> {
  return await db()
    .select({ tag: sql<string>`min(${t.tag})`, count: count() })
    .from(t)
    .where(and(eq(t.accountId, accountId), eq(t.mode, mode), eq(t.kind, kind)))
    .groupBy(t.key)
    .orderBy(sql`2 desc`, asc(t.key))
    .limit(most);
}
