import { closeDb, getPool } from "#db/client.ts";
import { askOwner } from "#test/as-owner.ts";

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
