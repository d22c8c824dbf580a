import type { IncomingMessage, ServerResponse } from "node:http";

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Notes on each request for a screen which changes were known before its reads: the screen's stream resumes from there,
 *  so it reads again only if something changed since. Replaces what a visitor sent. */
export function withLiveCursor(handle: Handler, cursor: () => string): Handler {
  return (request, response) => {
    request.headers["x-paydesk-live"] = cursor();
    return handle(request, response);
  };
}
