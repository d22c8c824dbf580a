// The thread that `off-loop.ts` starts: runs one task at a time and returns its rows in batches.

import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { ApiError, type ErrorCode, type ErrorDetails } from "./errors.ts";

/** A message to the thread: run a task, or send the next rows of the last one. */
export type Asked = { task: string; input: unknown } | "more";
/** The thread's reply. An `ApiError` is sent as data, any other error as text. */
export type Told =
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

// On Linux the priority applies to this thread alone, so that the event loop runs first on few cores.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let rows: unknown[] = [];
let sent = 0;

async function answer(asked: Asked): Promise<Told> {
  if (asked === "more") return nextRows();
  const { default: run } = (await import(asked.task)) as {
    default: (input: unknown) => { result: unknown; rows: unknown[] };
  };
  const done = run(asked.input);
  rows = done.rows;
  sent = 0;
  return { result: done.result, ...nextRows() };
}

function nextRows() {
  const next = rows.slice(sent, sent + ROWS_AT_ONCE);
  sent += next.length;
  const isLast = sent === rows.length;
  if (isLast) rows = [];
  return { rows: next, isLast };
}

function toTold(error: unknown): Told {
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
