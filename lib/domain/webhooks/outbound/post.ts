import { now } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Certificate } from "./certificate.ts";
import type { Connection, ConnectRules } from "./connection.ts";
import { exchangeOn, type Seen } from "./exchange.ts";
import type { Failure } from "./failures.ts";
import { createLines, type Lines } from "./lines.ts";

/** One deadline over name, connection, handshake and reply (service.md §6, decisions §1). */
export const DEADLINE_MS = 10_000;
export type Timings = {
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  firstByteMs?: number;
  bodyMs?: number;
};

export type Exchange = {
  sentAt: Date;
  durationMs: number;
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
  truncated: boolean;
  /** Null: delivered. */
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
}) => Promise<Exchange>;

export type PostOptions = Pick<ConnectRules, "allowPrivate" | "ca" | "nameServers"> & {
  deadlineMs?: number;
};

/**
 * A client for deliveries. It never throws: whatever happens is an `Exchange`. It never follows a
 * redirect, never decompresses, reads at most 64 KiB, and lets the status line decide even when
 * the body never ends. Private addresses are reachable in test mode only, and where allowed.
 */
export function createPoster(options: PostOptions): { post: Post; close(): Promise<void> } {
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const lines = { test: linesFor("test", options), live: linesFor("live", options) };
  return {
    post: async ({ mode, url, headers, body }) => {
      const { origin, host, pathname, search } = new URL(url);
      const message = { host, path: pathname + search, headers, body };
      const line = await lines[mode].take(origin);
      const sentAt = now();
      const startedMs = performance.now();
      const endsMs = startedMs + deadlineMs;
      let seen = await exchangeOn({ line, lines: lines[mode], message, endsMs });
      // The server had closed the kept connection while we wrote: it never saw the request.
      if (seen.failure?.cause === "connection_reset" && seen.reused) {
        const fresh = lines[mode].open(origin);
        seen = await exchangeOn({ line: fresh, lines: lines[mode], message, endsMs });
      }
      const { connection, reused, sentMs, firstByteMs, ...outcome } = seen;
      const endedMs = performance.now();
      return {
        ...outcome,
        sentAt,
        durationMs: Math.round(endedMs - startedMs),
        address: connection?.address ?? null,
        certificate: connection?.certificate ?? null,
        timings: timingsOf(seen, endedMs),
      };
    },
    close: async () => {
      await Promise.all([lines.test.endAll(), lines.live.endAll()]);
    },
  };
}

function linesFor(mode: Mode, options: PostOptions): Lines {
  return createLines({
    mode,
    allowPrivate: mode === "test" && options.allowPrivate,
    timeoutMs: options.deadlineMs ?? DEADLINE_MS,
    ca: options.ca,
    nameServers: options.nameServers,
  });
}

const round = (ms: number) => Math.round(ms * 10) / 10;

function timingsOf({ connection, reused, sentMs, firstByteMs }: Seen, endedMs: number): Timings {
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
