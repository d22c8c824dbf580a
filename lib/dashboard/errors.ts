import { callerOf } from "#lib/kernel/context.ts";
import { noticeUnavailable, RETRY_AFTER_S } from "#lib/kernel/database-trouble.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log, redact } from "#lib/kernel/log.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";
import { docsOfDecline, docsOfError } from "#lib/kernel/vocabulary/docs.ts";
import type { DashboardContext } from "./types.ts";

/** Refusals of the dashboard alone; every other is the API's `ApiError`. */
const STATUSES = {
  session_missing: 401,
  /** The password was right, the second factor is missing. */
  second_factor_missing: 401,
  sign_in_refused: 401,
  origin_refused: 403,
  role_insufficient: 403,
  /** The account requires a second factor and this member has none. */
  second_factor_required: 403,
  /** The member must confirm their identity by `POST /security/confirm`. */
  confirmation_needed: 403,
  confirmation_refused: 400,
  too_many_attempts: 429,
} as const;

export class DashboardError extends Error {
  readonly code: keyof typeof STATUSES;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(code: keyof typeof STATUSES, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = "DashboardError";
    this.code = code;
    this.status = STATUSES[code];
    this.headers = headers;
  }
}

/** `default_currency` → `defaultCurrency`: verbs name parameters as the API does, screens in camel case. Names in brackets stay:
 *  keys of metadata are the merchant's, and fields of evidence have the same names on screens. */
function camelCase(param: string): string {
  return param.replace(/^[^[]*/, (outer) =>
    outer.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

/** The error body of a refused verb. */
export function errorBody({ code, message, param, details }: ApiError, requestId: string) {
  const named = param === undefined ? {} : { param: redact(camelCase(param)) };
  const docs = details.decline ? docsOfDecline(details.decline.code) : docsOfError(code);
  // A message can quote the input, which can contain a pasted card number.
  return { error: { code, message: redact(message), ...named, docs, request_id: requestId } };
}

/** Refusals that are logged, so that an operator can find who tries. */
const REFUSED: ReadonlySet<DashboardError["code"]> = new Set([
  "origin_refused",
  "role_insufficient",
  "second_factor_required",
]);

function noteRefused({ code }: DashboardError, c: DashboardContext): void {
  log.warn("a dashboard request was refused", {
    code,
    ...{ method: c.req.method, path: c.req.path, requestId: c.get("requestId") },
    // Unknown if the origin is refused: that is checked before the session.
    ...{ user: c.get("user")?.id ?? null, account: c.get("membership")?.accountId ?? null },
    address: callerOf(c.req.raw.headers).address,
  });
}

/** The one error shape of `/internal`. Unexpected errors are logged and answered without detail. */
export function toErrorResponse(error: unknown, c: DashboardContext): Response {
  const requestId = c.get("requestId");
  const respond = (status: number, code: string, message: string) =>
    c.json({ error: { code, message, request_id: requestId } }, { status } as never);
  if (error instanceof DashboardError) {
    if (REFUSED.has(error.code)) noteRefused(error, c);
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
    return respond(error.status, error.code, error.message);
  }
  if (error instanceof ApiError) {
    if (error.status >= 500) log.error("a dashboard request failed", { error, requestId });
    return c.json(errorBody(error, requestId), { status: error.status } as never);
  }
  const why = noticeUnavailable(error);
  if (why !== null) {
    logTrouble("a dashboard request failed", error, { requestId, path: c.req.path, why });
    c.header("retry-after", String(RETRY_AFTER_S));
    return respond(503, "gateway_error", "The service is unavailable for a moment. Try again.");
  }
  log.error("a dashboard request failed", { error, requestId, path: c.req.path });
  return respond(500, "gateway_error", "Something went wrong on our side. Try again.");
}

/** 429 with `retry-after`. */
export function tooMany(retryAfterSeconds: number, what = "attempts to sign in"): DashboardError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new DashboardError(
    "too_many_attempts",
    `Too many ${what}. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    { "retry-after": String(retryAfterSeconds) },
  );
}
