import { and, eq } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { ListName } from "#lib/kernel/vocabulary/lists.ts";
import type { LayoutOwner, ListLayout, ListLayouts } from "./types.ts";

const { listLayouts: t } = schema;

const ownerOf = ({ accountId, userId }: LayoutOwner) => ({
  accountId: accountId as Id<"acct">,
  userId,
});

/** Returns the layouts that a member chose, by list. Takes no lock. */
export async function findLayouts(owner: LayoutOwner): Promise<ListLayouts> {
  const { accountId, userId } = ownerOf(owner);
  const rows = await db()
    .select({ list: t.list, columns: t.columns, widths: t.widths })
    .from(t)
    .where(and(eq(t.accountId, accountId), eq(t.userId, userId)));
  return Object.fromEntries(rows.map(({ list, ...layout }) => [list, layout]));
}

/** Replaces the layout of a list. The last write wins. */
export async function saveLayout(
  owner: LayoutOwner,
  list: ListName,
  layout: ListLayout,
): Promise<void> {
  const updatedAt = now();
  await db()
    .insert(t)
    .values({ ...ownerOf(owner), list, ...layout })
    .onConflictDoUpdate({
      target: [t.accountId, t.userId, t.list],
      set: { ...layout, updatedAt },
    });
}

/** Deletes the layout of a list: the usual columns and widths apply. */
export async function deleteLayout(owner: LayoutOwner, list: ListName): Promise<void> {
  const { accountId, userId } = ownerOf(owner);
  await db()
    .delete(t)
    .where(and(eq(t.accountId, accountId), eq(t.userId, userId), eq(t.list, list)));
}
