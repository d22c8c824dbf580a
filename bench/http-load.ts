// A small HTTP/1.1 client for load: keep-alive sockets, one request at a time on each. It shares the machine
// with the server, so it only finds the end of each response.

import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

export interface Target {
  port: number;
  tls: boolean;
}

export interface LoadPlan {
  target: Target;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  /** Continues after that until this many responses were measured. */
  atLeast?: number;
  /** Calls start at this rate independent of responses, and each is timed from when it was due, so that the
   *  wait for earlier calls counts too. Without a rate, every connection is kept busy. */
  perSecond?: number;
  /** The bytes of the `n`th request. */
  request(n: number): string;
  /** Statuses that count as success; any other aborts the run. */
  expected: readonly number[];
}

export interface LoadResult {
  perSecond: number;
  /** Responses within the measured time, and including those of the warm-up. */
  count: number;
  all: number;
  /** Processor time of the generator itself. */
  cpuMs: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  maxMs: number;
}

const HEADERS_END = Buffer.from("\r\n\r\n");
const CHUNKS_END = Buffer.from("0\r\n\r\n");
const STATUS_AT = "HTTP/1.1 ".length;

type Answer = { status: number; text: string };

/** Finds the end of a response. */
class AnswerReader {
  #chunks: Buffer[] = [];

  /** The response that `chunk` completes, or null. */
  add(chunk: Buffer): Answer | null {
    this.#chunks.push(chunk);
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const end = bytes.indexOf(HEADERS_END);
    if (end < 0) return null;
    const head = bytes.toString("latin1", 0, end).toLowerCase();
    const at = head.indexOf("\r\ncontent-length: ");
    const whole =
      at < 0
        ? bytes.subarray(-CHUNKS_END.length).equals(CHUNKS_END)
        : bytes.length >= end + 4 + Number.parseInt(head.slice(at + 18, at + 30), 10);
    if (!whole) return null;
    this.#chunks = [];
    return { status: Number(head.slice(STATUS_AT, STATUS_AT + 3)), text: bytes.toString("utf8") };
  }
}

function open({ port, tls }: Target): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const options = { host: "127.0.0.1", port, noDelay: true };
  const socket: Socket = tls
    ? connectTls({ ...options, rejectUnauthorized: false }, () => resolve(socket))
    : connectPlain(options, () => resolve(socket));
  socket.once("error", reject);
  return promise;
}

/** The quantile `share` of sorted values. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function summarise(latencies: number[], elapsedMs: number, all: number): LoadResult {
  const sorted = Float64Array.from(latencies).sort();
  return {
    count: sorted.length,
    all,
    cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1_000,
    perSecond: (sorted.length * 1_000) / elapsedMs,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    p99Ms: percentile(sorted, 0.99),
    maxMs: sorted.at(-1) ?? 0,
  };
}

/** The due time of a connection's next call, in `performance.now()` milliseconds. */
type Schedule = () => number;

function scheduleOf({ perSecond }: LoadPlan, begin: number): Schedule {
  if (perSecond === undefined) return () => performance.now();
  let calls = 0;
  return () => begin + (calls++ * 1_000) / perSecond;
}

/** Loads the server for the whole time and returns the measurements after the warm-up. Throws on the first
 *  unexpected response. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const latencies: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: plan.connections }, () => open(plan.target)),
  );
  const begin = performance.now();
  const measureFrom = begin + plan.warmUpMs;
  const stopAt = measureFrom + plan.measureMs;
  const nextDue = scheduleOf(plan, begin);
  let sent = 0;
  const drive = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      const reader = new AnswerReader();
      let due = 0;
      const send = () => void socket.write(plan.request(sent++));
      const sendNext = () => {
        due = nextDue();
        if (due >= stopAt && latencies.length >= (plan.atLeast ?? 0)) return resolve();
        const wait = due - performance.now();
        if (wait > 0) setTimeout(send, wait);
        else send();
      };
      socket.on("data", (chunk: Buffer) => {
        const answer = reader.add(chunk);
        if (!answer) return;
        const ended = performance.now();
        if (!plan.expected.includes(answer.status)) {
          reject(new Error(`an answer was not expected:\n${answer.text.slice(0, 2_000)}`));
          return;
        }
        const counts = plan.perSecond !== undefined || plan.atLeast || ended <= stopAt;
        if (due >= measureFrom && counts) latencies.push(ended - due);
        sendNext();
      });
      socket.once("error", reject);
      socket.once("close", () => reject(new Error("the server closed a connection")));
      sendNext();
    });
  try {
    await Promise.all(sockets.map(drive));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  return summarise(latencies, plan.measureMs, sent);
}
