import type pg from "pg";
import { getPool } from "./client.ts";

/** Runs one prepared statement inside the transaction. */
export type RunPrepared = <Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** A process that was suspended while it held the lock must not stop the others. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * Runs `work` in one transaction that holds the advisory lock `lock`: of all processes one at a
 * time, each seeing everything the ones before it committed. For prepared statements whose plans
 * are expensive: they are planned once per connection. `work` must not wait for anything else.
 */
export async function exclusively<T>(
  lock: number,
  work: (run: RunPrepared) => Promise<T>,
): Promise<T> {
  const client = await getPool().connect();
  let failed: Error | undefined;
  try {
    // Each statement takes its snapshot after the lock: with both in one, it would be taken before.
    await client.query(
      `begin;
       set local idle_in_transaction_session_timeout = ${LONGEST_PAUSE_MS};
       set local plan_cache_mode = force_generic_plan;
       select pg_advisory_xact_lock(${Math.trunc(lock)})`,
    );
    const result = await work(async (name, text, values) => {
      const answer = await client.query({ name, text, values: [...values] });
      return answer.rows;
    });
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((lost: Error) => {
      failed = lost;
    });
    throw error;
  } finally {
    client.release(failed);
  }
}
