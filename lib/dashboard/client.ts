import type { ApiMethod } from "#lib/kernel/vocabulary/methods.ts";
import type { BodyOf } from "./internal-bodies.ts";
import type { QueryOf } from "./internal-queries.ts";
/** How the dashboard's screens call `/internal`: in the browser over fetch, on the server in process (see
 *  `app/server-data.tsx`). `InternalApi` has every path and its view. Views carry amounts as decimal strings. */

import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { InternalApi, ParamOf, PathOf } from "./internal-api.ts";
import type { FileRoute } from "./internal-files.ts";

/** The query of an address. */
export type Params = Record<string, string | number | boolean | null | undefined>;
/** Values that fill a path: `{ mode, id }` for `/:mode/payments/:id`. */
export type PathParams<Path extends string> = [ParamOf<Path>] extends [never]
  ? Record<string, never>
  : Readonly<Record<ParamOf<Path>, string>>;
/** Path parameters, left out where there are none, and one more argument. */
type Args<Path extends string, More> = [ParamOf<Path>] extends [never]
  ? [params?: Record<string, never>, more?: More]
  : [params: PathParams<Path>, more?: More];

/** A body as a screen may send it: also one that it may not change itself. */
type Sent<Body> = Body extends readonly (infer Each)[]
  ? readonly Sent<Each>[]
  : Body extends object
    ? { readonly [Name in keyof Body]: Sent<Body[Name]> }
    : Body;

/** A body; left out where the route takes none, or where every field is optional. */
type BodyArgs<Body> = [Body] extends [undefined]
  ? []
  : Record<string, never> extends Body
    ? [body?: Sent<Body>]
    : [body: Sent<Body>];

type Transport = (path: string, init: RequestInit) => Promise<Response>;

/** A refusal or failure of `/internal`, in the API's own terms. */
export class RequestFailed extends Error {
  readonly status: number;
  readonly code: string;
  /** The field at fault, to be shown beside it. */
  readonly param: string | undefined;
  /** The id to quote to support. */
  readonly requestId: string | null;
  /** The page about the code, if it is one of the API. */
  readonly docs: string | null;

  constructor(status: number, requestId: string | null, error: Partial<ErrorBody> = {}) {
    super(error.message ?? "The service did not answer as expected.");
    this.name = "RequestFailed";
    this.status = status;
    this.code = error.code ?? "gateway_error";
    this.param = error.param;
    this.requestId = error.request_id ?? requestId;
    this.docs = error.docs ?? null;
  }
}

type ErrorBody = { code: string; message: string; param: string; request_id: string; docs: string };

/** Typed by `InternalApi`: the path says what is answered. Every call throws `RequestFailed` for anything but a 2xx. */
export type Client = {
  get<Path extends PathOf<"GET">>(
    path: Path,
    ...args: Args<Path, QueryOf<`GET ${Path}`>>
  ): Promise<InternalApi[`GET ${Path}`]>;
  post<Path extends PathOf<"POST">>(
    path: Path,
    params: PathParams<Path>,
    ...body: BodyArgs<BodyOf<`POST ${Path}`>>
  ): Promise<InternalApi[`POST ${Path}`]>;
  delete<Path extends PathOf<"DELETE">>(path: Path): Promise<InternalApi[`DELETE ${Path}`]>;
  /** The answer to a read. */
  answer(key: ReadKey, signal?: AbortSignal): Promise<unknown>;
};

/** Fills a path: `/:mode/payments/:id` → `/test/payments/pay_…`. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** `/payments`, `{status: "failed"}` → `/internal/payments?status=failed`; empty values are left out. */
export function internalPath(path: string, params: Params = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== "") query.set(key, String(value));
  }
  const text = query.toString();
  return `/internal${path}${text ? `?${text}` : ""}`;
}

/** The address of a file or stream, for links. */
export const fileAddress = <Path extends PathOf<"GET", FileRoute>>(
  path: Path,
  params: PathParams<Path>,
  query?: QueryOf<`GET ${Path}`>,
): string => internalPath(fillPath(path, params), query);

type Send = (
  method: ApiMethod,
  address: string,
  more?: { body?: unknown; signal?: AbortSignal },
) => Promise<unknown>;

