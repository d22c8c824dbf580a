import type { StoredResponse } from "#lib/domain/idempotency/index.ts";
import { countKeyUse } from "#lib/domain/keys/index.ts";
import { fromReplica } from "#lib/domain/replicas/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { addressOf, type Context, clientOf } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { whileAllowed } from "#lib/kernel/streams.ts";
import { type Attributes, enterTrace } from "#lib/kernel/tracing.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import { downgradeParam, type Wire } from "#lib/wire/versions/index.ts";
import { expand } from "../expand/expand.ts";
import { expandAnswer } from "../expand/expand-answer.ts";
import {
  authenticate,
  checkAddress,
  checkAgain,
  checkMode,
  checkScope,
  resolveVersion,
} from "./authorise.ts";
import { type Call, callOf, type Handler } from "./call.ts";
import type { Compiled } from "./compile.ts";
import { renamed } from "./error-body.ts";
import type { Exchange, Step } from "./exchange.ts";
import { limitRate } from "./limit-rate.ts";
import { note } from "./note.ts";
import { identifyWrite, readParameters } from "./read-request.ts";
import { toErrorResponse, toResponse } from "./respond.ts";

/** The steps before the handler, in this order. The first that throws ends the request. */
const PIPELINE: readonly Step[] = [
  authenticate,
  resolveVersion,
  checkAddress,
  checkScope,
  checkMode,
  limitRate,
  readParameters,
  identifyWrite,
];

/** A route with its handler. */
export type Endpoint = { route: Route; handler: Handler<Route> };

/** Pairs a route with a handler whose `call` is typed by the route. */
export function endpoint<R extends Route>(route: R, handler: Handler<R>): Endpoint {
  return { route, handler: handler as unknown as Handler<Route> };
}

/** Answers one request to a known route; never throws. Continues the caller's trace, or begins one. */
export async function serve(
  { route, handler }: Endpoint,
  compiled: Compiled,
  request: Request,
  pathValues: Readonly<Record<string, string>>,
): Promise<Response> {
  const exchange = begin(route, compiled, request, pathValues);
  const name = `${request.method} ${route.path}`;
  const traceparent = request.headers.get("traceparent");
  const response = await enterTrace(name, { kind: "server", traceparent }, async (span) => {
    const answer = await run(exchange, handler)
      .catch((error) => toErrorResponse(exchange, error))
      .finally(() => exchange.leave?.());
    span.set(() => factsOf(exchange, answer));
    return answer;
  });
  count(exchange, response);
  note(exchange, response);
  return response;
}

/** Attributes of a call in a trace. */
function factsOf(
  { request, route, requestId, bearer }: Exchange,
  { status }: Response,
): Attributes {
  return {
    "http.request.method": request.method,
    "http.route": route.path,
    "http.response.status_code": status,
    "paydesk.request": requestId,
    ...(status >= 500 ? { "error.type": String(status) } : {}),
    ...(bearer ? { "paydesk.account": bearer.accountId, "paydesk.mode": bearer.mode } : {}),
  };
}

function begin(
  route: Route,
  compiled: Compiled,
  request: Request,
  pathValues: Readonly<Record<string, string>>,
): Exchange {
  return {
    request,
    route,
    compiled,
    requestId: newId("req"),
    pathValues,
    version: NEWEST_VERSION,
    bearer: null,
    ctx: undefined as unknown as Context,
    rate: null,
    params: {},
    query: {},
    body: {},
    batch: null,
    leave: null,
    expand: [],
    idempotency: null,
    lapsed: null,
    sent: null,
    answered: null,
    replayed: false,
    startedMs: nowMs(),
    startedAt: performance.now(),
  };
}

async function run(exchange: Exchange, handler: Handler<Route>): Promise<Response> {
  const { route } = exchange;
  for (const step of PIPELINE) {
    const pending = step(exchange);
    if (pending) await pending;
  }
  const call = callOf(exchange);
  // A file records its download, and reads from a replica by itself.
  const isList = route.bucket === "lists" && !route.file && !call.wantsCsv;
  const answer = () => handle(exchange, call, handler);
  const result = isList ? await fromReplica(answer) : await answer();
  if (result instanceof Response) return whileAllowed(result, () => checkAgain(exchange));
  const { ctx, idempotency, expand: paths } = exchange;
  if (exchange.compiled.isWrite) {
    const expanded = await expandAnswer(ctx, idempotency, result as StoredResponse, paths);
    return toResponse(exchange, expanded);
  }
  if (paths.length > 0) await expand(ctx, result as Wire, paths);
  return toResponse(exchange, call.render(result));
}

/** Verbs throw errors with the newest names; this renames their parameters to the caller's version. */
async function handle(exchange: Exchange, call: Call<Route>, handler: Handler<Route>) {
  try {
    return await handler(call);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { route, version } = exchange;
    throw renamed(error, downgradeParam(route.name, error.param ?? "", version));
  }
}

function count({ bearer, request, version, route }: Exchange, response: Response): void {
  if (!bearer) return;
  countKeyUse({
    accountId: bearer.accountId,
    keyId: bearer.keyId,
    isError: response.status >= 400,
    address: addressOf(request.headers),
    client: clientOf(request.headers),
    version,
    named: Boolean(request.headers.get("service-version")),
    route: route.name,
  });
}
