import { knowShards, runPrepared } from "#db/client.ts";
import { exclusively, type RunPrepared } from "#db/prepared.ts";
import { isSharded, shardOf, textOf } from "#db/shards.ts";
import type { Head } from "#lib/domain/seal/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { recordsValues } from "#lib/kernel/record-rows.ts";
import { insertRecordsSql } from "#lib/kernel/shard-sql.ts";
import { SEALING_LOCK, SEGMENT_BLOCKS } from "../sealing.ts";
import { addSumsIn, queueIn } from "../sums/sums-store.ts";
import * as sql from "./seal-sql.ts";

type Ledger = { account_id: string; mode: string };
type Due = Ledger & { tx_id: string; first_id: string; ids: string[] };
export type Hashed = Ledger & { ids: string[]; hashes: Buffer };
export type LedgerHead = Ledger & Head;
export type NewBlock = Hashed & Head & { sealedAt: Date };

const BLOCK_COLUMNS = [
  ["account_id", "text"],
  ["mode", "text"],
  ["number", "int"],
  ["entries", "int"],
  ["ids", "text[]"],
  ["hashes", "bytea"],
  ["lowest_id", "text"],
  ["highest_id", "text"],
  ["hash", "bytea"],
  ["created_at", "timestamptz"],
] as const;
const ADD_BLOCKS = insertRecordsSql("ledger_blocks", BLOCK_COLUMNS);

/** Seals the transfers of up to `limit` bookings: stores the blocks that `build` returns for them and the last block of
 *  each ledger with its sums, and adds them to the sums of their days. One process at a time. Returns the number of bookings. */
export async function sealDue(
  limit: number,
  build: (hashed: readonly Hashed[], heads: readonly LedgerHead[]) => readonly NewBlock[],
): Promise<number> {
  await knowShards();
  if (!isSharded()) return await sealNext(limit, build);
  let sealed = 0;
  while (sealed < limit) {
    const next = await sealNext(limit - sealed, build);
    if (next === 0) break;
    sealed += next;
  }
  return sealed;
}

/** The next bookings of the queue; on Citus those of one shard. */
async function nextDue(run: RunPrepared, limit: number): Promise<Due[]> {
  if (!isSharded()) return await run<Due>("ledger.due", sql.DUE, [limit]);
  const [now] = await run<{ snapshot: string }>("ledger.snapshot", sql.SNAPSHOT, []);
  const due = await run<Due>("ledger.due", sql.DUE_BY_SNAPSHOT, [limit, now!.snapshot]);
  return due.filter((one) => shardOf(one.account_id) === shardOf(due[0]!.account_id));
}

async function sealNext(
  limit: number,
  build: (hashed: readonly Hashed[], heads: readonly LedgerHead[]) => readonly NewBlock[],
): Promise<number> {
  return await exclusively(SEALING_LOCK, async (run) => {
    const due = await nextDue(run, limit);
    if (due.length === 0) return 0;
    const rows = due.flatMap(({ account_id, mode, ids }) =>
      ids.map((id) => [account_id, mode, id]),
    );
    const sent = [0, 1, 2].map((n) => rows.map((row) => row[n]));
    const hashed = await run<Hashed>("ledger.hashed", textOf(sql.HASHED), sent);
    const ledgers = [hashed.map((one) => one.account_id), hashed.map((one) => one.mode)];
    const heads = await run<LedgerHead>("ledger.heads", textOf(sql.HEADS), ledgers);
    const blocks = build(hashed, heads).map(({ sealedAt, ...block }) => {
      const sorted = block.ids.toSorted();
      const ends = { lowest_id: sorted[0], highest_id: sorted.at(-1) };
      return { ...block, ...ends, entries: block.ids.length, created_at: sealedAt };
    });
    await run("ledger.add_blocks", textOf(ADD_BLOCKS), recordsValues(BLOCK_COLUMNS, blocks));
    await run("ledger.add_days", textOf(sql.ADD_DAYS), sent);
    await addSumsIn(run, blocks);
    await queueIn(
      run,
      blocks.filter(({ number }) => number % SEGMENT_BLOCKS === 0),
    );
    await run("ledger.take", textOf(sql.TAKE), [
      due.map((one) => one.account_id),
      due.map((one) => one.tx_id),
      due.map((one) => one.first_id),
    ]);
    return due.length;
  });
}

export type BlockRow = {
  number: number;
  entries: number;
  ids: string[];
  hashes: Buffer;
  hash: Buffer;
  sealedAt: Date;
  nowHashes: Buffer | null;
};

/** The next `limit` blocks after `number`, with the hashes that their transfers have now. Takes no lock. */
export function blocksAfter(ctx: Context, number: number, limit: number): Promise<BlockRow[]> {
  return runPrepared("ledger.blocks", sql.BLOCKS, [ctx.accountId, ctx.mode, number, limit]);
}

/** A block, by default the last one; null if there is none. Takes no lock. */
export async function findBlock(
  ctx: Pick<Context, "accountId" | "mode">,
  number: number | null = null,
): Promise<Head | null> {
  const values = [ctx.accountId, ctx.mode, number];
  return (await runPrepared<Head>("ledger.block", sql.BLOCK, values))[0] ?? null;
}

/** The first transfer that was booked and is not sealed; null if all are. Takes no lock. */
export async function firstUnsealed(): Promise<string | null> {
  const text = "select min(first_id) as id from ledger_unsealed";
  return (await runPrepared<{ id: string | null }>("ledger.unsealed", text, []))[0]!.id;
}
