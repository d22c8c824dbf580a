import { setImmediate } from "node:timers/promises";
import { announceLive } from "#lib/domain/live/index.ts";
import { DAY_MS, HOUR_MS, isClockTrusted, nowMs } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { writeBehind } from "#lib/kernel/write-behind.ts";
import * as store from "./store.ts";
import { type Row, toRow } from "./to-row.ts";
import type { Noted } from "./types.ts";

/**
 * Off the hot path: kept in memory and written a few times a second, a few hundred at once, by a connection of
 * its own. A crash loses what was not written yet. While the database does not keep up, no more is kept than
 * fits; what is left out is counted, and its gap is written down as soon as something can be.
 */
const WRITE_EVERY_MS = 150;
const MOST_TOGETHER = 200;
/** Other requests pass after so many: taking the secrets out of the longest body takes 2 ms. */
const CHARACTERS_AT_ONCE = 8 * 1_024;
const MOST_WAITING = 10_000;
const MOST_CHARACTERS = 48 * 2 ** 20;
const GAPS_KEPT_MS = 32 * DAY_MS;

let waiting: Noted[] = [];
let characters = 0;
let gaps = new Map<string, store.Gap>();
let prunedMs = 0;
const behind = writeBehind({
  everyMs: WRITE_EVERY_MS,
  retryMs: 10 * WRITE_EVERY_MS,
  write: writeOut,
  complaint: "requests could not be logged; trying again",
});

/** Notes a request that was answered. Never waits and never fails. */
export function noteRequest(noted: Noted): void {
  if (!env.requestLog) return;
  const size = sizeOf(noted);
  if (waiting.length >= MOST_WAITING || characters + size > MOST_CHARACTERS) leaveOut(noted);
  else {
    waiting.push(noted);
    characters += size;
  }
  behind.soon();
}

/** Writes what is noted so far, after any write under way. Call it before the process ends, and before reading
 *  what this process has just done. Throws what the database throws; the requests are then kept for the next
 *  try. */
export async function flushRequestLog(): Promise<void> {
  await behind.now();
}

async function writeOut(): Promise<void> {
  while (waiting.length > 0) {
    const batch = waiting.slice(0, MOST_TOGETHER);
    await write(await toRows(batch));
    waiting = waiting.slice(batch.length);
    for (const noted of batch) characters -= sizeOf(noted);
  }
  if (gaps.size > 0) await writeGaps();
}

async function toRows(batch: readonly Noted[]): Promise<Row[]> {
  const rows: Row[] = [];
  let done = 0;
  for (const noted of batch) {
    rows.push(toRow(noted));
    done += sizeOf(noted);
    if (done < CHARACTERS_AT_ONCE) continue;
    done = 0;
    await setImmediate();
  }
  return rows;
}

/** What the database refuses is given up, row by row: the others are not to wait behind it for ever. */
async function write(rows: readonly Row[]): Promise<void> {
  const refusal = await store.insertRows(rows);
  if (refusal === null) for (const { accountId } of rows) announceLive(accountId, "request");
  if (refusal === null || refusal === "duplicate") return;
  if (rows.length > 1) {
    for (const row of rows) await write([row]);
    return;
  }
  log.warn("a request could not be logged", { requestId: rows[0]?.id, refusal });
  countMissing(rows[0]!);
}

async function writeGaps(): Promise<void> {
  const batch = gaps;
  gaps = new Map();
  try {
    await store.insertGaps([...batch.values()]);
  } catch (error) {
    for (const [name, gap] of batch) if (!gaps.has(name)) gaps.set(name, gap);
    throw error;
  }
  const missing = [...batch.values()].reduce((sum, { requests }) => sum + requests, 0);
  log.warn("requests are missing from the log", { requests: missing });
  if (nowMs() - prunedMs < HOUR_MS || !isClockTrusted()) return;
  prunedMs = nowMs();
  await store.deleteOldGaps(GAPS_KEPT_MS);
}

function leaveOut({ id, accountId, mode, startedMs }: Noted): void {
  countMissing({ id, accountId, mode, createdMs: startedMs });
}

function countMissing(one: Pick<Row, "id" | "accountId" | "mode" | "createdMs">): void {
  const { id, accountId, mode, createdMs } = one;
  const name = `${accountId} ${mode}`;
  const gap = gaps.get(name) ?? { id, accountId, mode, fromMs: createdMs, toMs: 0, requests: 0 };
  gap.toMs = Math.max(gap.toMs, createdMs);
  gap.requests++;
  gaps.set(name, gap);
}

function sizeOf({ request, answer }: Noted): number {
  return 1_000 + (request?.text?.length ?? 0) + (answer?.length ?? 0);
}
