import { runPrepared } from "#db/client.ts";
import { exclusively, type RunPrepared, snapshot } from "#db/prepared.ts";
import { textOf } from "#db/shards.ts";
import type { Context } from "#lib/kernel/context.ts";
import { SEALING_LOCK } from "../sealing.ts";
import * as sql from "./sums-sql.ts";

export type Ledger = Pick<Context, "accountId" | "mode">;
export type SegmentBlock = { number: number; entries: number; summed: boolean };

/** The work on one ledger, within a transaction that no sealing process shares. */
export type Adding = {
  /** The next `length` blocks after the last totals. */
  segment(length: number): Promise<SegmentBlock[]>;
  /** Those of these blocks whose transfers are as they were sealed. */
  intact(numbers: readonly number[]): Promise<number[]>;
  addSums(numbers: readonly number[]): Promise<void>;
  /** Writes the totals up to a block. */
  addTotals(number: number): Promise<void>;
  /** Takes the ledger out of the queue. */
  done(): Promise<void>;
};

/** Gives `work` one ledger. One process at a time adds up or seals. */
export function addingUp<T>(
  { accountId, mode }: Ledger,
  work: (adding: Adding) => Promise<T>,
): Promise<T> {
  const own = [accountId, mode];
  return exclusively(SEALING_LOCK, async (run) => {
    return await work({
      segment: (length) => run<SegmentBlock>("ledger.segment", sql.SEGMENT, [...own, length]),
      async intact(numbers) {
        const rows = await run<{ number: number }>("ledger.intact", sql.INTACT, [...own, numbers]);
        return rows.map(({ number }) => number);
      },
      async addSums(numbers) {
        const blocks = numbers.map((number) => ({ account_id: accountId, mode, number }));
        await addSumsIn(run, blocks);
      },
      async addTotals(number) {
        await run("ledger.add_totals", sql.ADD_TOTALS, [...own, number]);
      },
      async done() {
        await run("ledger.sums_done", sql.DONE, own);
      },
    });
  });
}

/** Writes the sums of blocks in the caller's transaction. */
export async function addSumsIn(
  run: RunPrepared,
  blocks: readonly { account_id: string; mode: string; number: number }[],
): Promise<void> {
  await run("ledger.add_sums", textOf(sql.ADD_SUMS), [
    blocks.map((one) => one.account_id),
    blocks.map((one) => one.mode),
    blocks.map((one) => one.number),
  ]);
}

/** Queues ledgers for `addUpLedgers`, in the caller's transaction. */
export async function queueIn(
  run: RunPrepared,
  ledgers: readonly { account_id: string; mode: string }[],
): Promise<void> {
  if (ledgers.length === 0) return;
  const columns = [ledgers.map((one) => one.account_id), ledgers.map((one) => one.mode)];
  await run("ledger.queue_sums", sql.QUEUE, columns);
}

/** Queues a ledger for `addUpLedgers`; does nothing if it is queued. */
export async function queueSums({ accountId, mode }: Ledger): Promise<void> {
  await runPrepared("ledger.queue_sums", sql.QUEUE, [[accountId], [mode]]);
}

/** Ledgers that may lack sums or totals. Takes no lock. */
export async function dueLedgers(limit: number): Promise<Ledger[]> {
  type Row = { account_id: Ledger["accountId"]; mode: Ledger["mode"] };
  const rows = await runPrepared<Row>("ledger.due_sums", sql.DUE_LEDGERS, [limit]);
  return rows.map(({ account_id, mode }) => ({ accountId: account_id, mode }));
}

export type WrongSum = { row: string; has: string; should: string };

/** Sums and totals of the blocks after `after` up to `last` that differ from their transfers. Takes no lock. */
export function wrongSums(
  { accountId, mode }: Ledger,
  after: number,
  last: number,
): Promise<WrongSum[]> {
  const values = [accountId, mode, after, last];
  return snapshot({ plans: "kept", unhurried: true }, async (run) => [
    ...(await run<WrongSum>("ledger.wrong_sums", sql.WRONG_SUMS, values)),
    ...(await run<WrongSum>("ledger.wrong_totals", sql.WRONG_TOTALS, values)),
  ]);
}
