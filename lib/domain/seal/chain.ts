import { keyedHash } from "#lib/kernel/crypto.ts";

/**
 * A chain of blocks: each holds the hash of the one before and of its items in order. A worker seals what was committed,
 * in the order of the transactions (docs/decisions/0037), so that writers wait for nothing. The audit log and the ledger
 * are sealed with it.
 */

/** Each chain has its own key, so that a block of one cannot pass for a block of another. */
export type SealPurpose = "audit-seal" | "ledger-seal";

/** Every hash starts with the type of its content, so that one type cannot pass for another. */
export const sealHash = (
  purpose: SealPurpose,
  what: string,
  ...values: readonly (string | number | null)[]
): Buffer => keyedHash(purpose, JSON.stringify([what, ...values]));

export type Block = {
  /** Names the chain: the account, and for the ledger its mode. */
  chain: readonly string[];
  number: number;
  sealedAt: Date;
  /** Ids and hashes of its rows, in order. */
  items: readonly string[];
};

/** The hash of a block: over the hash of the block before and its items. */
export function blockHash(purpose: SealPurpose, before: Buffer | null, block: Block): Buffer {
  const { chain, number, sealedAt, items } = block;
  const previous = before?.toString("hex") ?? null;
  return sealHash(purpose, "block", ...chain, number, sealedAt.toISOString(), previous, ...items);
}

/** The last block of a chain. */
export type Head = { number: number; hash: Buffer };

/** Links items to a chain as its next block. */
export function nextBlock(
  purpose: SealPurpose,
  head: Head | undefined,
  { chain, items, sealedAt }: Omit<Block, "number">,
): Head {
  const number = (head?.number ?? 0) + 1;
  const block = { chain, number, sealedAt, items };
  return { number, hash: blockHash(purpose, head?.hash ?? null, block) };
}

/** Seals batch after batch until one is not full. Returns the number of rows sealed. */
export async function sealAll(
  batch: number,
  sealNext: (limit: number) => Promise<number>,
): Promise<number> {
  let sealed = 0;
  for (;;) {
    const taken = await sealNext(batch);
    sealed += taken;
    if (taken < batch) return sealed;
  }
}

/** Why a block does not continue its chain after the block `before`; null if it does. */
export function brokenLink(
  purpose: SealPurpose,
  before: Head | null,
  block: Block & { hash: Buffer },
): "missing" | "hash" | null {
  if (block.number !== (before?.number ?? 0) + 1) return "missing";
  return blockHash(purpose, before?.hash ?? null, block).equals(block.hash) ? null : "hash";
}
