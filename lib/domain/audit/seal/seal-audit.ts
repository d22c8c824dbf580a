import { now } from "#lib/kernel/clock.ts";
import { blockHash, entryHash, peopleHash } from "./hashes.ts";
import * as store from "./seal-store.ts";

/** Entries that are sealed in one transaction: a worker that comes back after hours takes its time in such portions. */
const PORTION = 1_000;

/**
 * Seals what is committed: adds to the chain of each account a block of its new entries, in the order of their
 * transactions. Nobody who writes an entry waits for it, and none whose transaction commits late is passed over. Any
 * number of processes may call it; one seals at a time. Answers how many entries it sealed.
 */
export async function sealAudit(): Promise<number> {
  let sealed = 0;
  for (;;) {
    const taken = await store.sealDue(PORTION, blocksOf);
    sealed += taken;
    if (taken < PORTION) return sealed;
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
