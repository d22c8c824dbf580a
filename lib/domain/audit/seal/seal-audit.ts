import { nextBlock, sealAll } from "#lib/domain/seal/index.ts";
import { now } from "#lib/kernel/clock.ts";
import { entryHash, itemsOf, peopleHash } from "./hashes.ts";
import * as store from "./seal-store.ts";

/** Entries sealed per transaction. */
const BATCH = 1_000;

/**
 * Seals committed entries: adds a block of new entries to the chain of each account, in the order of their
 * transactions. Does not block writers, and skips no entry whose transaction commits late. Any number of processes may
 * call it; one seals at a time. Returns the number of entries sealed.
 */
export async function sealAudit(): Promise<number> {
  return await sealAll(BATCH, (limit) => store.sealDue(limit, blocksOf));
}

function blocksOf(due: readonly store.Due[], heads: readonly store.Head[]): store.NewBlock[] {
  const lastOf = new Map(heads.map((head) => [head.account_id, head]));
  const sealedAt = now();
  return [...Map.groupBy(due, (entry) => entry.account_id)].map(([accountId, entries]) => {
    const seals = entries.map((entry) => ({
      id: entry.id,
      entryHash: entryHash(accountId, entry),
      peopleHash: peopleHash(accountId, entry.id, entry),
    }));
    const block = { chain: [accountId], sealedAt, items: itemsOf(seals) };
    return { accountId, sealedAt, seals, ...nextBlock("audit-seal", lastOf.get(accountId), block) };
  });
}
