import { type IncomingMessage, request as openRequest, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

const HOST = "127.0.0.1";

/** Forwards requests for screens to Next's own process on a local port. For development only: Next keeps its compiled
 * screens while the web process restarts. Headers already set on the response are kept. */
export function createScreensProxy(port: number) {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url, headers } = request;
    const inner = openRequest({ host: HOST, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { "Content-Type": "text/plain" }).end("Next is not running.\n");
    });
    response.on("close", () => inner.destroy());
    request.pipe(inner);
  };

  /** Forwards a WebSocket, which Next uses to reload changed screens. */
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const inner = connect(port, HOST, () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let i = 0; i < request.rawHeaders.length; i += 2) {
        lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
      }
      inner.write(`${lines.join("\r\n")}\r\n\r\n`);
      inner.write(head);
      inner.pipe(socket).pipe(inner);
    });
    inner.on("error", () => socket.destroy());
    socket.on("error", () => inner.destroy());
  };

  return { handle, upgrade };
}
