import { now } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { type ClientPool, createClientPool } from "./client-pool.ts";
import type { Certificate, Connection, ConnectRules } from "./connection.ts";
import type { Failure } from "./failures.ts";
import { type RequestResult, sendOn } from "./send-on.ts";

/** One deadline for name lookup, connection, TLS handshake and response (service.md §6, decisions §1). */
export const DEADLINE_MS = 10_000;
export type Timings = {
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  firstByteMs?: number;
  bodyMs?: number;
};

/** One HTTP request with its response or failure. */
export type HttpCall = {
  sentAt: Date;
  durationMs: number;
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
  truncated: boolean;
  /** Null when the response is 2xx. */
  failure: Failure | null;
  address: string | null;
  certificate: Certificate | null;
  timings: Timings;
};

export type Post = (message: {
  mode: Mode;
  url: string;
  headers: Record<string, string>;
  body: string;
}) => Promise<HttpCall>;

export type PostOptions = Pick<ConnectRules, "allowPrivate" | "ca" | "nameServers"> & {
  deadlineMs?: number;
  closedWithinMs?: number;
};

/** A server that had closed an idle connection says so within a round trip. One that breaks off later has the request. */
const CLOSED_WITHIN_MS = 1_000;

/**
 * Creates an HTTP client for deliveries. `post` never throws: every error becomes an `HttpCall` with a
 * failure. It follows no redirect, decompresses nothing, reads at most 64 KiB of the body and judges by the
 * status, even when the body never ends. It reaches private addresses only in test mode with
 * `allowPrivate`.
 */
export function createPoster(options: PostOptions): { post: Post; close(): Promise<void> } {
  const { deadlineMs = DEADLINE_MS, closedWithinMs = CLOSED_WITHIN_MS } = options;
  const pools = { test: poolFor("test", options), live: poolFor("live", options) };
  return {
    post: async ({ mode, url, headers, body }) => {
      const { origin, host, pathname, search } = new URL(url);
      const message = { host, path: pathname + search, headers, body };
      const pooled = await pools[mode].take(origin);
      const sentAt = now();
      const startedMs = performance.now();
      const endsMs = startedMs + deadlineMs;
      let result = await sendOn({ pooled, pool: pools[mode], message, endsMs });
      // The server closed the idle connection before it read the request, so a second try is no duplicate.
      if (result.reused && wasClosed(result, closedWithinMs)) {
        const fresh = pools[mode].open(origin);
        result = await sendOn({ pooled: fresh, pool: pools[mode], message, endsMs });
      }
      const { connection } = result;
      const endedMs = performance.now();
      return {
        status: result.status,
        headers: result.headers,
        body: result.body,
        truncated: result.truncated,
        failure: result.failure,
        sentAt,
        durationMs: Math.round(endedMs - startedMs),
        address: connection?.address ?? null,
        certificate: connection?.certificate ?? null,
        timings: timingsOf(result, endedMs),
      };
    },
    close: async () => {
      await Promise.all([pools.test.endAll(), pools.live.endAll()]);
    },
  };
}

/** Whether the kept connection had been closed before the request arrived. */
function wasClosed({ failure, sentMs }: RequestResult, withinMs: number): boolean {
  if (failure?.cause !== "connection_reset") return false;
  return sentMs === undefined || performance.now() - sentMs <= withinMs;
}

function poolFor(mode: Mode, options: PostOptions): ClientPool {
  return createClientPool({
    mode,
    allowPrivate: mode === "test" && options.allowPrivate,
    timeoutMs: options.deadlineMs ?? DEADLINE_MS,
    ca: options.ca,
    nameServers: options.nameServers,
  });
}

const round = (ms: number) => Math.round(ms * 10) / 10;

function timingsOf(
  { connection, reused, sentMs, firstByteMs }: RequestResult,
  endedMs: number,
): Timings {
  const timings: Timings = {};
  if (connection && !reused) phasesOf(connection, timings);
  if (firstByteMs === undefined) return timings;
  if (sentMs !== undefined) timings.firstByteMs = round(firstByteMs - sentMs);
  timings.bodyMs = round(endedMs - firstByteMs);
  return timings;
}

function phasesOf({ resolvedMs, connectedMs, securedMs }: Connection, timings: Timings): void {
  if (resolvedMs !== undefined) timings.dnsMs = round(resolvedMs);
  if (connectedMs !== undefined) timings.connectMs = round(connectedMs - (resolvedMs ?? 0));
  if (securedMs !== undefined) timings.tlsMs = round(securedMs - (connectedMs ?? 0));
}
