import { setTimeout as sleep } from "node:timers/promises";
import { type AttemptRecord, partOf } from "#lib/domain/webhooks/index.ts";
import { log } from "#lib/kernel/log.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";
import { MANY_ROWS } from "./limits.ts";

const BATCH = 512;
/** One statement costs about as much as fifty rows in it, so wait for more rows, and longer after a batch of many. */
const GATHER_MS = 10;
const GATHER_MANY_MS = 30;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 2_000;
/** Then the delivery is sent again: from the queue after its lease, a new one when it is next read. A record that comes later is
 *  ignored. */
const LONGEST_TRY_MS = 30_000;

/** Writes attempts and returns the number whose delivery was still this worker's. */
type Write = (batch: readonly AttemptRecord[]) => Promise<number>;

/**
 * Writes attempts in batches. A batch collects for a few milliseconds and while the one before is being written, so
 * batches grow with load. `settled` resolves when all attempts so far are written; `onWritten` is called for each batch.
 */
function createRecorder(record: Write, onWritten: (batch: readonly AttemptRecord[]) => void) {
  let waiting: AttemptRecord[] = [];
  let running: Promise<void> | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let unwritten = 0;
  let lastRows = 0;

  const writeBatch = async () => {
    const batch = waiting.slice(0, BATCH);
    waiting = waiting.slice(BATCH);
    lastRows = batch.length;
    await write(record, batch);
    unwritten -= batch.length;
    onWritten(batch);
  };
  const start = () => {
    clearTimeout(gathering);
    gathering = undefined;
    running = writeBatch().finally(() => {
      running = undefined;
      gather();
    });
  };
  const gather = () => {
    if (running || waiting.length === 0) return;
    if (waiting.length >= BATCH) start();
    else gathering ??= setTimeout(start, lastRows < MANY_ROWS ? GATHER_MS : GATHER_MANY_MS);
  };

  return {
    add(record: AttemptRecord): void {
      waiting.push(record);
      unwritten++;
      gather();
    },
    get unwritten(): number {
      return unwritten;
    },
    async settled(): Promise<void> {
      while (unwritten > 0) {
        if (!running) start();
        await running;
      }
    },
  };
}

/** A recorder for each part of the accounts (`partOf`), so that none waits for accounts that cannot be recorded. */
export function createRecorders(...options: Parameters<typeof createRecorder>) {
  const parts = new Map<number, ReturnType<typeof createRecorder>>();
  return {
    add(attempt: AttemptRecord): void {
      const part = partOf(attempt);
      if (!parts.has(part)) parts.set(part, createRecorder(...options));
      parts.get(part)!.add(attempt);
    },
    /** Attempts handed over that are not written yet. */
    get unwritten(): number {
      return parts.values().reduce((sum, { unwritten }) => sum + unwritten, 0);
    },
    async settled(): Promise<void> {
      await Promise.all([...parts.values()].map((recorder) => recorder.settled()));
    },
  };
}

async function write(record: Write, batch: AttemptRecord[]): Promise<void> {
  const started = performance.now();
  for (let failures = 1; performance.now() - started < LONGEST_TRY_MS; failures++) {
    try {
      const written = await record(batch);
      if (written < batch.length) {
        log.warn("attempts were not recorded, their deliveries had passed on", {
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
