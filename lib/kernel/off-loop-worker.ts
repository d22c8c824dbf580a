// The thread that `off-loop.ts` starts: runs one task at a time and returns its rows in batches.

import { constants, setPriority } from "node:os";
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { collectGarbage } from "./collect-garbage.ts";
import { ApiError, type ErrorCode, type ErrorDetails } from "./errors.ts";

/** A message to the thread: run a task, or send the next rows of the last one. */
export type ThreadRequest = { task: string; input: unknown } | "more";
/** The thread's reply. An `ApiError` is sent as data, any other error as text. */
export type ThreadReply =
  | { result?: unknown; rows: unknown[]; isLast: boolean }
  | { refusal: { code: ErrorCode; message: string; details: ErrorDetails } }
  | { fault: string };

/** V8's limits of strings, arrays and stack, which only a body crafted for it reaches. */
const TOO_LARGE = {
  code: "request_too_large",
  message: "The body is too large to read in one call. Send it in parts.",
  details: {},
} as const;

/** Receiving this many rows blocks the main thread for about 1 ms. */
const ROWS_AT_ONCE = 250;

/** Garbage of a large task (a 16 MiB body, its text, its parsed form) is collected before its rows are sent: V8 would keep it until
 *  the thread needs memory, while the main thread allocates the rows. */
const MUCH_BYTES = 24 * 2 ** 20;

// On Linux the priority applies to this thread alone, so that the event loop runs first on few cores.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

type Done = { result: unknown; rows: unknown[] };
type Run = (input: unknown) => Done;

let rows: unknown[] = [];
let sent = 0;

async function answer(request: ThreadRequest): Promise<ThreadReply> {
  if (request === "more") return nextRows();
  const { default: run } = (await import(request.task)) as { default: Run };
  const done = runWith(run, request);
  rows = done.rows;
  sent = 0;
  giveBack();
  return { result: done.result, ...nextRows() };
}

/** A separate stack frame: the caller's would keep the input alive. */
function runWith(run: Run, request: { input: unknown }): Done {
  const { input } = request;
  request.input = null;
  return run(input);
}

function giveBack(): void {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  if (heap + external > MUCH_BYTES) collectGarbage();
}

function nextRows() {
  const next = rows.slice(sent, sent + ROWS_AT_ONCE);
  sent += next.length;
  const isLast = sent === rows.length;
  if (isLast) rows = [];
  return { rows: next, isLast };
}

function toReply(error: unknown): ThreadReply {
  giveBack();
  if (error instanceof RangeError) return { refusal: TOO_LARGE };
  if (!(error instanceof ApiError)) return { fault: String((error as Error)?.stack ?? error) };
  const { code, message, details } = error;
  return { refusal: { code, message, details } };
}

parentPort?.on("message", (request: ThreadRequest) => {
  answer(request)
    .catch(toReply)
    .then((reply) => parentPort?.postMessage(reply));
});
