import { getPool } from "#db/client.ts";

/** Returns when a statement in this database waits for a lock. */
export async function someoneWaits(): Promise<void> {
  const text = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await getPool().query(text)).rows.length === 0);
}
