import { type IncomingMessage, request as openRequest, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import type NextModule from "next";

/** Next's own process in development. */
const HOST = "127.0.0.1";

/** Prepares Next to render screens in this process. `dev` compiles them on request. */
export async function prepareScreens(options: { dev: boolean; hostname: string; port: number }) {
  // Next is CommonJS, and its types describe a default export that Node does not provide.
  const next = createRequire(import.meta.url)("next") as typeof NextModule;
  const screens = next({ ...options, dir: join(import.meta.dirname, "..", "..") });
  await screens.prepare();
  return screens;
}

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

/** Calls the dashboard's API in process, without a socket but with the same handlers and session rules as for a
 * browser. `path` begins with `/internal`; pass the visitor's cookie in `init`. */
type InternalFetch = (path: string, init?: RequestInit) => Promise<Response>;

declare global {
  /** Set by the server before Next renders anything. Next bundles its own copy of modules, so a server component
   * reaches the server's modules only by this global. */
  var __paydeskInternalFetch: InternalFetch | undefined;
}

/** The interface of both Hono apps. */
export interface FetchApp {
  fetch(request: Request, bindings?: unknown): Response | Promise<Response>;
}

/** Gives server components access to the dashboard's API. */
export function installInternalFetch(dashboard: FetchApp, publicUrl: string): void {
  globalThis.__paydeskInternalFetch = async (path, init) => {
    if (!path.startsWith("/internal")) throw new Error(`${path} is not a path of /internal`);
    return await dashboard.fetch(new Request(new URL(path, publicUrl), init));
  };
}
