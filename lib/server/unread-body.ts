import type { IncomingMessage, ServerResponse } from "node:http";

/** A smaller remainder is read and discarded, so that the connection serves the next request. */
const MOST_DRAINED_BYTES = 1_024 * 1_024;

/** Closes the connection with the response if a body over 1 MiB, or of unknown length, was not read completely:
 * refusals (429, 401, 404) are sent before the body is read. Reading a refused body would cost the event loop as
 * much as serving it. */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding === undefined && Number(length ?? 0) <= MOST_DRAINED_BYTES) return;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    // Node then sends `Connection: close`.
    if (!request.complete) response.shouldKeepAlive = false;
    return writeHead(...args);
  };
}
