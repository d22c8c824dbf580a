import type { IncomingMessage, ServerResponse } from "node:http";

/** A smaller rest is read and thrown away, so that the connection serves the next request. */
const MOST_DRAINED_BYTES = 1_024 * 1_024;

/**
 * Ends the connection with the answer where a body of more than 1 MiB, or of unknown length, was not read to its end: refusals
 * (429, 401, 404) come before the body. Reading what is refused would cost the event loop as much as serving it.
 */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding === undefined && Number(length ?? 0) <= MOST_DRAINED_BYTES) return;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    // Node then writes `Connection: close` itself.
    if (!request.complete) response.shouldKeepAlive = false;
    return writeHead(...args);
  };
}
