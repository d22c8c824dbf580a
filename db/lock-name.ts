import { sql } from "drizzle-orm";
import type { Tx } from "./transact.ts";

/** Lets one transaction at a time pass with this name, until it ends: for limits on rows, where there may be none to lock. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
