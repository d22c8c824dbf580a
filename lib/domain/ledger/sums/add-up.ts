import { nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import { SEGMENT_BLOCKS } from "../sealing.ts";
import * as store from "./sums-store.ts";

/** Transfers whose sums one transaction writes; more only if a block has more. */
const STEP_TRANSFERS = 10_000;
const LEDGERS = 100;
/** A worker that stops waits for the round. */
const ROUND_MS = 2 * SECOND_MS;

/**
 * Writes the sums that are missing: of blocks that were sealed before sums were kept, and the totals of every hundredth
 * block. Works in short transactions, each complete, so a process that dies loses nothing, and any number of processes may
 * call it. Leaves out blocks whose transfers were changed; `checkBooks` names them. Stops after 2 s; returns whether
 * there is more.
 */
export async function addUpLedgers(segment = SEGMENT_BLOCKS): Promise<boolean> {
  const ends = nowMs() + ROUND_MS;
  for (;;) {
    const due = await store.dueLedgers(LEDGERS);
    if (due.length === 0) return false;
    for (const ledger of due) {
      if (nowMs() > ends) return true;
      await store.addingUp(ledger, (adding) => step(adding, ledger, segment));
    }
  }
}

/** Sums the next blocks of a ledger, or writes its next totals. Takes it out of the queue at the end. */
async function step(adding: store.Adding, ledger: store.Ledger, segment: number): Promise<void> {
  const blocks = await adding.segment(segment);
  const missing = firstOf(blocks.filter(({ summed }) => !summed));
  if (missing.length > 0) {
    const intact = await adding.intact(missing);
    const until = missing.findIndex((number) => !intact.includes(number));
    const some = until < 0 ? missing : missing.slice(0, until);
    await adding.addSums(some);
    if (until < 0) return;
    log.error("a block of the ledger cannot be added up: its transfers were changed", {
      ...{ account: ledger.accountId, mode: ledger.mode, block: missing[until] },
    });
    return await adding.done();
  }
  if (blocks.length < segment) return await adding.done();
  await adding.addTotals(blocks.at(-1)!.number);
}

/** The numbers of the first blocks that together have at most `STEP_TRANSFERS`, at least one. */
function firstOf(blocks: readonly store.SegmentBlock[]): number[] {
  let left = STEP_TRANSFERS;
  const some: number[] = [];
  for (const { number, entries } of blocks) {
    if (some.length > 0 && entries > left) break;
    some.push(number);
    left -= entries;
  }
  return some;
}
