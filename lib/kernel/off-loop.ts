import { Worker } from "node:worker_threads";
import { SECOND_MS } from "./clock.ts";
import { ApiError } from "./errors.ts";
import type { Asked, Told } from "./off-loop-worker.ts";

/**
 * Work that would hold up the event loop, in a thread of its own: one thread per process and one task at a time,
 * so that however many ask, one core and one heap are taken. A task is a module whose default export makes a
 * `{ result, rows }` of its input; it has neither database nor environment. The thread ends when it has had nothing
 * to do for a while.
 */
export type OffLoopDone<Result, Row> = { result: Result; rows: Row[] };

const LONGEST_MS = 30 * SECOND_MS;
const IDLE_MS = 30 * SECOND_MS;
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 };

let worker: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs a task after those that were asked for before it. What is in `transfer` belongs to the thread from then on.
 * Throws the `ApiError` that the task throws, `request_too_large` when it takes more than 96 MB, and an error when
 * it takes longer than 30 s.
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
  // Node's own arguments are those of the process, which may load what only it needs.
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

type Rows = Extract<Told, { rows: unknown[] }>;

/** One question to the thread. A thread that does not answer in time, or dies, is never asked again. */
async function ask(
  thread: Worker,
  asked: Asked,
  transfer: readonly ArrayBuffer[] = [],
): Promise<Rows> {
  const { promise, resolve, reject } = Promise.withResolvers<Told>();
  const onExit = () => reject(new Error("the thread off the event loop has ended"));
  const timer = setTimeout(() => {
    end(thread);
    reject(new Error(`work off the event loop took longer than ${LONGEST_MS} ms`));
  }, LONGEST_MS);
  thread.once("message", resolve).once("error", reject).once("exit", onExit);
  try {
    thread.postMessage(asked, transfer);
    const told = await promise;
    if ("rows" in told) return told;
    if ("fault" in told) throw new Error(told.fault);
    const { code, message, details } = told.refusal;
    throw new ApiError(code, message, details);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
    throw new ApiError("request_too_large", "The body takes too much memory. Send it in parts.");
  } finally {
    clearTimeout(timer);
    thread.off("message", resolve).off("error", reject).off("exit", onExit);
  }
}
