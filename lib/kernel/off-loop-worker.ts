// The thread that `off-loop.ts` starts: runs one task at a time, and hands its rows over a few at a time.

import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
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

// On Linux this is the priority of this thread alone: the event loop goes first where processors are few.
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
