// The thread that `off-loop.ts` starts: runs one task at a time, and hands its rows over a few at a time.

import { constants, setPriority } from "node:os";
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { collectGarbage } from "./collect-garbage.ts";
import { ApiError, type ErrorCode, type ErrorDetails } from "./errors.ts";

/** What is asked of the thread: to run a task, or for the next rows of the last one. */
export type Asked = { task: string; input: unknown } | "more";
/** An `ApiError` travels as data; any other error is a fault of ours and is told as text. */
export type Told =
  | { result?: unknown; rows: unknown[]; isLast: boolean }
  | { refusal: { code: ErrorCode; message: string; details: ErrorDetails } }
  | { fault: string };

/** Strings, arrays and the stack have limits, which only a body made for it reaches. */
const TOO_LARGE = {
  code: "request_too_large",
  message: "The body cannot be read at once. Send it in parts.",
  details: {},
} as const;

/** So few that taking them over holds up the main thread for about a millisecond. */
const ROWS_AT_ONCE = 250;

/** What a 16 MiB body was read from (its bytes, its text, what was parsed) is garbage before its rows are handed over, but V8
 *  would keep it until the thread needs the room. The main thread takes its own memory for those rows meanwhile. */
const MUCH_BYTES = 24 * 2 ** 20;

// On Linux this is the priority of this thread alone: the event loop goes first where processors are few.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

type Done = { result: unknown; rows: unknown[] };
type Run = (input: unknown) => Done;

let rows: unknown[] = [];
let sent = 0;

async function answer(asked: Asked): Promise<Told> {
  if (asked === "more") return nextRows();
  const { default: run } = (await import(asked.task)) as { default: Run };
  const done = runWith(run, asked);
  rows = done.rows;
  sent = 0;
  giveBack();
  return { result: done.result, ...nextRows() };
}

/** Runs in a frame of its own: one that still existed would keep the input alive. */
function runWith(run: Run, asked: { input: unknown }): Done {
  const { input } = asked;
  asked.input = null;
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

function toTold(error: unknown): Told {
  giveBack();
  if (error instanceof RangeError) return { refusal: TOO_LARGE };
  if (!(error instanceof ApiError)) return { fault: String((error as Error)?.stack ?? error) };
  const { code, message, details } = error;
  return { refusal: { code, message, details } };
}

parentPort?.on("message", (asked: Asked) => {
  answer(asked)
    .catch(toTold)
    .then((told) => parentPort?.postMessage(told));
});
