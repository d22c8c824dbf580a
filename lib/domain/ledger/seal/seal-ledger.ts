import { type Head, nextBlock, sealAll } from "#lib/domain/seal/index.ts";
import { now, nowMs } from "#lib/kernel/clock.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
import * as store from "./seal-store.ts";

/** Bookings sealed per transaction; a charge is one. */
const BATCH = 500;

/**
 * Seals committed transfers: adds a block of new ones to the chain of each ledger, in the order of their transactions, and
 * adds them to the sums of their days. Does not block writers, and skips no transfer whose transaction commits late. Any
 * number of processes may call it; one seals at a time. Returns the number of bookings sealed.
 */
export async function sealLedger(): Promise<number> {
  return await sealAll(BATCH, (limit) => store.sealDue(limit, blocksOf));
}

const HASH_BYTES = 32;

/** The items of a block: each id with its hash. */
export function itemsOf(ids: readonly string[], hashes: Buffer): string[] {
  return ids.flatMap((id, n) => [id, hashes.toString("hex", n * HASH_BYTES, (n + 1) * HASH_BYTES)]);
}

function blocksOf(
  hashed: readonly store.Hashed[],
  heads: readonly store.LedgerHead[],
): store.NewBlock[] {
  const sealedAt = now();
  const last = new Map<string, Head>(
    heads.map((head) => [`${head.account_id} ${head.mode}`, head]),
  );
  return hashed.map(({ account_id, mode, ids, hashes }) => {
    const block = { chain: [account_id, mode], items: itemsOf(ids, hashes), sealedAt };
    const head = nextBlock("ledger-seal", last.get(`${account_id} ${mode}`), block);
    return { account_id, mode, ids, hashes, sealedAt, ...head };
  });
}

/** How long the oldest transfer that is not sealed has waited, in seconds; 0 if all are. For a metric: more than 10 means
 *  that no worker seals. */
export async function unsealedSeconds(): Promise<number> {
  const first = await store.firstUnsealed();
  return first === null ? 0 : Math.max(0, (nowMs() - idTimeMs(first)) / 1_000);
}
