import type pg from "pg";
import { getPool } from "./client.ts";

/** Runs one prepared statement inside the transaction: planned once per connection under `name`. */
export type RunPrepared = <Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Runs `work` in one transaction that begins with the statements `opening`: all of it commits, or
 *  nothing does. `pool` is the service's, unless its role may not do what is to be done. */
export async function preparedTransaction<T>(
  opening: string,
  work: (run: RunPrepared) => Promise<T>,
  pool = getPool(),
): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query(opening);
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
