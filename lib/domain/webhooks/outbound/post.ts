import { Agent, type Dispatcher, request } from "undici";
import { now } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Certificate } from "./certificate.ts";
import {
  type ConnectRules,
  type Observation,
  observed,
  phaseOf,
  webhookConnector,
} from "./connection.ts";
import { type Failure, failureOf, failureOfStatus } from "./failures.ts";

/** One deadline over name, connection, handshake and reply (service.md §6, decisions §1). */
export const DEADLINE_MS = 10_000;
/** What is kept of a reply's body. */
export const BODY_CAP_BYTES = 64 * 1024;

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
type Outcome = Omit<Exchange, "sentAt" | "durationMs" | "timings" | "address" | "certificate">;

/**
 * A client for deliveries. It never throws: whatever happens is an `Exchange`. It never follows a
 * redirect, never decompresses, reads at most 64 KiB, and lets the status line decide even when
 * the body never ends. Private addresses are reachable in test mode only, and where allowed.
 */
export function createPoster(options: PostOptions): { post: Post; close(): Promise<void> } {
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const agents = { test: agentsFor("test", options), live: agentsFor("live", options) };
  const all = [agents.test, agents.live].flatMap(({ pooled, fresh }) => [pooled, fresh]);
  return {
    post: async ({ mode, url, headers, body }) => {
      const sentAt = now();
      const startedMs = performance.now();
      const deadline = startDeadline(deadlineMs);
      const { signal } = deadline;
      const observation: Observation = { reused: false };
      const send = (dispatcher: Dispatcher) =>
        exchange({ url, headers, body, signal, dispatcher, observation });
      let outcome = await send(agents[mode].pooled);
      // The server had closed the kept connection while we wrote: it never saw the request.
      if (outcome.failure?.cause === "connection_reset" && observation.reused) {
        Object.assign(observation, { reused: false, connection: undefined, sentMs: undefined });
        outcome = await send(agents[mode].fresh);
      }
      deadline.end();
      const { firstByteMs, bodyMs, ...rest } = outcome;
      return {
        ...rest,
        sentAt,
        durationMs: Math.round(performance.now() - startedMs),
        address: observation.connection?.address ?? null,
        certificate: observation.connection?.certificate ?? null,
        timings: timingsOf(observation, firstByteMs, bodyMs),
      };
    },
    close: async () => {
      await Promise.all(all.map((agent) => agent.destroy()));
    },
  };
}

/** `AbortSignal.timeout` would keep all that hangs on a request until the deadline, long after its answer. */
function startDeadline(ms: number): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException("timed out", "TimeoutError")),
    ms,
  );
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

function agentsFor(mode: Mode, options: PostOptions): { pooled: Agent; fresh: Agent } {
  const connect = webhookConnector({
    mode,
    allowPrivate: mode === "test" && options.allowPrivate,
    timeoutMs: options.deadlineMs ?? DEADLINE_MS,
    ca: options.ca,
    nameServers: options.nameServers,
  });
  // The deadline is the signal's alone.
  const common = { connect, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 32 * 1024 };
  return {
    pooled: new Agent({ ...common, pipelining: 1, keepAliveTimeout: 4_000 }),
    fresh: new Agent({ ...common, pipelining: 0 }),
  };
}

async function exchange(args: {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  dispatcher: Dispatcher;
  observation: Observation;
}): Promise<Outcome & { firstByteMs?: number; bodyMs?: number }> {
  const { url, headers, body, signal, dispatcher, observation } = args;
  const host = new URL(url).host;
  try {
    const response = await observed.run(observation, () =>
      request(url, { method: "POST", headers, body, signal, dispatcher }),
    );
    const firstByteAt = performance.now();
    const read = await readToCap(response.body);
    const flat = flatten(response.headers);
    return {
      status: response.statusCode,
      headers: flat,
      ...read,
      failure: failureOfStatus(response.statusCode, host, flat.location),
      firstByteMs: observation.sentMs === undefined ? undefined : firstByteAt - observation.sentMs,
      bodyMs: performance.now() - firstByteAt,
    };
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error;
    const failed = failureOf(reason, host, phaseOf(observation));
    return { status: null, headers: null, body: null, truncated: false, failure: failed };
  }
}

/** Reads until the cap, the end, or the deadline; what came is kept, the rest is cut. */
async function readToCap(
  stream: Dispatcher.ResponseData["body"],
): Promise<{ body: Buffer; truncated: boolean }> {
  stream.on("error", () => {});
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, BODY_CAP_BYTES - bytes));
      bytes += chunk.length;
      if (bytes > BODY_CAP_BYTES) return { body: Buffer.concat(chunks), truncated: true };
    }
    return { body: Buffer.concat(chunks), truncated: false };
  } catch {
    return { body: Buffer.concat(chunks), truncated: true };
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

const round = (ms: number) => Math.round(ms * 10) / 10;

function timingsOf(observation: Observation, firstByteMs?: number, bodyMs?: number): Timings {
  const timings: Timings = {};
  const { connection, reused } = observation;
  if (connection && !reused) {
    const { resolvedMs, connectedMs, securedMs } = connection;
    if (resolvedMs !== undefined) timings.dnsMs = round(resolvedMs);
    if (connectedMs !== undefined) timings.connectMs = round(connectedMs - (resolvedMs ?? 0));
    if (securedMs !== undefined) timings.tlsMs = round(securedMs - (connectedMs ?? 0));
  }
  if (firstByteMs !== undefined) timings.firstByteMs = round(firstByteMs);
  if (bodyMs !== undefined) timings.bodyMs = round(bodyMs);
  return timings;
}
