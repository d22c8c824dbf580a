import type { Server, ServerResponse } from "node:http";

/** Stops accepting connections, lets running responses finish for at most `patienceMs`, then cuts the rest. */
export type Drain = (patienceMs: number) => Promise<void>;

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
