import type { Server, ServerResponse } from "node:http";

/** Stops accepting, lets answers under way finish for at most `patienceMs`, then cuts the rest. */
export type Drain = (patienceMs: number) => Promise<void>;

/** Follows a server's open responses from now on, so that it can be emptied. Endless ones (server-sent
 *  events) are ended at once: their clients reconnect elsewhere. */
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
    // A connection that was mid-answer stays open for reuse when the answer is done.
    const sweeper = setInterval(() => server.closeIdleConnections(), 100);
    await closed;
    clearTimeout(timer);
    clearInterval(sweeper);
  };
}
