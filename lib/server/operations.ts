import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:http";
import type { Settings } from "#lib/kernel/env.ts";
import { type Origin, settleOrigin } from "./forwarded.ts";
import { createTlsServer, proxyMatcher } from "./listener.ts";
import { createMetrics, type Metrics, mayReadMetrics, type Reading } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";
import { pathOf } from "./strict-http.ts";

const PATHS = ["/healthz", "/readyz", "/metrics"] as const;
type Path = (typeof PATHS)[number];

/** Whether a path answers operators: health, readiness and metrics. */
export const isOperations = (path: string): path is Path =>
  (PATHS as readonly string[]).includes(path);

export type OperationsSettings = Pick<Settings, "trustedProxy" | "metricsToken">;

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(`${text}\n`);
}

/** Answers `/healthz`, `/readyz` and `/metrics`. */
export async function answerOperations(
  exchange: { request: IncomingMessage; response: ServerResponse; path: Path; origin: Origin },
  parts: { settings: OperationsSettings; readiness: Readiness; metrics: Metrics },
): Promise<void> {
  const { request, response, path, origin } = exchange;
  response.setHeader("Cache-Control", "no-store");
  if (path === "/healthz") return sendText(response, 200, "ok");
  if (path === "/readyz") {
    const why = await parts.readiness.whyNot();
    return why === null
      ? sendText(response, 200, "ready")
      : sendText(response, 503, `not ready: ${why}`);
  }
  if (mayReadMetrics(request, origin, parts.settings)) return await parts.metrics.send(response);
  response.setHeader("WWW-Authenticate", 'Bearer realm="metrics"');
  return sendText(response, 401, "A token is required.");
}

const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 10_000 };

/** A server for operators alone, for processes that serve nobody else. */
export function createOperationsServer(parts: {
  settings: OperationsSettings & Pick<Settings, "tls">;
  readiness: Readiness;
  readings?: readonly Reading[];
}): Server {
  const { settings, readiness } = parts;
  const metrics = createMetrics(readiness, parts.readings);
  const isProxy = proxyMatcher(settings.trustedProxy);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request.url ?? "/");
    if (!isOperations(path)) return sendText(response, 404, "There is nothing at this address.");
    const origin = settleOrigin(request, isProxy);
    await answerOperations({ request, response, path, origin }, { settings, readiness, metrics });
  };
  return settings.tls
    ? createTlsServer(settings.tls, TIMEOUTS, handle)
    : createServer(TIMEOUTS, handle);
}
