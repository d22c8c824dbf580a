import type { ServerResponse } from "node:http";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Trailers, trailersOf } from "#lib/kernel/file-response.ts";
import { log } from "#lib/kernel/log.ts";
import type { FetchApp } from "./screens.ts";

/** The adapter's bindings; it never uses HTTP/2 here. */
type Bindings = HttpBindings | Http2Bindings;

/** Adds trailers to an app's responses, because the adapter to Node sends none. */
export function withTrailers(app: FetchApp) {
  return async (request: Request, bindings: Bindings): Promise<Response> => {
    const response = await app.fetch(request, bindings);
    const trailers = trailersOf(request);
    if (!trailers || !response.body) return response;
    await send(response, trailers, bindings.outgoing as ServerResponse);
    return RESPONSE_ALREADY_SENT;
  };
}

async function send(response: Response, trailers: Trailers, outgoing: ServerResponse) {
  const reader = response.body!.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  outgoing.once("close", stop);
  if (outgoing.destroyed) return stop();
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("Set-Cookie", cookies);
  // HTTP/1.0 has no chunked encoding and no trailers: the end of the connection is the end of the body.
  const isChunked = outgoing.req.httpVersion === "1.1";
  outgoing.writeHead(response.status, isChunked ? { Trailer: trailers.names.join(", ") } : {});
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (await isWritten(outgoing, value)) trailers.sent(value);
    }
    if (outgoing.destroyed) return;
    if (isChunked) outgoing.addTrailers(trailers.values());
    outgoing.end();
  } catch (error) {
    // Cut off without the final chunk, or reset where there are no chunks, so that clients see it as incomplete.
    if (!outgoing.destroyed) log.error("response aborted", { error });
    // TLS has an end of its own, without which the client sees the same.
    const { socket } = outgoing;
    if (!isChunked && socket && !("encrypted" in socket)) socket.resetAndDestroy();
    outgoing.destroy();
  } finally {
    outgoing.off("close", stop);
  }
}

/** Resolves when the system has accepted the bytes, so that nothing is buffered here; false if the client is gone. */
function isWritten(outgoing: ServerResponse, bytes: Uint8Array): Promise<boolean> {
  if (outgoing.destroyed) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const isGone = () => resolve(false);
  outgoing.once("close", isGone);
  outgoing.write(bytes, (error) => {
    outgoing.off("close", isGone);
    resolve(!error);
  });
  return promise;
}
