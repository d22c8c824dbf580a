import { getPool } from "#db/client.ts";
import { sealLedger } from "#lib/domain/ledger/index.ts";

const LONGEST_MS = 60_000;
const LEFT = "select count(*)::int as n from ledger_unsealed where tx_id < $1::xid8";

/** Seals until every transfer written before is in a block. A transaction of another test, in any database of this
 *  server, delays it until it ends. */
export async function sealPast(): Promise<void> {
  const [{ xid }] = (await getPool().query("select pg_current_xact_id()::text as xid")).rows;
  const ends = performance.now() + LONGEST_MS;
  for (;;) {
    await sealLedger();
    const [{ n }] = (await getPool().query(LEFT, [xid])).rows;
    if (n === 0) return;
    if (performance.now() > ends)
      throw new Error("an open transaction delays the seal of the ledger");
  }
}
