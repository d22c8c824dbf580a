/** Every error code of the API (service.md §7, and those added in decisions §1). */
export const ERROR_CODES = {
  parameter_invalid: { status: 400, type: "invalid_request_error" },
  version_unknown: { status: 400, type: "invalid_request_error" },
  key_missing: { status: 401, type: "authentication_error" },
  key_invalid: { status: 401, type: "authentication_error" },
  card_declined: { status: 402, type: "card_error" },
  key_scope: { status: 403, type: "permission_error" },
  tls_required: { status: 403, type: "permission_error" },
  resource_missing: { status: 404, type: "invalid_request_error" },
  method_not_allowed: { status: 405, type: "invalid_request_error" },
  state_invalid: { status: 409, type: "invalid_request_error" },
  idempotency_conflict: { status: 409, type: "idempotency_error" },
  idempotency_in_progress: { status: 409, type: "idempotency_error" },
  request_too_large: { status: 413, type: "invalid_request_error" },
  content_type_unsupported: { status: 415, type: "invalid_request_error" },
  rate_limited: { status: 429, type: "rate_limit_error" },
  gateway_error: { status: 502, type: "api_error" },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
export type ErrorStatus = (typeof ERROR_CODES)[ErrorCode]["status"] | 500 | 503;

/** An error of the API. Verbs throw it; the API maps it to a response in one place. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: ErrorStatus;
  /** The invalid request parameter, by its name in the newest version. */
  readonly param: string | undefined;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = details.status ?? ERROR_CODES[code].status;
    this.param = details.param;
    this.details = details;
  }
}

export type ErrorDetails = {
  param?: string;
  status?: ErrorStatus;
  headers?: Record<string, string>;
  cause?: unknown;
  /** The reason for the screens, where the message names values of the API. */
  plain?: string | undefined;
  /** The decline of a card when there is no payment to carry it. */
  decline?: { code: string; networkCode: string | null; adviceCode: string | null };
};

export function invalid(param: string, message: string): ApiError {
  return new ApiError("parameter_invalid", message, { param });
}

/** The error for an unknown object, also for one of another merchant or mode (decisions §1). */
export function missing(what: string, id: string, param?: string): ApiError {
  return new ApiError("resource_missing", `No such ${what}: ${id}`, { param });
}
