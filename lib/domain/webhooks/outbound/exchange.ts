import type { Dispatcher } from "undici";
import { type Connection, phaseOf } from "./connection.ts";
import { type Failure, failureOf, failureOfStatus } from "./failures.ts";
import type { Line, Lines } from "./lines.ts";

/** What is kept of a reply's body. */
export const BODY_CAP_BYTES = 64 * 1024;

export type Message = {
  host: string;
  path: string;
  headers: Record<string, string>;
  body: string;
};

/** What came of one request. */
export type Seen = {
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
  truncated: boolean;
  failure: Failure | null;
  connection: Connection | undefined;
  /** Whether other requests had gone over the connection before. */
  reused: boolean;
  /** Moments of `performance.now`. */
  sentMs: number | undefined;
  firstByteMs: number | undefined;
};

/**
 * Posts a message on a line, and answers by `endsMs` at the latest. Gives the line back: kept when the
 * reply came to its end, ended in every other case. Never throws.
 */
export function exchangeOn(args: {
  line: Line;
  lines: Lines;
  message: Message;
  endsMs: number;
}): Promise<Seen> {
  const { line, message, endsMs } = args;
  const { path, headers, body } = message;
  return new Promise((resolve) => {
    const exchange = new Exchanging(line, args.lines, message.host, resolve);
    exchange.endBy(endsMs);
    line.client.dispatch({ path, method: "POST", headers, body }, exchange);
  });
}

/** Hears from the HTTP client how one request goes, and settles once. */
class Exchanging implements Dispatcher.DispatchHandler {
  readonly line: Line;
  readonly lines: Lines;
  readonly host: string;
  readonly settle: (seen: Seen) => void;
  timer: NodeJS.Timeout | undefined;
  isOver = false;
  reused = false;
  sentMs: number | undefined;
  firstByteMs: number | undefined;
  status: number | null = null;
  headers: Record<string, string> | null = null;
  chunks: Buffer[] = [];
  bytes = 0;

  constructor(line: Line, lines: Lines, host: string, settle: (seen: Seen) => void) {
    this.line = line;
    this.lines = lines;
    this.host = host;
    this.settle = settle;
  }

  endBy(endsMs: number): void {
    const timedOut = () => this.cutOff(new DOMException("timed out", "TimeoutError"));
    this.timer = setTimeout(timedOut, Math.max(endsMs - performance.now(), 0));
  }

  onRequestStart(): void {
    this.reused = this.line.connection!.requests++ > 0;
    this.sentMs = performance.now();
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Interim replies decide nothing.
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
    this.lines.keep(this.line);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (!this.isOver) this.cutOff(error);
  }

  /** The status line decides, if there was one (service.md §6). */
  cutOff(reason?: Error): void {
    const failed = this.status === null ? this.failureOf(reason) : null;
    this.finish({ truncated: this.status !== null, failed });
    this.lines.end(this.line, reason);
  }

  failureOf(reason: unknown): Failure {
    return failureOf(reason, this.host, phaseOf(this.line.connection));
  }

  finish({ truncated, failed = null }: { truncated: boolean; failed?: Failure | null }): void {
    this.isOver = true;
    clearTimeout(this.timer);
    const { status, headers, host, sentMs, firstByteMs } = this;
    const { connection } = this.line;
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
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    // The database's JSON has no NUL.
    flat[name] = (Array.isArray(value) ? value.join(", ") : value).replaceAll("\0", "");
  }
  return flat;
}
