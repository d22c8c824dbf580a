import { callerOf } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log, redact } from "#lib/kernel/log.ts";
import type { DashboardContext } from "./types.ts";

/** Refusals that only the dashboard knows; everything else is the API's own `ApiError`. */
const STATUSES = {
  session_missing: 401,
  /** Signed in with the password, and the second factor is still asked for. */
  second_factor_missing: 401,
  sign_in_refused: 401,
  origin_refused: 403,
  role_insufficient: 403,
  /** The account asks everybody for one, and this person has not set theirs up. */
  second_factor_required: 403,
  /** The person has to say once more who they are: by `POST /security/confirm`. */
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

/** `default_currency` → `defaultCurrency`: the verbs name parameters as the API does, screens as
 *  TypeScript does. */
function camelCase(param: string): string {
  return param.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A refusal of a verb in the shape of every failure under `/internal`. */
export function errorBody({ code, message, param }: ApiError, requestId: string) {
  const named = param === undefined ? {} : { param: redact(camelCase(param)) };
  // Words that repeat what was sent may repeat a card number that somebody pasted.
  return { error: { code, message: redact(message), ...named, request_id: requestId } };
}

/** Of what somebody may not do, or did from elsewhere: an operator can look for who tries. */
const REFUSED: ReadonlySet<DashboardError["code"]> = new Set([
  "origin_refused",
  "role_insufficient",
  "second_factor_required",
]);

function noteRefused({ code }: DashboardError, c: DashboardContext): void {
  log.warn("a dashboard request was refused", {
    code,
    ...{ method: c.req.method, path: c.req.path, requestId: c.get("requestId") },
    // Not known yet where the origin is refused.
    ...{ user: c.get("user")?.id ?? null, account: c.get("membership")?.accountId ?? null },
    address: callerOf(c.req.raw.headers).address,
  });
}

/** The one shape of every failure under `/internal`. What was not foreseen is logged and answered
 *  without a word of its inside. */
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
  log.error("a dashboard request failed", { error, requestId, path: c.req.path });
  return respond(500, "gateway_error", "Something went wrong on our side. Try again.");
}
