import { Hono, type Context as HonoContext } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  type Answer,
  canonicalHash,
  type IdempotentRequest,
  oncePrepared,
  type Renderer,
  scopedKey,
} from "#lib/domain/idempotency/index.ts";
import { fromReplica } from "#lib/domain/replicas/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { ApiMethod } from "#lib/kernel/vocabulary/methods.ts";
import { errorBody } from "./errors.ts";
import type { InternalApi, InternalRoute } from "./internal-api.ts";
import type { BodyOf } from "./internal-bodies.ts";
import type { FileRoute, ListPath } from "./internal-files.ts";
import type { ListNames, QueryNames } from "./internal-queries.ts";
import { REPLICA_READS } from "./replica-reads.ts";
import type { DashboardContext, DashboardEnv, DashboardMiddleware } from "./types.ts";

/** Exist in types only: they tie a context and a reply to their route. */
declare const VIEW: unique symbol;
declare const BODY: unique symbol;
declare const QUERY: unique symbol;

/** The context of a route whose query has at least these names. */
export type QueryContext<Name extends string> = DashboardContext & {
  readonly [QUERY]: (name: Name) => void;
};

/** The context of a route that takes this body, no wider and no narrower one. */
export type BodyContext<Body> = DashboardContext & {
  readonly [BODY]: <Given>() => Given extends Body ? true : false;
};

/** The context of a route that answers `View`. */
export type RouteContext<View, Path extends string = string> = HonoContext<DashboardEnv, Path> & {
  readonly [VIEW]: View;
};

/** A response whose body is `View` as JSON. */
export type Reply<View> = Response & { readonly [VIEW]: View };

/** Paths below `Base` that the map has for a method; the base itself is `/`. */
type PathUnder<
  Method extends string,
  Base extends string,
  Route = InternalRoute,
> = Route extends `${Method} ${Base}${infer Rest}`
  ? Rest extends ""
    ? "/"
    : Rest extends `/${string}`
      ? Rest
      : never
  : never;

type Joined<Base extends string, Path extends string> = Path extends "/" ? Base : `${Base}${Path}`;

type Handler<Route, Path extends string> = Route extends keyof InternalApi
  ? (
      c: RouteContext<InternalApi[Route], Path> &
        BodyContext<BodyOf<Route>> &
        QueryContext<QueryNames<Route>>,
    ) => Reply<InternalApi[Route]> | Promise<Reply<InternalApi[Route]>>
  : Route extends FileRoute
    ? (
        c: HonoContext<DashboardEnv, Path> & QueryContext<QueryNames<Route>>,
      ) => Response | Promise<Response>
    : never;

type HandlerAt<Method extends string, Base extends string, Path extends string> = Handler<
  `${Method} ${Joined<Base, Path>}`,
  Joined<Base, Path>
>;

type Register<Method extends string, Base extends string> = {
  <Path extends PathUnder<Method, Base>>(path: Path, handler: HandlerAt<Method, Base, Path>): void;
  <Path extends PathUnder<Method, Base>>(
    path: Path,
    step: DashboardMiddleware,
    handler: HandlerAt<Method, Base, Path>,
  ): void;
  <Path extends PathUnder<Method, Base>>(
    path: Path,
    first: DashboardMiddleware,
    second: DashboardMiddleware,
    handler: HandlerAt<Method, Base, Path>,
  ): void;
};

export type Routes<Base extends string = string> = {
  base: Base;
  app: Hono<DashboardEnv>;
  get: Register<"GET", Base>;
  post: Register<"POST", Base>;
  delete: Register<"DELETE", Base>;
};

/** Registers routes below `base`. Only paths of `InternalApi` compile, and only with a handler that replies with the
 *  view that the map has for them. */
export function routesAt<const Base extends string>(base: Base): Routes<Base> {
  const app = new Hono<DashboardEnv>();
  const register =
    (method: ApiMethod) =>
    (path: string, ...steps: unknown[]) => {
      const handlers = steps as DashboardMiddleware[];
      const handler = handlers.pop()!;
      const isRead = REPLICA_READS.has(`${method} ${path === "/" ? base : base + path}`);
      const last: DashboardMiddleware = isRead
        ? (c, next) => fromReplica(async () => await handler(c, next))
        : handler;
      app.on(method, [path], ...handlers, last);
    };
  return {
    base,
    app,
    get: register("GET"),
    post: register("POST"),
    delete: register("DELETE"),
  };
}

/** The export of a list has the query of the list. */
export function asList<Name extends string>(c: DashboardContext): QueryContext<Name> {
  return c as QueryContext<Name>;
}

/** The context of a list's read: its query holds the list's filters. */
export type ListContext<Path extends ListPath> = QueryContext<ListNames<Path>>;

/** Routes of a list that can be exported. */
export type ListRoutes = Routes<ListPath>;

/** Replies with the view of the route. */
export function reply<View>(
  c: RouteContext<View>,
  view: NoInfer<View>,
  status: ContentfulStatusCode = 200,
): Reply<View> {
  return send(c, JSON.stringify(view), status);
}

type Press<Result, View> = {
  /** A UUID that the screen creates when it opens the dialog. */
  attempt: string;
  /** The other parameters: a repeat with different ones is refused. */
  params: unknown;
  /** As in `canonicalHash`. */
  parts?: Readonly<Record<string, string>>;
  status?: ContentfulStatusCode;
  /** The reply shows a secret, so it is stored encrypted. */
  sensitive?: boolean;
  view: (result: Result) => NoInfer<View>;
};

/** Runs a verb once per `attempt`: a double click or a lost reply never does it twice, and each gets the stored reply.
 *  Refusals of the verb are stored, too. */
export async function replyOnce<Result, View>(
  c: RouteContext<View>,
  { attempt, params, parts, status = 200, sensitive, view }: Press<Result, View>,
  run: (request: IdempotentRequest, render: Renderer<Result>) => Promise<Answer>,
): Promise<Reply<View>> {
  const { pathname } = new URL(c.req.url);
  const request = {
    key: scopedKey("dashboard", attempt),
    requestHash: canonicalHash(c.req.method, pathname, params, parts),
  };
  const version = NEWEST_VERSION;
  const answer = await run(request, {
    result: (result) => ({ status, body: JSON.stringify(view(result)), version, sensitive }),
    refusal: (error) => ({
      status: error.status,
      body: JSON.stringify(errorBody(error, c.get("requestId"))),
      version,
    }),
  });
  return send(c, answer.body, answer.status as ContentfulStatusCode);
}

/** As `replyOnce`, for a verb that checks outside its transaction, as `oncePrepared`. */
export const replyPrepared = <Prepared extends object, Result, View>(
  c: RouteContext<View>,
  ctx: Context,
  press: Press<Result, View>,
  steps: Parameters<typeof oncePrepared<Prepared, Result>>[2],
): Promise<Reply<View>> =>
  replyOnce(c, press, (request, render) => oncePrepared(ctx, request, steps, render));

/** The only place that says what a body is: `reply` and `replyOnce` have checked it. */
function send<View>(c: DashboardContext, body: string, status: ContentfulStatusCode): Reply<View> {
  c.header("content-type", "application/json");
  return c.body(body, status) as Response as Reply<View>;
}
