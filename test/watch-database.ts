import { closeDb, getPool, knowShards } from "#db/client.ts";
import { isSharded } from "#db/shards.ts";
import { flushKeyUse } from "#lib/domain/keys/index.ts";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import { askOwner } from "#test/as-owner.ts";

/** How many statements in this database wait for a lock, on any node of a cluster. */
export async function countWaiting(): Promise<number> {
  await knowShards();
  const text = `select 1 from ${isSharded() ? "citus_stat_activity" : "pg_stat_activity"}
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await getPool().query(text)).rows.length;
}

/** Returns when so many statements wait. */
export async function someoneWaits(waiting = 1): Promise<void> {
  while ((await countWaiting()) < waiting);
}

/** The text of the statements that `work` sends to the database. Pending writes of earlier requests are flushed before. */
export async function withStatements<T>(work: () => Promise<T>) {
  await Promise.all([flushKeyUse(), flushRequestLog()]);
  const pool = getPool();
  const statements: string[] = [];
  const query = pool.query.bind(pool);
  pool.query = ((...args: Parameters<typeof query>) => {
    const [statement] = args as unknown[];
    const { text } = statement as { text?: string };
    statements.push(typeof statement === "string" ? statement : (text ?? ""));
    return query(...args);
  }) as typeof pool.query;
  try {
    return { result: await work(), statements };
  } finally {
    pool.query = query as typeof pool.query;
  }
}

/** Rows of daily partitions read by index so far. PostgreSQL reports a connection's reads when it ends, so this
 *  closes all connections first. */
export async function rowsRead(tables: readonly string[]): Promise<number> {
  await closeDb();
  for (let before = -1; ; ) {
    const { rows } = await getPool().query(
      `select coalesce(sum(idx_tup_read), 0)::int as n from pg_stat_user_indexes where relname ~ $1`,
      [`^(${tables.join("|")})_[0-9]+$`],
    );
    if (rows[0].n === before) return before;
    before = rows[0].n;
    await getPool().query("select pg_stat_clear_snapshot(), pg_sleep(0.2)");
  }
}

/** Vacuums the daily partitions as the nightly vacuum does, so that partitions of coming days are known to be
 *  empty. */
export async function knownToBeEmpty(tables: readonly string[]): Promise<void> {
  for (const table of tables) await askOwner(`vacuum (analyze) ${table}`);
  await closeDb();
}
