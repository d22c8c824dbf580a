import { and, eq } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { MemberSettings, SettingsOwner } from "./types.ts";

const { memberSettings: t } = schema;

const ownerOf = ({ accountId, userId }: SettingsOwner) => ({
  accountId: accountId as Id<"acct">,
  userId,
});

/** Takes no lock. */
export async function findSettings(owner: SettingsOwner): Promise<MemberSettings> {
  const { accountId, userId } = ownerOf(owner);
  const [row] = await db()
    .select({ favourites: t.favourites, tourStep: t.tourStep })
    .from(t)
    .where(and(eq(t.accountId, accountId), eq(t.userId, userId)));
  return row ?? { favourites: [], tourStep: null };
}

/** Replaces what is given, and keeps the rest. The last write wins. */
export async function saveSettings(
  tx: Tx | null,
  owner: SettingsOwner,
  changes: Partial<MemberSettings>,
): Promise<void> {
  await (tx ?? db())
    .insert(t)
    .values({ ...ownerOf(owner), ...changes })
    .onConflictDoUpdate({
      target: [t.accountId, t.userId],
      set: { ...changes, updatedAt: now() },
    });
}
