import type { Answer, StoredResponse } from "#lib/domain/idempotency/index.ts";
import { noticeUnavailable, RETRY_AFTER_S } from "#lib/kernel/database-trouble.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import { rateHeaders } from "#lib/kernel/rate-limited.ts";
import { textStreamOf } from "#lib/kernel/streams.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";
import { downgrade } from "#lib/wire/versions/index.ts";
import { errorBody } from "./error-body.ts";
import type { Exchange } from "./exchange.ts";

type Parts = Pick<Exchange, "requestId" | "version"> &
  Partial<Pick<Exchange, "rate" | "route" | "bearer" | "answered" | "replayed">>;

/** Headers of every response (service.md §4). Existing client libraries read `Request-Id`. */
export function commonHeaders({ requestId, version, rate, route, bearer }: Parts) {
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "Service-Request-Id": requestId,
    "Request-Id": requestId,
    "Service-Version": version,
  };
  if (rate) Object.assign(headers, rateHeaders(rate));
  // Browsers may read responses to a publishable key, never those to a secret key.
  if (route?.cors && bearer?.kind !== "secret") {
    headers["Access-Control-Allow-Origin"] = "*";
    headers["Access-Control-Expose-Headers"] =
      "Service-Request-Id, Request-Id, Service-Version, Retry-After";
  }
  return headers;
}

/** Sends the exact bytes of a response. An idempotent replay has its header and the version it was stored in. */
export function toResponse(exchange: Parts, answer: StoredResponse | Answer): Response {
  const headers = commonHeaders({ ...exchange, version: answer.version as Parts["version"] });
  if ("replayed" in answer && answer.replayed) {
    headers["Service-Idempotent-Replay"] = "true";
    exchange.replayed = true;
  }
  exchange.answered = answer.body;
  return new Response(answer.body, { status: answer.status, headers });
}

/** Streams text: each piece is produced after the caller has read the one before. */
export function toStream(
  exchange: Parts,
  contentType: string,
  pieces: AsyncGenerator<string>,
): Response {
  const headers = { ...commonHeaders(exchange), "Content-Type": contentType };
  return new Response(textStreamOf(pieces), { status: 200, headers });
}

/** Any error in the error envelope. An exception that is not an `ApiError` is logged with the request's id and
 * answered without details: 503 with `Retry-After` while the database cannot serve, else 500. */
export function toErrorResponse(exchange: Parts, thrown: unknown): Response {
  const error = thrown instanceof ApiError ? thrown : unexpected(exchange, thrown);
  if (thrown instanceof ApiError && error.status >= 500) {
    log.warn("request not completed", { requestId: exchange.requestId, error: thrown });
  }
  const body = downgrade(errorBody(error, exchange.requestId), exchange.version);
  const headers = { ...commonHeaders(exchange), ...error.details.headers };
  exchange.answered = JSON.stringify(body);
  return new Response(exchange.answered, { status: error.status, headers });
}

function unexpected({ requestId, route }: Parts, error: unknown): ApiError {
  const why = noticeUnavailable(error);
  if (why !== null) {
    logTrouble("request not completed", error, { requestId, route: route?.name, why });
    return new ApiError(
      "gateway_error",
      "The service is unavailable for a moment. Retry the request with the same Idempotency-Key.",
      { status: 503, headers: { "Retry-After": String(RETRY_AFTER_S) } },
    );
  }
  log.error("request failed", { requestId, route: route?.name, error });
  return new ApiError(
    "gateway_error",
    "The service could not complete the request. Retry it with the same Idempotency-Key.",
    { status: 500 },
  );
}
