import { brokenLink, type Head } from "#lib/domain/seal/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { itemsOf } from "./seal-ledger.ts";
import * as store from "./seal-store.ts";

const HASH_BYTES = 32;
const MISSING = Buffer.alloc(HASH_BYTES);

export type SealProblem = { row: string; what: string };

export type VerifiedBlocks = {
  /** Transfers of these blocks. */
  transfers: number;
  /** The last block read; null if there are no more. */
  last: number | null;
  problems: SealProblem[];
};

/** Recomputes up to `limit` blocks of a ledger after the block `after` from its transfers. Names each transfer that was
 *  changed or is missing, and each block that does not continue the chain. Takes no lock. */
export async function verifyBlocks(
  ctx: Context,
  after: number,
  limit: number,
): Promise<VerifiedBlocks> {
  let before: Head | null = after === 0 ? null : await store.findBlock(ctx, after);
  const blocks = await store.blocksAfter(ctx, after, limit);
  const problems: SealProblem[] = [];
  let transfers = 0;
  for (const block of blocks) {
    problems.push(...changedIn(block));
    const items = itemsOf(block.ids, block.hashes);
    const { number, sealedAt, hash } = block;
    const chain = [ctx.accountId, ctx.mode];
    const broken = brokenLink("ledger-seal", before, { chain, number, sealedAt, items, hash });
    const row = `block ${broken === "missing" ? (before?.number ?? 0) + 1 : number}`;
    if (broken === "missing") problems.push({ row, what: "the block is missing" });
    if (broken === "hash" || block.ids.length !== block.entries) {
      problems.push({ row, what: "its hash does not match its transfers in order" });
    }
    transfers += block.ids.length;
    before = { number, hash };
  }
  const last = blocks.length < limit ? null : blocks.at(-1)!.number;
  return { transfers, last, problems };
}

function changedIn({ number, ids, hashes, nowHashes }: store.BlockRow): SealProblem[] {
  return ids.flatMap((row, n) => {
    const at = [n * HASH_BYTES, (n + 1) * HASH_BYTES] as const;
    const is = nowHashes?.subarray(...at) ?? MISSING;
    if (is.equals(hashes.subarray(...at))) return [];
    const what = is.equals(MISSING) ? "is missing" : "was changed";
    return [{ row, what: `it ${what} after block ${number} sealed it` }];
  });
}
