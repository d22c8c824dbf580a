import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { lockName } from "#db/lock-name.ts";
import { hiddenListViews as h, listViews as v } from "#db/schema/list-views.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import type { ListView, ViewOwner } from "./types.ts";

const columns = { id: v.id, list: v.list, ownerId: v.ownerId, name: v.name, query: v.query };

const inMode = (ctx: Context) => and(eq(v.accountId, ctx.accountId), eq(v.mode, ctx.mode));
const ownedBy = (owner: ViewOwner) =>
  owner === "team" ? isNull(v.ownerId) : eq(v.ownerId, owner.userId);

/** The team's views of a list and those of a member, each in their order. Takes no lock. */
export async function findViews(
  ctx: Context,
  list: ViewedList,
  userId: string,
): Promise<ListView[]> {
  return await db()
    .select(columns)
    .from(v)
    .where(and(inMode(ctx), eq(v.list, list), or(ownedBy("team"), ownedBy({ userId }))))
    .orderBy(asc(v.position), asc(v.id));
}

/** The owner's views of a list in their order, locked until the transaction ends. */
export async function lockViews(
  tx: Tx,
  ctx: Context,
  list: ViewedList,
  owner: ViewOwner,
): Promise<ListView[]> {
  // A list without views has no row to lock, and two members may add the team's last one at once.
  await lockName(
    tx,
    `${ctx.accountId} ${ctx.mode} ${list} ${owner === "team" ? owner : owner.userId}`,
  );
  return await tx
    .select(columns)
    .from(v)
    .where(and(inMode(ctx), eq(v.list, list), ownedBy(owner)))
    .orderBy(asc(v.position), asc(v.id));
}

/** A view of the owner, locked until the transaction ends, or null. */
export async function lockView(
  tx: Tx,
  ctx: Context,
  id: string,
  owner: ViewOwner,
): Promise<ListView | null> {
  const [found] = await tx
    .select(columns)
    .from(v)
    .where(and(inMode(ctx), eq(v.id, id as Id<"lvw">), ownedBy(owner)))
    .for("update");
  return found ?? null;
}

export async function insertView(
  tx: Tx,
  ctx: Context,
  view: ListView & { position: number },
): Promise<void> {
  const { accountId, mode } = ctx;
  await tx.insert(v).values({ ...view, accountId, mode, createdAt: now(), updatedAt: now() });
}

export async function updateView(
  tx: Tx,
  ctx: Context,
  { id, name, query }: Pick<ListView, "id" | "name" | "query">,
): Promise<void> {
  await tx
    .update(v)
    .set({ name, query, updatedAt: now() })
    .where(and(inMode(ctx), eq(v.id, id)));
}

export async function deleteView(tx: Tx, ctx: Context, id: Id<"lvw">): Promise<void> {
  await tx.delete(v).where(and(inMode(ctx), eq(v.id, id)));
}

/** Gives views their places in the order of `ids`. */
export async function placeViews(tx: Tx, ctx: Context, ids: readonly Id<"lvw">[]): Promise<void> {
  const place = sql`array_position(array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[], ${v.id}) - 1`;
  await tx
    .update(v)
    .set({ position: place })
    .where(and(inMode(ctx), inArray(v.id, [...ids])));
}

/** The keys of the default views that a member has hidden. Takes no lock. */
export async function findHidden({ accountId }: Context, userId: string): Promise<Set<string>> {
  const rows = await db()
    .select({ key: h.key })
    .from(h)
    .where(and(eq(h.accountId, accountId), eq(h.userId, userId)));
  return new Set(rows.map(({ key }) => key));
}

export async function hide(tx: Tx, { accountId }: Context, userId: string, key: string) {
  await tx.insert(h).values({ accountId, userId, key }).onConflictDoNothing();
}

export async function unhide(tx: Tx, { accountId }: Context, userId: string, key: string) {
  await tx.delete(h).where(and(eq(h.accountId, accountId), eq(h.userId, userId), eq(h.key, key)));
}
