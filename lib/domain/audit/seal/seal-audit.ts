import { nextBlock, sealAll } from "#lib/domain/seal/index.ts";
import { now, nowMs } from "#lib/kernel/clock.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
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

/** How long the oldest entry that is not sealed has waited, in seconds; 0 if all are. For a metric: more than 10 means
 *  that no worker seals. */
export async function unsealedAuditSeconds(): Promise<number> {
  const first = await store.firstUnsealed();
  return first === null ? 0 : Math.max(0, (nowMs() - idTimeMs(first)) / 1_000);
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
