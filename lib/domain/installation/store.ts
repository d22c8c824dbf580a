import { asc } from "drizzle-orm";
import { db, schema } from "#db/client.ts";

export { schemaAge } from "#db/fitness.ts";

const { installation: t, webhookEndpoints } = schema;

/** The stored check value of the master key. Stores what `create` returns if there is none; null if that is null. When
 *  several processes start at once, all get the first one's. */
export async function keepKeyCheck(create: () => Promise<Buffer | null>): Promise<Buffer | null> {
  const stored = await find();
  if (stored) return stored;
  const keyCheck = await create();
  if (keyCheck) await db().insert(t).values({ keyCheck }).onConflictDoNothing();
  return (await find()) ?? null;
}

async function find(): Promise<Buffer | undefined> {
  const [row] = await db().select({ keyCheck: t.keyCheck }).from(t);
  return row?.keyCheck;
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
