import {
  type Answer,
  type IdempotentRequest,
  once,
  oncePrepared,
  type Renderer,
  type RenderResponse,
  type StoredResponse,
  type Work,
} from "#lib/domain/idempotency/index.ts";
import type { Bearer } from "#lib/domain/keys/index.ts";
import type { LargeBatchBody } from "#lib/domain/payouts/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { ApiError } from "#lib/kernel/errors.ts";
import { csvHead, csvResponse, type SentFile } from "#lib/kernel/file-response.ts";
import type { Page } from "#lib/kernel/page.ts";
import { type UploadedFile, uploadResponse } from "#lib/kernel/uploaded-file.ts";
import type { Version } from "#lib/kernel/versions.ts";
import type { BodyOf, ParamsOf, QueryOf, Route } from "#lib/wire/contract/route.ts";
import {
  type BehaviourChange,
  behaves,
  downgrade,
  downgradeParam,
} from "#lib/wire/versions/index.ts";
import { declineBody, errorBody, renamed } from "./error-body.ts";
import type { Exchange } from "./exchange.ts";
import { wantsCsv } from "./page-request.ts";
import { commonHeaders, toStream } from "./respond.ts";

/** A list as handlers return it, in the envelope of decisions §2. */
export type ListWire<T> = {
  object: "list";
  url: string;
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
};

/** The handler's input: an authorised, validated and identified request. */
export type Call<R extends Route> = {
  ctx: Context;
  bearer: Bearer;
  version: Version;
  /** Whether a change of behaviour applies to the caller's version. */
  behaves(name: BehaviourChange["name"]): boolean;
  request: Request;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** The batch of a large body, which `body` refers to by tokens. */
  batch: LargeBatchBody | null;
  /** Null without `Idempotency-Key`, which is optional for publishable keys and DELETE only. */
  idempotency: IdempotentRequest | null;
  /** Executes a write that calls no other server at most once per key, in one transaction. */
  once<T>(work: Work<T>, toWire: (result: T) => object): Promise<Answer>;
  /** The same for a write that calls another server first; a repeat does not call again. */
  oncePrepared<P extends object | null, T>(
    prepare: () => Promise<P>,
    work: Work<T, [prepared: P]>,
    toWire: (result: T) => object,
  ): Promise<Answer>;
  /** An object in the caller's version, with the route's status by default. */
  render(wire: object, status?: number): StoredResponse;
  /** An error in the caller's version. */
  renderRefusal: RenderResponse<ApiError>;
  /** A 402 with the failed payment, given in the newest wire shape. */
  renderDecline(payment: Record<string, unknown>, message: string): StoredResponse;
  /** A page in the list envelope. */
  list<T, W>(page: Page<T>, toWire: (item: T) => W): ListWire<W>;
  /** Whether the caller wants a CSV file, on a route that has one. */
  wantsCsv: boolean;
  /** Streams a CSV file; `open` is not called for a HEAD request. */
  sendCsv(open: () => Promise<SentFile>): Promise<Response>;
  /** Sends a file that somebody uploaded, to be saved and never shown by a browser. */
  sendUpload(open: () => Promise<UploadedFile>): Promise<Response>;
  /** Streams text of another content type than JSON. */
  stream(contentType: string, pieces: AsyncGenerator<string>): Response;
};

/** GET: the object in the newest wire shape, or a complete response (a stream). */
type ReadHandler<R extends Route> = (call: Call<R>) => Promise<object | Response>;
/** POST and DELETE: bytes that are stored and sent unchanged. */
type WriteHandler<R extends Route> = (call: Call<R>) => Promise<StoredResponse | Answer>;
export type Handler<R extends Route> = R["method"] extends "get" ? ReadHandler<R> : WriteHandler<R>;

export function callOf(exchange: Exchange): Call<Route> {
  const { ctx, route, version, requestId } = exchange;
  const render = (wire: object, status: number = route.response.status): StoredResponse => ({
    status,
    body: JSON.stringify(downgrade(wire, version)),
    version,
    ...(route.sensitive ? { sensitive: true } : {}),
  });
  const renderRefusal = (error: ApiError): StoredResponse => {
    const param = downgradeParam(route.name, error.param ?? "", version);
    return render(errorBody(renamed(error, param), requestId), error.status);
  };
  const rendererOf = <T>(toWire: (result: T) => object): Renderer<T> => ({
    result: (result) => render(toWire(result)),
    refusal: renderRefusal,
  });
  return {
    ctx,
    bearer: exchange.bearer!,
    version,
    behaves: (name) => behaves(name, version),
    request: exchange.request,
    params: exchange.params,
    query: exchange.query as Record<never, never>,
    body: exchange.body as Record<never, never>,
    batch: exchange.batch,
    idempotency: exchange.idempotency,
    once: (work, toWire) => once(ctx, exchange.idempotency, work, rendererOf(toWire)),
    oncePrepared: (prepare, work, toWire) =>
      oncePrepared(ctx, exchange.idempotency, { prepare, work }, rendererOf(toWire)),
    render,
    renderRefusal,
    renderDecline: (payment, message) => render(declineBody(payment, message, requestId), 402),
    list: (page, toWire) => ({
      object: "list",
      url: route.path.replace(/\{(\w+)\}/g, (_, name: string) => exchange.params[name] ?? ""),
      data: page.items.map(toWire),
      has_more: page.hasMore,
      next_cursor: page.nextCursor,
    }),
    wantsCsv: route.csv !== undefined && wantsCsv(exchange.request),
    async sendCsv(open) {
      const headers = commonHeaders(exchange);
      const { request } = exchange;
      if (request.method === "HEAD") return csvHead(headers);
      return csvResponse(request, await open(), headers);
    },
    sendUpload: async (open) => uploadResponse(await open(), commonHeaders(exchange)),
    stream: (contentType, pieces) => toStream(exchange, contentType, pieces),
  };
}
