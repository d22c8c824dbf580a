import { setTimeout as sleep } from "node:timers/promises";
import type { AttemptRecord } from "#lib/domain/webhooks/index.ts";
import { log } from "#lib/kernel/log.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";

const BATCH = 256;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 2_000;
/** Past the lease another worker sends them again, and what is written here is ignored. */
const LONGEST_TRY_MS = 30_000;

/** Writes attempts and answers how many were still ours to write. */
type Write = (batch: readonly AttemptRecord[]) => Promise<number>;

/**
 * Writes attempts in batches: while one is being written the next one gathers, so the busier, the
 * larger. `settled` resolves when everything handed over so far is written.
 */
export function createRecorder(record: Write, onWritten: () => void) {
  let waiting: AttemptRecord[] = [];
  let running: Promise<void> | undefined;
  let unwritten = 0;

  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await write(record, batch);
      unwritten -= batch.length;
      onWritten();
    }
    running = undefined;
  };

  return {
    add(record: AttemptRecord): void {
      waiting.push(record);
      unwritten++;
      // Gathers what ends in the same turn of the event loop.
      running ??= Promise.resolve().then(drain);
    },
    /** Attempts handed over that are not written yet. */
    get unwritten(): number {
      return unwritten;
    },
    async settled(): Promise<void> {
      while (running) await running;
    },
  };
}

async function write(record: Write, batch: AttemptRecord[]): Promise<void> {
  const started = performance.now();
  for (let failures = 1; performance.now() - started < LONGEST_TRY_MS; failures++) {
    try {
      const written = await record(batch);
      if (written < batch.length) {
        log.warn("attempts were not recorded, their leases had passed on", {
          lost: batch.length - written,
        });
      }
      return;
    } catch (error) {
      logTrouble("attempts could not be recorded", error, { attempts: batch.length });
      await sleep(backOffMs(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS));
      // One attempt that the database refuses must not hold back the others.
      if (batch.length > 1 && performance.now() - started > LONGEST_TRY_MS / 3) {
        for (const one of batch) await write(record, [one]);
        return;
      }
    }
  }
}
