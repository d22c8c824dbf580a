import { now } from "#lib/kernel/clock.ts";
import { blockHash, entryHash, peopleHash } from "./hashes.ts";
import * as store from "./seal-store.ts";

/** Entries sealed per transaction. */
const BATCH = 1_000;

/**
 * Seals committed entries: adds a block of new entries to the chain of each account, in the order of their
 * transactions. Does not block writers, and skips no entry whose transaction commits late. Any number of processes may
 * call it; one seals at a time. Returns the number of entries sealed.
 */
export async function sealAudit(): Promise<number> {
  let sealed = 0;
  for (;;) {
    const taken = await store.sealDue(BATCH, blocksOf);
    sealed += taken;
    if (taken < BATCH) return sealed;
  }
}

function blocksOf(due: readonly store.Due[], heads: readonly store.Head[]): store.NewBlock[] {
  const lastOf = new Map(heads.map((head) => [head.account_id, head]));
  const sealedAt = now();
  return [...Map.groupBy(due, (entry) => entry.account_id)].map(([accountId, entries]) => {
    const last = lastOf.get(accountId);
    const seals = entries.map((entry) => ({
      id: entry.id,
      entryHash: entryHash(accountId, entry),
      peopleHash: peopleHash(accountId, entry.id, entry),
    }));
    const block = { accountId, number: (last?.number ?? 0) + 1, sealedAt, seals };
    return { ...block, hash: blockHash(last?.hash ?? null, block) };
  });
}
