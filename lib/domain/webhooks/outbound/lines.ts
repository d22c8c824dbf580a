import type { Client } from "undici";
import { undici } from "#lib/kernel/undici.ts";
import {
  type Connect,
  type Connection,
  type ConnectRules,
  webhookConnector,
} from "./connection.ts";

/** An HTTP client that has one connection and sends one request at a time on it. */
export type Line = {
  origin: string;
  client: Client;
  /** The latest: a line whose server closed it opens another one. */
  connection?: Connection;
};

export type LineLimits = {
  /** Connections kept open for later, over all hosts. */
  idle: number;
  /** Connections that are being opened at one time … */
  opening: number;
  /** … of which one that takes longer than this no longer counts: it waits, and costs nothing. */
  openingMs: number;
};

const LIMITS: LineLimits = { idle: 512, opening: 64, openingMs: 250 };

/** How every client is made. */
export const CLIENT = {
  pipelining: 1,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 30_000,
  // The deadline is the exchange's alone.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 32 * 1024,
} as const;

export type Lines = {
  /** A line that was kept, or else a new one; waits while too many are being opened. */
  take(origin: string): Promise<Line>;
  /** A new line, at once. */
  open(origin: string): Line;
  /** Whoever took it is done, and its connection can be used again. */
  keep(line: Line): void;
  /** Ends a line, and fails with `reason` what is under way on it. */
  end(line: Line, reason?: Error): void;
  endAll(): Promise<void>;
};

/**
 * Lines to any number of hosts. undici's own pools are for few hosts: each has a queue of 20 KB, and
 * nothing bounds how many connections they all keep.
 */
export function createLines(rules: ConnectRules, limits: LineLimits = LIMITS): Lines {
  const connect = webhookConnector(rules);
  const open = new Set<Line>();
  /** By host; each line stands in `idleOldest` too, the one that has been idle for longest first. */
  const idle = new Map<string, Line[]>();
  const idleOldest = new Set<Line>();
  const waiting = new Set<{ origin: string; go(line: Line): void }>();
  let opening = 0;

  const forget = (line: Line) => {
    if (!idleOldest.delete(line)) return;
    const those = idle.get(line.origin)!;
    if (those.length > 1) those.splice(those.indexOf(line), 1);
    else idle.delete(line.origin);
  };
  const end = (line: Line, reason?: Error) => {
    forget(line);
    open.delete(line);
    void line.client.destroy(reason ?? null);
  };
  const opened = () => {
    opening--;
    const [next] = waiting;
    if (!next || opening >= limits.opening) return;
    waiting.delete(next);
    next.go(openLine(next.origin));
  };
  const openLine = (origin: string): Line => {
    opening++;
    const line = { origin } as Line;
    line.client = clientOf(line, connect, limits.openingMs, opened);
    line.client.on("disconnect", () => {
      if (idleOldest.has(line)) end(line);
    });
    open.add(line);
    return line;
  };

  return {
    async take(origin) {
      const those = idle.get(origin);
      const kept = those?.at(-1);
      if (kept) {
        forget(kept);
        return kept;
      }
      if (opening < limits.opening) return openLine(origin);
      return await new Promise((go) => waiting.add({ origin, go }));
    },
    open: openLine,
    keep(line) {
      if (!open.has(line)) return;
      for (const each of waiting) {
        if (each.origin !== line.origin) continue;
        waiting.delete(each);
        each.go(line);
        return;
      }
      const those = idle.get(line.origin);
      if (those) those.push(line);
      else idle.set(line.origin, [line]);
      idleOldest.add(line);
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

/** `onOpened` hears once that opening it no longer costs anything: it is open, failed, or takes long. */
function clientOf(line: Line, connect: Connect, openingMs: number, onOpened: () => void): Client {
  let counts = true;
  const opened = () => {
    if (!counts) return;
    counts = false;
    clearTimeout(timer);
    onOpened();
  };
  const timer = setTimeout(opened, openingMs);
  const onBegin = (connection: Connection) => {
    line.connection = connection;
  };
  return new (undici().Client)(line.origin, {
    connect: (target, callback) =>
      connect(target, onBegin, (...result) => {
        opened();
        callback(...result);
      }),
    ...CLIENT,
  });
}
