import { Worker } from "node:worker_threads";
import { SECOND_MS } from "./clock.ts";
import { ApiError } from "./errors.ts";
import type { ThreadReply, ThreadRequest } from "./off-loop-worker.ts";

/**
 * Runs work that would block the event loop in a separate thread: one thread per process and one task at a time, which
 * limits it to one core and one heap. A task is a module whose default export returns `{ result, rows }` for its input;
 * it has no database and no environment. The thread ends after 30 s without a task.
 */
export type OffLoopDone<Result, Row> = { result: Result; rows: Row[] };

const LONGEST_MS = 30 * SECOND_MS;
const IDLE_MS = 30 * SECOND_MS;
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 };

let worker: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs a task after the ones queued before it. Transfers the buffers in `transfer` to the thread. Throws the `ApiError`
 * that the task throws, `request_too_large` when it needs more than 96 MB, and a 503 when one step takes longer than
 * 30 s: its length has a limit, so the machine is too busy.
 */
export async function runOffLoop<Result, Row>(
  task: URL,
  input: unknown,
  transfer: readonly ArrayBuffer[] = [],
): Promise<OffLoopDone<Result, Row>> {
  const mine = queue.then(() => run(task, input, transfer));
  queue = mine.catch(() => {});
  return (await mine) as OffLoopDone<Result, Row>;
}

async function run(
  task: URL,
  input: unknown,
  transfer: readonly ArrayBuffer[],
): Promise<OffLoopDone<unknown, unknown>> {
  clearTimeout(idle);
  worker ??= start();
  const thread = worker;
  thread.ref();
  try {
    const first = await ask(thread, { task: task.href, input }, transfer);
    const rows = first.rows;
    let { isLast } = first;
    while (!isLast) {
      const next = await ask(thread, "more");
      rows.push(...next.rows);
      isLast = next.isLast;
    }
    return { result: first.result, rows };
  } finally {
    thread.unref();
    idle = setTimeout(() => end(thread), IDLE_MS).unref();
  }
}

function start(): Worker {
  // No `execArgv`: the process's arguments may load modules that the thread does not need.
  const url = new URL("./off-loop-worker.ts", import.meta.url);
  const thread = new Worker(url, { execArgv: [], env: {}, resourceLimits: LIMITS });
  const forget = () => {
    if (worker === thread) worker = null;
  };
  thread.on("error", forget);
  thread.on("exit", forget);
  return thread;
}

function end(thread: Worker): void {
  if (worker === thread) worker = null;
  thread.terminate().catch(() => {});
}

const tooSlow = () =>
  new ApiError(
    "gateway_error",
    "The service is too busy to read a body of this size. Send it again later, or in smaller parts.",
    { status: 503, headers: { "Retry-After": "30" } },
  );

type Rows = Extract<ThreadReply, { rows: unknown[] }>;

/** Sends one message to the thread and returns its reply. A thread that times out or dies is not used again. */
async function ask(
  thread: Worker,
  request: ThreadRequest,
  transfer: readonly ArrayBuffer[] = [],
): Promise<Rows> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadReply>();
  const onExit = () => reject(new Error("the thread off the event loop has ended"));
  const timer = setTimeout(() => {
    end(thread);
    reject(tooSlow());
  }, LONGEST_MS);
  thread.once("message", resolve).once("error", reject).once("exit", onExit);
  try {
    thread.postMessage(request, transfer);
    const reply = await promise;
    if ("rows" in reply) return reply;
    if ("fault" in reply) throw new Error(reply.fault);
    const { code, message, details } = reply.refusal;
    throw new ApiError(code, message, details);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
    throw new ApiError("request_too_large", "The body takes too much memory. Send it in parts.");
  } finally {
    clearTimeout(timer);
    thread.off("message", resolve).off("error", reject).off("exit", onExit);
  }
}
