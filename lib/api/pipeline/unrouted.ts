import { nowMs } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { excerpt } from "#lib/kernel/log.ts";
import { isReleased, NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import { recogniseBearer } from "./authorise.ts";
import { note } from "./note.ts";
import { commonHeaders, toErrorResponse } from "./respond.ts";

/** The properties of a route that answers to OPTIONS and wrong methods need. */
export type KnownRoute = Pick<Route, "method" | "path" | "cors">;

/** Answers a request that no route matched: an unknown path, a known path with another method, or OPTIONS. Needs no
 * key, because the OpenAPI document is public. */
export async function answerUnrouted(
  request: Request,
  known: readonly KnownRoute[],
): Promise<Response> {
  const wanted = request.headers.get("service-version") ?? "";
  const exchange = {
    request,
    requestId: newId("req"),
    version: isReleased(wanted) ? wanted : NEWEST_VERSION,
    startedMs: nowMs(),
    startedAt: performance.now(),
    answered: null,
  };
  const response = answer(exchange, known);
  if (request.method === "OPTIONS") return response;
  // Logged, so that developers can find mistyped paths.
  note({ ...exchange, bearer: await recogniseBearer(request) }, response);
  return response;
}

type Unrouted = Parameters<typeof commonHeaders>[0] & { request: Request };

function answer(exchange: Unrouted, known: readonly KnownRoute[]): Response {
  const { request } = exchange;
  const path = pathOf(request.url);
  const routes = known.filter((route) => matches(route.path, path));
  if (routes.length === 0) {
    const shown = excerpt(path, 120);
    const message = `There is no ${request.method} ${shown} in this API.`;
    return toErrorResponse(exchange, new ApiError("resource_missing", message));
  }
  const methods = routes.map(({ method }) => method.toUpperCase());
  if (methods.includes("GET")) methods.push("HEAD");
  const allow = [...methods, "OPTIONS"].join(", ");
  if (request.method === "OPTIONS") return answerOptions(exchange, routes, allow);
  const message = `This path does not support ${request.method}. It supports ${allow}.`;
  const error = new ApiError("method_not_allowed", message, { headers: { Allow: allow } });
  return toErrorResponse(exchange, error);
}

function answerOptions(
  exchange: Parameters<typeof commonHeaders>[0],
  routes: readonly KnownRoute[],
  allow: string,
): Response {
  const { "Content-Type": _, ...headers } = commonHeaders(exchange);
  headers.Allow = allow;
  const open = routes.filter((route) => route.cors);
  if (open.length > 0) {
    headers["Access-Control-Allow-Origin"] = "*";
    headers["Access-Control-Allow-Methods"] = open
      .map(({ method }) => method.toUpperCase())
      .join(", ");
    headers["Access-Control-Allow-Headers"] =
      "Authorization, Content-Type, Idempotency-Key, Service-Version";
    headers["Access-Control-Max-Age"] = "7200";
  }
  return new Response(null, { status: 204, headers });
}

function pathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname;
}

function matches(routePath: string, path: string): boolean {
  const wanted = routePath.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith("{") ? given[i] !== "" : part === given[i]))
  );
}