/** A client over any transport. */
export const makeClient = (transport: Transport): Client => typed(sendOver(transport));

const sendOver =
  (transport: Transport): Send =>
  async (method, address, { body, signal } = {}) => {
    const response = await transport(address, initOf(method, body, signal));
    const requestId = response.headers.get("service-request-id");
    const text = await response.text();
    const answer = text ? parse(text) : undefined;
    if (!response.ok) {
      const error = (answer as { error?: Partial<ErrorBody> } | undefined)?.error;
      throw new RequestFailed(response.status, requestId, error);
    }
    return answer;
  };

function initOf(method: string, body: unknown, signal: AbortSignal | undefined): RequestInit {
  if (method === "GET") return { headers: { accept: "application/json" }, signal };
  if (method === "DELETE") return { method, headers: OURS };
  const headers = { ...OURS, "content-type": "application/json" };
  return { method, headers, body: JSON.stringify(body ?? {}) };
}

/** The only place that says which view an answer is: the routes reply by the same map. */
function typed(send: Send): Client {
  return {
    get: (path, ...[params = {}, query]) =>
      send("GET", internalPath(fillPath(path, params), query)) as Promise<never>,
    post: (path, params, ...[body]) =>
      send("POST", internalPath(fillPath(path, params)), { body }) as Promise<never>,
    delete: (path) => send("DELETE", internalPath(path)) as Promise<never>,
    answer: ([, path, query], signal) => send("GET", internalPath(path, query), { signal }),
  };
}

/** Another site cannot send this header without asking us first, and we never agree. */
const OURS = { "x-paydesk-request": "1", accept: "application/json" };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asks the person for a password or a code; false when they cancel. */
type AskPerson = () => Promise<boolean>;
let askPerson: AskPerson | null = null;

/** Installs the dialog that asks people to confirm that it is them. Returns its removal. */
export function onConfirmationNeeded(ask: AskPerson): () => void {
  askPerson = ask;
  return () => {
    askPerson = null;
  };
}

/** Asks the person and tries once more where the server wants a confirmation: no screen has to think of it. */
const confirming =
  (send: Send): Send =>
  async (method, address, more) => {
    try {
      return await send(method, address, more);
    } catch (error) {
      const wanted = error instanceof RequestFailed && error.code === "confirmation_needed";
      if (!wanted || !(await askPerson?.())) throw error;
      return await send(method, address, more);
    }
  };

async function fetchHere(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: "same-origin" });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new RequestFailed(0, null, {
      code: "unreachable",
      message: "The service could not be reached. Check the connection and try again.",
    });
  }
}

/** The browser's client: same origin, with the session's cookie. */
export const client: Client = typed(confirming(sendOver(fetchHere)));

/** The key of a read: `["internal", "/test/payments", {status: "failed"}]`. */
type ReadKey = readonly ["internal", path: string, query: Params];
/** A read as `read` returns it, whatever its view. */
export type Read = { readonly queryKey: ReadKey };

/** One read for `useQuery` in the screen and `Prefetch` in its page: the same call, so the same key. How long an
 *  answer is fresh is said in `makeQueryClient`. */
export function read<Path extends PathOf<"GET">>(
  path: Path,
  ...args: Args<Path, QueryOf<`GET ${Path}`>>
) {
  const [params = {}, query = {}] = args;
  return optionsOf<InternalApi[`GET ${Path}`]>(fillPath(path, params), query);
}

function optionsOf<View>(path: string, query: Params) {
  const queryKey: ReadKey = ["internal", path, query];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => client.answer(queryKey, signal) as Promise<View>,
  });
}

/** A page of a list whose path is only known at run time. The answer is the list's view. */
export const readPage = (path: string, query: Params) =>
  optionsOf<Readonly<Record<string, unknown>>>(path, query);

/** The filter of all reads of a path, whatever their query. */
export function readsOf<Path extends PathOf<"GET">>(path: Path, params: PathParams<Path>) {
  return { queryKey: ["internal", fillPath(path, params)] as const };
}

/** The filter of all reads whose path begins so, such as `/test/` for a mode. */
export const readsUnder = (start: string) => ({
  predicate: ({ queryKey: [area, path] }: { queryKey: QueryKey }) =>
    area === "internal" && String(path).startsWith(start),
});
