import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Settings } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { type CompressedAssets, sendCompressed } from "./compressed-assets.ts";
import { settleOrigin } from "./forwarded.ts";
import { createTlsServer, proxyMatcher } from "./listener.ts";
import { type Area, createMetrics, type Reading } from "./metrics.ts";
import { answerOperations, isOperations, sendText } from "./operations.ts";
import type { Readiness } from "./readiness.ts";
import type { FetchApp } from "./screens.ts";
import { setCommonHeaders, setDocsHeaders, setScreenHeaders } from "./security-headers.ts";
import {
  closeIfUnread,
  isReadable,
  type Malformed,
  type MalformedAnswer,
  pathOf,
  refuseMalformed,
  repeatsKey,
  settleTarget,
} from "./strict-http.ts";
import { withTrailers } from "./trailers.ts";

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface FrontParts {
  settings: Pick<Settings, "tls" | "trustedProxy" | "metricsToken">;
  api: FetchApp;
  dashboard: FetchApp;
  /** Pages for payers. */
  hosted: FetchApp;
  /** Refuses plain HTTP with an API error. */
  plainHttp: FetchApp;
  /** Refuses unreadable requests with an API error. */
  malformed: MalformedAnswer;
  screens: NodeHandler;
  readiness: Readiness;
  /** Figures of the installation for `/metrics`. */
  readings?: readonly Reading[];
  /** Precompressed scripts and styles of the build. */
  assets?: CompressedAssets;
  /** The documentation: files that are the same for everybody. */
  docs?: DocsFiles;
  dev?: boolean;
}

interface DocsFiles {
  /** Sources of inline scripts that its pages may run. */
  scripts: string;
  has(request: IncomingMessage, path: string): boolean;
  send(path: string, exchange: { request: IncomingMessage; response: ServerResponse }): void;
}

function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

/** Pages for payers, and the URL that receives rail news. */
const HOSTED = ["/3d-secure", "/bank", "/hosted", "/rail/v1", "/.well-known/paydesk-books.json"];

function areaOf(path: string): Area {
  if (isUnder(path, "/v1")) return "api";
  if (isUnder(path, "/internal")) return "internal";
  if (HOSTED.some((prefix) => isUnder(path, prefix))) return "hosted";
  return isOperations(path) ? "operations" : "screens";
}

/** Answers `OPTIONS *`, which asks about the whole server. */
function answerForAll(response: ServerResponse): void {
  response.writeHead(204, { Allow: "GET, HEAD, POST, DELETE, OPTIONS" });
  response.end();
}

function createHandler(parts: FrontParts): NodeHandler {
  const metrics = createMetrics(parts.readiness, parts.readings);
  const isProxy = proxyMatcher(parts.settings.trustedProxy);
  const mustBeSecure = parts.settings.trustedProxy.length > 0;
  const dev = parts.dev ?? false;
  // The apps never throw: this handles requests without a usable URL.
  const options = { errorHandler: () => parts.malformed("unreadable") };
  const api = getRequestListener(withTrailers(parts.api), options);
  const refusal = getRequestListener(parts.plainHttp.fetch.bind(parts.plainHttp), options);
  const hosted = getRequestListener(parts.hosted.fetch.bind(parts.hosted), options);
  const dashboard = getRequestListener(withTrailers(parts.dashboard), options);
  return async (request, response) => {
    const started = performance.now();
    const path = pathOf(request.url ?? "/");
    const area = areaOf(path);
    const origin = settleOrigin(request, isProxy);
    response.once("finish", () => {
      metrics.observe(area, response.statusCode, (performance.now() - started) / 1_000);
    });
    setCommonHeaders(response, origin.secure);
    closeIfUnread(request, response);
    const exchange = { request, response, path, origin };
    try {
      if (isOperations(path)) {
        return await answerOperations({ ...exchange, path }, { ...parts, metrics });
      }
      if (mustBeSecure && !origin.secure) {
        // Refused before any key is read: credentials sent unencrypted are compromised.
        response.setHeader("Connection", "close");
        if (area === "api" || area === "internal") return await refusal(request, response);
        return sendText(response, 403, "Use https: plain HTTP is refused.");
      }
      if (path === "*") return answerForAll(response);
      if (repeatsKey(request)) return await refuseUnfit(response, parts.malformed, "keys_repeated");
      if (area === "api") return await api(request, response);
      if (!isReadable(path)) return await refuseUnfit(response, parts.malformed);
      if (area === "internal") return await dashboard(request, response);
      if (area === "hosted") return await hosted(request, response);
      if (parts.docs?.has(request, path)) {
        setDocsHeaders(response, parts.docs.scripts);
        return parts.docs.send(path, exchange);
      }
      // For scripts too, because the URL of a missing one is answered with a page.
      setScreenHeaders(request, response, dev);
      if (parts.assets && sendCompressed(parts.assets, path, exchange)) return;
      // The length of a compressed page would reveal which part of its text a link repeats (BREACH).
      if (origin.secure) delete request.headers["accept-encoding"];
      return await parts.screens(request, response);
    } catch (error) {
      log.error("request failed outside its app", { error, path, area });
      if (!response.headersSent) sendText(response, 500, "Something went wrong.");
      else response.destroy();
    }
  };
}

/** Answers a request that Node would refuse with a bare status, or that no app may get, with an API error, without
 * reading its body. */
async function refuseUnfit(
  response: ServerResponse,
  answer: MalformedAnswer,
  why: Malformed = "unreadable",
): Promise<void> {
  const { status, headers, body } = answer(why);
  response.writeHead(status, { ...Object.fromEntries(headers), Connection: "close" });
  response.end(body === null ? "" : await new Response(body).text());
}

/** Creates the one listener of the web process: `/v1`, `/internal` and payers' pages go to their apps, health and
 * metrics are answered here, everything else is a screen. With TLS configured it speaks only TLS 1.2 and newer;
 * behind a declared proxy it refuses what the proxy did not receive over https. */
export function createFront(parts: FrontParts): Server {
  const timeouts = {
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
    // Node would answer a missing Host with a bare 400.
    requireHostHeader: false,
  };
  const { tls } = parts.settings;
  const handle = createHandler(parts);
  const handler: NodeHandler = (request, response) =>
    settleTarget(request) ? handle(request, response) : refuseUnfit(response, parts.malformed);
  const server = tls ? createTlsServer(tls, timeouts, handler) : createServer(timeouts, handler);
  // Node would answer an unknown `Expect` with a bare 417.
  server.on("checkExpectation", (_, response) => refuseUnfit(response, parts.malformed));
  server.on("clientError", (error, socket) => refuseMalformed(error, socket, parts.malformed));
  return server;
}
