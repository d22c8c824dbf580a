import { asc, sql } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import type { KeyRecord } from "#lib/kernel/crypto.ts";

export { schemaAge } from "#db/fitness.ts";
export { limitRole } from "#db/pooler.ts";

const { installation: t, webhookEndpoints } = schema;

/** The stored record of the master key. Stores the check value that `create` returns if there is none; null if that is null.
 *  When several processes start at once, all get the first one's. */
export async function keepKeyCheck(
  create: () => Promise<Buffer | null>,
): Promise<KeyRecord | null> {
  const stored = await find();
  if (stored?.keyCheck) return stored;
  const keyCheck = await create();
  if (!keyCheck) return null;
  await db()
    .insert(t)
    .values({ keyCheck })
    .onConflictDoUpdate({
      target: t.one,
      set: { keyCheck: sql`coalesce(${t.keyCheck}, excluded.key_check)` },
    });
  return (await find())!;
}

/** The one row; undefined before a process has served the database. */
export async function find() {
  const [row] = await db()
    .select({ keyCheck: t.keyCheck, carriedKeys: t.carriedKeys, heldAt: t.heldAt })
    .from(t);
  return row;
}

/** Since when this copy of the installation is held; null if it is not. */
export async function findHold(): Promise<Date | null> {
  return (await find())?.heldAt ?? null;
}

/** Holds this copy since `heldAt`, or releases it with null. */
export async function saveHold(heldAt: Date | null): Promise<void> {
  await db().insert(t).values({ heldAt }).onConflictDoUpdate({ target: t.one, set: { heldAt } });
}

/** A stored secret and the id that it is bound to, if there is one. */
export async function findSecret(): Promise<{ stored: Buffer; boundTo: string } | undefined> {
  const [row] = await db()
    .select({ stored: webhookEndpoints.secret, boundTo: webhookEndpoints.id })
    .from(webhookEndpoints)
    .orderBy(asc(webhookEndpoints.accountId), asc(webhookEndpoints.id))
    .limit(1);
  return row;
}
