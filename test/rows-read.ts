import { closeDb, getPool } from "#db/client.ts";
import { askOwner } from "#test/as-owner.ts";

/** Rows of days' partitions that were read by way of an index so far. What a connection has read is known when it
 *  has ended, so all of them are. */
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

/** Leaves the days as a vacuum of the night leaves those that were made ahead: known to be empty. */
export async function knownToBeEmpty(tables: readonly string[]): Promise<void> {
  for (const table of tables) await askOwner(`vacuum (analyze) ${table}`);
  await closeDb();
}
