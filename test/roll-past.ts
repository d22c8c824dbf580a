import { getPool } from "#db/client.ts";
import { rollUp } from "#lib/domain/analytics/index.ts";

const LONGEST_MS = 60_000;
const LEFT = `
  select (select count(*) from payment_outcomes f join rollup_progress p on p.rollup = 'outcomes'
           where f.tx_id >= p.rolled_to and f.tx_id < $1::xid8)
       + (select count(*) from balance_transactions f join rollup_progress p on p.rollup = 'costs'
           where f.type = 'charge' and f.tx_id >= p.rolled_to and f.tx_id < $1::xid8) as "left"`;

/** Runs the rollup until everything written before is in the rollups. A transaction of another test, in any
 *  database of this server, delays them until it ends. */
export async function rollPast(): Promise<void> {
  const [{ xid }] = (await getPool().query("select pg_current_xact_id()::text as xid")).rows;
  const ends = performance.now() + LONGEST_MS;
  for (;;) {
    await rollUp();
    const [{ left }] = (await getPool().query(LEFT, [xid])).rows;
    if (left === 0n) return;
    if (performance.now() > ends) throw new Error("an open transaction delays the rollups");
  }
}
