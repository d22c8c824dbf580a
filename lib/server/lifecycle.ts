import type { Server, ServerResponse } from "node:http";
import { log } from "#lib/kernel/log.ts";

/** Exit code for a wrong setting: a restart would not help. */
export const EXIT_CONFIG = 78;

const LIMIT_MS = 15_000;

interface Lifecycle {
  /** Tells the launcher that this process is ready. */
  ready(): void;
}

/** Ends a server process with its launcher: on SIGTERM, SIGINT, SIGHUP, or when the launcher is gone, `stop` runs
 * once and the process exits, 15 s after its `delayMs` at the latest. An uncaught error ends the process too, and the
 * launcher starts a new one. */
export function manageLifecycle(stop: () => Promise<void>, delayMs = 0): Lifecycle {
  let stopping = false;
  const leave = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.debug("stopping", { reason });
    setTimeout(() => process.exit(1), LIMIT_MS + delayMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error("stopping failed", { error });
        process.exit(1);
      },
    );
  };
  const crash = (error: unknown) => {
    log.error("uncaught error, exiting", { error });
    process.exit(1);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => leave(signal));
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  if (process.channel) {
    process.on("disconnect", () => leave("the launcher is gone"));
    process.on("message", (message) => {
      if (message === "stop") leave("the launcher asked");
    });
  }
  return { ready: () => process.send?.("ready") };
}

/** Stops accepting connections, lets running responses finish for at most `patienceMs`, then cuts the rest. */
type Drain = (patienceMs: number) => Promise<void>;

/** Tracks a server's open responses so that it can drain. Server-sent event streams are ended immediately: their
 * clients reconnect elsewhere. */
export function trackResponses(server: Server): Drain {
  const open = new Set<ServerResponse>();
  server.prependListener("request", (_request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return async (patienceMs) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const response of open) {
      const type = String(response.getHeader("content-type") ?? "");
      if (type.startsWith("text/event-stream")) response.destroy();
      else if (!response.headersSent) response.setHeader("Connection", "close");
    }
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), patienceMs);
    // A connection with a running response stays open for reuse when the response ends.
    const sweeper = setInterval(() => server.closeIdleConnections(), 100);
    await closed;
    clearTimeout(timer);
    clearInterval(sweeper);
  };
}
