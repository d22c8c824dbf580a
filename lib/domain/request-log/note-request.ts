import { setImmediate } from "node:timers/promises";
import { announceLive } from "#lib/domain/live/index.ts";
import { DAY_MS, HOUR_MS, isClockTrusted, nowMs } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import type { ResponseClass } from "#lib/kernel/vocabulary/responses.ts";
import { writeBehind } from "#lib/kernel/write-behind.ts";
import { MOST_KEPT, redactBody, redactPath, redactText } from "./redact-body.ts";
import * as store from "./store.ts";
import type { KeptBody, Noted, SentBody } from "./types.ts";

/**
 * Requests are kept in memory and written every 150 ms, up to 200 per statement. A crash loses requests that are not
 * written yet. When the database does not keep up, requests beyond `MOST_WAITING` or `MOST_CHARACTERS` are dropped,
 * counted and recorded as a gap with the next write.
 */
const WRITE_EVERY_MS = 150;
const MOST_TOGETHER = 200;
/** Yields to other requests after this many: redacting the longest body takes 2 ms. */
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
  complaint: "requests could not be logged, retrying",
});

/** Queues an answered request for the log, or with `isTooMany` counts it as missing. Never waits and never throws. */
export function noteRequest(noted: Noted, isTooMany = false): void {
  if (!env.requestLog) return;
  const size = sizeOf(noted);
  const isFull = waiting.length >= MOST_WAITING || characters + size > MOST_CHARACTERS;
  if (isTooMany || isFull) leaveOut(noted);
  else {
    waiting.push(noted);
    characters += size;
  }
  behind.soon();
}

/** Writes the queued requests, after a write that is running. Call it before the process ends and before a read that
 *  must include its latest requests. Throws database errors; the requests then stay queued. */
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

/** Drops rows that the database refuses, one by one, so that they do not block the others. */
async function write(rows: readonly Row[]): Promise<void> {
  const refusal = await store.insertRows(rows);
  if (refusal === null) for (const { accountId } of rows) announceLive(accountId, "request");
  if (refusal === null || refusal === "duplicate") return;
  if (rows.length > 1) {
    for (const row of rows) await write([row]);
    return;
  }
  log.warn("request could not be logged", { requestId: rows[0]?.id, refusal });
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

/** A request as it is stored. */
export type Row = Omit<
  Noted,
  "startedMs" | "namedId" | "request" | "answer" | "sensitive" | "tokenises" | "status"
> & {
  createdMs: number;
  status: number;
  answerClass: ResponseClass;
  errorCode: string | null;
  objectId: string | null;
  request: KeptBody | null;
  requestForm: boolean;
  response: KeptBody | null;
};

const MOST_PATH = 2_048;
const MOST_HEADER = 512;

/** Removes secrets and finds the object and error code in the response. */
function toRow(noted: Noted): Row {
  const { startedMs, namedId, request, answer, sensitive, tokenises, ...rest } = noted;
  const subject = subjectOf(noted);
  return {
    ...rest,
    createdMs: startedMs,
    path: redactPath(noted.path).slice(0, MOST_PATH),
    userAgent: noted.userAgent && redactText(noted.userAgent).slice(0, MOST_HEADER),
    idempotencyKey: noted.idempotencyKey && redactText(noted.idempotencyKey).slice(0, MOST_HEADER),
    answerClass: `${Math.floor(noted.status / 100)}xx` as ResponseClass,
    errorCode: subject.errorCode,
    objectId: namedId ?? subject.objectId,
    request: request && toKept(request, tokenises),
    requestForm: request?.isForm ?? false,
    response: answer === null ? null : sensitive ? redactBody(answer) : asMade(answer),
  };
}

function toKept({ text, isForm, bytes }: SentBody, tokenises: boolean): KeptBody {
  if (text === null || tokenises) return { text: null, bytes, cut: true };
  return redactBody(text, isForm);
}

/** Our own responses hold no secrets unless `sensitive`. */
function asMade(answer: string): KeptBody {
  const cut = answer.length > MOST_KEPT;
  const text = cut ? answer.slice(0, MOST_KEPT).toWellFormed() : answer;
  return { text, bytes: Buffer.byteLength(answer), cut };
}

const ITS_ID = /^\{"id":"([a-z]{2,4}_[0-9a-z]{10,40})"/;

/** The object of a response; for an error its code and the declined payment. */
function subjectOf({ status, answer }: Noted): {
  objectId: string | null;
  errorCode: string | null;
} {
  if (answer === null) return { objectId: null, errorCode: null };
  if (status < 400) return { objectId: ITS_ID.exec(answer)?.[1] ?? null, errorCode: null };
  const { error } = JSON.parse(answer) as { error?: { code?: string; payment?: { id?: string } } };
  return { objectId: error?.payment?.id ?? null, errorCode: error?.code ?? null };
}
