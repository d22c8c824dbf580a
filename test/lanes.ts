import { getPool } from "#db/client.ts";

/** Ends the sessions of all dispatchers, as when their connections are lost. Resolves to their number when PostgreSQL has
 *  freed their lanes. */
export async function cutLanes(): Promise<number> {
  const ours = "application_name = 'paydesk lanes' and datname = current_database()";
  const { rows } = await getPool().query<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity where ${ours}`,
  );
  const pids = rows.map(({ pid }) => pid);
  for (;;) {
    const left = await getPool().query("select 1 from pg_stat_activity where pid = any($1)", [
      pids,
    ]);
    if (left.rows.length === 0) return pids.length;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
