import type { Dispatcher } from "undici";
import type { ClientPool, PooledClient } from "./client-pool.ts";
import { type Connection, phaseOf } from "./connection.ts";
import { type Failure, failureOf, failureOfStatus } from "./failures.ts";

/** Bytes kept of a response body. */
export const BODY_CAP_BYTES = 64 * 1024;

export type Message = {
  host: string;
  path: string;
  headers: Record<string, string>;
  body: string;
};

/** The response to one request, or its failure. */
export type RequestResult = {
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
  truncated: boolean;
  failure: Failure | null;
  connection: Connection | undefined;
  /** Whether the connection had carried another request before. */
  reused: boolean;
  /** Times of `performance.now`. */
  sentMs: number | undefined;
  firstByteMs: number | undefined;
};

/**
 * Posts a message on a client and resolves by `endsMs` at the latest. Returns the client to the pool when the
 * response was read to its end, and closes it otherwise. Never throws.
 */
export function sendOn(args: {
  pooled: PooledClient;
  pool: ClientPool;
  message: Message;
  endsMs: number;
}): Promise<RequestResult> {
  const { pooled, message, endsMs } = args;
  const { path, headers, body } = message;
  return new Promise((resolve) => {
    const pending = new PendingRequest(pooled, args.pool, message.host, resolve);
    pending.endBy(endsMs);
    pooled.client.dispatch({ path, method: "POST", headers, body }, pending);
  });
}

/** undici's handler of one request; settles once. */
class PendingRequest implements Dispatcher.DispatchHandler {
  readonly pooled: PooledClient;
  readonly pool: ClientPool;
  readonly host: string;
  readonly settle: (result: RequestResult) => void;
  timer: NodeJS.Timeout | undefined;
  isOver = false;
  reused = false;
  sentMs: number | undefined;
  firstByteMs: number | undefined;
  status: number | null = null;
  headers: Record<string, string> | null = null;
  chunks: Buffer[] = [];
  bytes = 0;

  constructor(
    pooled: PooledClient,
    pool: ClientPool,
    host: string,
    settle: (result: RequestResult) => void,
  ) {
    this.pooled = pooled;
    this.pool = pool;
    this.host = host;
    this.settle = settle;
  }

  endBy(endsMs: number): void {
    const timedOut = () => this.cutOff(new DOMException("timed out", "TimeoutError"));
    this.timer = setTimeout(timedOut, Math.max(endsMs - performance.now(), 0));
  }

  onRequestStart(): void {
    this.reused = this.pooled.connection!.requests++ > 0;
    this.sentMs = performance.now();
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // 1xx responses are not the answer.
    if (this.isOver || status < 200) return;
    this.firstByteMs = performance.now();
    this.status = status;
    this.headers = flatten(headers);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.chunks.push(chunk.subarray(0, BODY_CAP_BYTES - this.bytes));
    this.bytes += chunk.length;
    if (this.bytes > BODY_CAP_BYTES) this.cutOff();
  }

  onResponseEnd(): void {
    if (this.isOver) return;
    this.finish({ truncated: false });
    this.pool.keep(this.pooled);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (!this.isOver) this.cutOff(error);
  }

  /** Ends the request early; a status that has arrived decides (service.md §6). */
  cutOff(reason?: Error): void {
    const failed = this.status === null ? this.failureOf(reason) : null;
    this.finish({ truncated: this.status !== null, failed });
    this.pool.end(this.pooled, reason);
  }

  failureOf(reason: unknown): Failure {
    return failureOf(reason, this.host, phaseOf(this.pooled.connection));
  }

  finish({ truncated, failed = null }: { truncated: boolean; failed?: Failure | null }): void {
    this.isOver = true;
    clearTimeout(this.timer);
    const { status, headers, host, sentMs, firstByteMs } = this;
    const { connection } = this.pooled;
    const answered = status !== null;
    this.settle({
      status,
      headers,
      body: answered ? Buffer.concat(this.chunks) : null,
      truncated,
      failure: answered ? failureOfStatus(status, host, headers?.location) : failed,
      connection,
      reused: this.reused || (sentMs === undefined && (connection?.requests ?? 0) > 0),
      sentMs,
      firstByteMs,
    });
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(", ") : value;
    // PostgreSQL's JSON allows no NUL.
    flat[name] = text.includes("\0") ? text.replaceAll("\0", "") : text;
  }
  return flat;
}
