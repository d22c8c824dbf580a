import type { Client } from "undici";
import { undici } from "#lib/kernel/undici.ts";
import {
  type Connect,
  type Connection,
  type ConnectRules,
  webhookConnector,
} from "./connection.ts";

/** An HTTP client with one connection and at most one request on it at a time. */
export type PooledClient = {
  origin: string;
  client: Client;
  /** The latest connection: the client opens another one when the server has closed it. */
  connection?: Connection;
};

export type PoolLimits = {
  /** Idle connections kept open, over all hosts. */
  idle: number;
  /** Connections being opened at a time. */
  opening: number;
  /** A connection that takes longer than this to open no longer counts: it only waits and uses no CPU. */
  openingMs: number;
};

const LIMITS: PoolLimits = { idle: 512, opening: 64, openingMs: 250 };

/** Options of every client. */
export const CLIENT = {
  pipelining: 1,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 30_000,
  // `sendOn` enforces the deadline.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 32 * 1024,
} as const;

export type ClientPool = {
  /** Takes an idle client or opens one; waits while `opening` connections are being opened. */
  take(origin: string): Promise<PooledClient>;
  /** Opens a client without waiting for the limit. */
  open(origin: string): PooledClient;
  /** Returns a client whose connection can be used again. */
  keep(pooled: PooledClient): void;
  /** Closes a client; its pending request fails with `reason`. */
  end(pooled: PooledClient, reason?: Error): void;
  endAll(): Promise<void>;
};

/**
 * HTTP clients for any number of hosts. undici's own pools suit few hosts: each needs 20 KB for its queue, and
 * nothing limits the number of connections over all pools.
 */
export function createClientPool(rules: ConnectRules, limits: PoolLimits = LIMITS): ClientPool {
  const connect = webhookConnector(rules);
  const open = new Set<PooledClient>();
  /** By origin. `idleOldest` holds the same clients, longest idle first. */
  const idle = new Map<string, PooledClient[]>();
  const idleOldest = new Set<PooledClient>();
  const waiting = new Set<{ origin: string; go(pooled: PooledClient): void }>();
  let opening = 0;

  const forget = (pooled: PooledClient) => {
    if (!idleOldest.delete(pooled)) return;
    const those = idle.get(pooled.origin)!;
    if (those.length > 1) those.splice(those.indexOf(pooled), 1);
    else idle.delete(pooled.origin);
  };
  const end = (pooled: PooledClient, reason?: Error) => {
    forget(pooled);
    open.delete(pooled);
    void pooled.client.destroy(reason ?? null);
  };
  const opened = () => {
    opening--;
    const [next] = waiting;
    if (!next || opening >= limits.opening) return;
    waiting.delete(next);
    next.go(openClient(next.origin));
  };
  const openClient = (origin: string): PooledClient => {
    opening++;
    const pooled = { origin } as PooledClient;
    pooled.client = clientOf(pooled, connect, limits.openingMs, opened);
    pooled.client.on("disconnect", () => {
      if (idleOldest.has(pooled)) end(pooled);
    });
    open.add(pooled);
    return pooled;
  };

  return {
    async take(origin) {
      const those = idle.get(origin);
      const kept = those?.at(-1);
      if (kept) {
        forget(kept);
        return kept;
      }
      if (opening < limits.opening) return openClient(origin);
      return await new Promise((go) => waiting.add({ origin, go }));
    },
    open: openClient,
    keep(pooled) {
      if (!open.has(pooled)) return;
      for (const each of waiting) {
        if (each.origin !== pooled.origin) continue;
        waiting.delete(each);
        each.go(pooled);
        return;
      }
      const those = idle.get(pooled.origin);
      if (those) those.push(pooled);
      else idle.set(pooled.origin, [pooled]);
      idleOldest.add(pooled);
      const [oldest] = idleOldest;
      if (idleOldest.size > limits.idle) end(oldest!);
    },
    end,
    async endAll() {
      await Promise.all([...open].map(({ client }) => client.destroy()));
      for (const each of [open, idle, idleOldest]) each.clear();
    },
  };
}

/** Calls `onOpened` once: when the first connection is open, has failed or takes longer than `openingMs`. */
function clientOf(
  pooled: PooledClient,
  connect: Connect,
  openingMs: number,
  onOpened: () => void,
): Client {
  let counts = true;
  const opened = () => {
    if (!counts) return;
    counts = false;
    clearTimeout(timer);
    onOpened();
  };
  const timer = setTimeout(opened, openingMs);
  const onBegin = (connection: Connection) => {
    pooled.connection = connection;
  };
  return new (undici().Client)(pooled.origin, {
    connect: (target, callback) =>
      connect(target, onBegin, (...result) => {
        opened();
        callback(...result);
      }),
    ...CLIENT,
  });
}
