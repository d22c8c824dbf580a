import { brokenLink } from "#lib/domain/seal/index.ts";
import { entryHash, itemsOf, peopleHash } from "./hashes.ts";
import * as store from "./seal-store.ts";

/** A block that was noted earlier, outside the database. */
export type NotedHead = { number: number; hash: string };

export type AuditProof = {
  blocks: number;
  entries: number;
  /** Entries whose personal values were erased; the rest still verifies. */
  erased: number;
  /** Entries that are not sealed yet. */
  waiting: number;
  /** The last block, to be noted outside the database. */
  head: NotedHead | null;
  /** The first problem, or null. */
  problem: { entry: string | null; block: number | null; what: string } | null;
};

const BLOCKS_AT_ONCE = 100;

/**
 * Recomputes the chain of an account from its entries and returns the first problem. Removal of the last blocks together
 * with their entries is detected only with a `noted` block. Takes no lock.
 */
export async function verifyAudit(accountId: string, noted?: NotedHead): Promise<AuditProof> {
  const proof: AuditProof = {
    ...{ blocks: 0, entries: 0, erased: 0, waiting: 0 },
    ...{ head: null, problem: null },
  };
  let before: Buffer | null = null;
  for (;;) {
    const blocks = await store.blocksAfter(accountId, proof.blocks, BLOCKS_AT_ONCE);
    const last = blocks.at(-1);
    if (!last) break;
    const rows = await store.sealedIn(accountId, proof.blocks, last.number);
    const byBlock = Map.groupBy(rows, (row) => row.block);
    for (const block of blocks) {
      const sealed = byBlock.get(block.number) ?? [];
      proof.problem = problemOf({ accountId, before, proof, block, sealed, noted });
      if (proof.problem) return proof;
      before = block.hash;
      proof.blocks = block.number;
      proof.entries += sealed.length;
      proof.erased += sealed.filter((row) => row.salt === null).length;
      proof.head = { number: block.number, hash: block.hash.toString("hex") };
    }
  }
  proof.waiting = await store.countWaiting(accountId);
  proof.problem = await problemAfter(accountId, proof, noted);
  return proof;
}

type Look = {
  accountId: string;
  before: Buffer | null;
  proof: AuditProof;
  block: store.BlockRow;
  sealed: readonly store.SealedRow[];
  noted: NotedHead | undefined;
};

function problemOf(look: Look): AuditProof["problem"] {
  const { accountId, before, proof, block, sealed, noted } = look;
  const { number } = block;
  const seals = sealed.map((row) => ({
    ...{ id: row.sealed_id, entryHash: row.entry_hash, peopleHash: row.people_hash },
  }));
  const previous = before && { number: proof.blocks, hash: before };
  const link = { chain: [accountId], number, sealedAt: block.created_at, items: itemsOf(seals) };
  const broken = brokenLink("audit-seal", previous, { ...link, hash: block.hash });
  if (broken === "missing") {
    return { entry: null, block: proof.blocks + 1, what: "the block is missing" };
  }
  for (const row of sealed) {
    const what = whatIsWrong(accountId, row);
    if (what) return { entry: row.sealed_id, block: number, what };
  }
  const entry = sealed[0]?.sealed_id ?? null;
  if (broken || sealed.length !== block.entries) {
    return { entry, block: number, what: "the block's hash does not match its entries in order" };
  }
  if (noted?.number === number && noted.hash !== block.hash.toString("hex")) {
    return { entry, block: number, what: "the block differs from the noted one" };
  }
  return null;
}

function whatIsWrong(accountId: string, row: store.SealedRow): string | null {
  const { id, salt } = row;
  if (id === null) return "the entry is missing";
  if (!entryHash(accountId, { ...row, id }).equals(row.entry_hash)) return "the entry was changed";
  if (salt && !peopleHash(accountId, id, { ...row, salt }).equals(row.people_hash)) {
    return "its personal values were changed";
  }
  return null;
}

const OUTSIDE = {
  seal: "the entry's block is missing",
  entry: "the entry is neither sealed nor waiting to be sealed",
  waiting: "the entry is missing and was not sealed yet",
};

async function problemAfter(
  accountId: string,
  proof: AuditProof,
  noted: NotedHead | undefined,
): Promise<AuditProof["problem"]> {
  const outside = await store.firstOutside(accountId);
  if (outside) return { entry: outside.id, block: null, what: OUTSIDE[outside.what] };
  if (noted && noted.number > proof.blocks) {
    return { entry: null, block: proof.blocks + 1, what: "blocks up to the noted one are missing" };
  }
  return null;
}

/** All accounts, oldest first. */
export async function auditedAccounts(): Promise<string[]> {
  return await store.accountIds();
}
