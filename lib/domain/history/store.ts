import { getPool } from "#db/client.ts";
import { getOwnerPool } from "#db/owner.ts";
import { dropOldPartitions, ensurePartitions } from "#db/partitions.ts";

/** Creates the missing partitions of the next days. Blocks neither reads nor writes. */
export async function makePartitions(args: { nowMs: number; daysAhead: number }): Promise<void> {
  await ensurePartitions(getPool(), { ...args, daysBack: 0 }, getOwnerPool);
}

/** Drops the partitions of days that are old (`dropOldPartitions`). */
export async function dropPartitions(days: {
  keepDays: number;
  requestDays: number;
}): Promise<string[]> {
  const client = await getOwnerPool().connect();
  let broken = false;
  try {
    return await dropOldPartitions(client, days);
  } catch (error) {
    // The connection may be in a transaction, so it is closed instead of reused.
    broken = true;
    throw error;
  } finally {
    client.release(broken);
  }
}
