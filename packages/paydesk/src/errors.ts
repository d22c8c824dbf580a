import type { HeadersLike } from "./core/platform.ts";
import type { ErrorBody, ErrorCodes, Payment } from "./generated/objects.ts";

export type ErrorType = keyof ErrorCodes;
export type ErrorCode = ErrorCodes[ErrorType];

/** Every error that this package throws on purpose. */
export class PaydeskError extends Error {
  override name = "PaydeskError";
}

/** The service could not be reached or did not answer in time. A call that was sent can have had its effect: repeat it
 * with the same `idempotencyKey`. */
export class ConnectionError extends PaydeskError {
  override name = "ConnectionError";
  /** `timeout`, or `connection_failed`. */
  readonly code: "timeout" | "connection_failed";
  /** The key that the call had, for a repetition; null for reads. */
  readonly idempotencyKey: string | null;

  constructor(
    code: "timeout" | "connection_failed",
    message: string,
    idempotencyKey: string | null,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.code = code;
    this.idempotencyKey = idempotencyKey;
  }
}

/** What an API error is made from. */
export interface ErrorParts {
  status: number;
  headers: HeadersLike;
  error: Partial<ErrorBody["error"]>;
}

/** The service refused a call. Branch on `code`; the message is for people and may change. */
export class PaydeskApiError<T extends ErrorType = ErrorType> extends PaydeskError {
  override name = "PaydeskApiError";
  readonly type: T;
  readonly code: ErrorCodes[T];
  readonly status: number;
  /** The invalid parameter, such as `card[number]`; null if the error is about none. */
  readonly param: string | null;
  readonly requestId: string | null;
  readonly docUrl: string | null;
  readonly headers: HeadersLike;
  /** The error as the service sent it. */
  readonly raw: Partial<ErrorBody["error"]>;

  constructor({ status, headers, error }: ErrorParts) {
    super(error.message ?? `The service answered ${status}.`);
    this.type = (error.type ?? "api_error") as T;
    this.code = (error.code ?? "gateway_error") as ErrorCodes[T];
    this.status = status;
    this.param = error.param ?? null;
    this.requestId = error.request_id ?? headers.get("service-request-id");
    this.docUrl = error.doc_url ?? null;
    this.headers = headers;
    this.raw = error;
  }
}

/** 400, 404, 405, 409, 413, 415: the call is wrong, or the object's state does not allow it. */
export class InvalidRequestError extends PaydeskApiError<"invalid_request_error"> {
  override name = "InvalidRequestError";
}

/** 401: the key is missing, wrong, revoked or expired. */
export class AuthenticationError extends PaydeskApiError<"authentication_error"> {
  override name = "AuthenticationError";
}

/** 403: the key may not make this call. */
export class PermissionError extends PaydeskApiError<"permission_error"> {
  override name = "PermissionError";
}

/** 409: the idempotency key was used with other parameters, or its first call is still running. */
export class IdempotencyError extends PaydeskApiError<"idempotency_error"> {
  override name = "IdempotencyError";
}

/** 402: the issuer declined the card. */
export class CardError extends PaydeskApiError<"card_error"> {
  override name = "CardError";
  readonly declineCode: string | null;
  readonly networkDeclineCode: string | null;
  /** Whether the same card can be retried. */
  readonly adviceCode: string | null;
  /** The failed payment; null if the card was declined before there was one. */
  readonly payment: Payment | null;

  constructor(parts: ErrorParts) {
    super(parts);
    this.declineCode = parts.error.decline_code ?? null;
    this.networkDeclineCode = parts.error.network_decline_code ?? null;
    this.adviceCode = parts.error.advice_code ?? null;
    this.payment = (parts.error.payment as Payment | undefined) ?? null;
  }
}

/** 429: too many calls. */
export class RateLimitError extends PaydeskApiError<"rate_limit_error"> {
  override name = "RateLimitError";
  /** Seconds to wait; null if the service named none. */
  readonly retryAfter: number | null;

  constructor(parts: ErrorParts) {
    super(parts);
    const header = parts.headers.get("retry-after");
    this.retryAfter = header === null ? null : Number(header);
  }
}

/** 5xx: the service or the acquirer failed. The outcome is unknown: repeat with the same idempotency key. */
export class ApiError extends PaydeskApiError<"api_error"> {
  override name = "ApiError";
}

const CLASSES = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  permission_error: PermissionError,
  idempotency_error: IdempotencyError,
  card_error: CardError,
  rate_limit_error: RateLimitError,
  api_error: ApiError,
} as const satisfies Record<ErrorType, new (parts: ErrorParts) => PaydeskApiError>;

/** Any error of the API: narrow it by its class, `type` or `code`. */
export type AnyApiError = InstanceType<(typeof CLASSES)[ErrorType]>;

/** The error of a response. A body that is not ours, such as a proxy's page, becomes an `ApiError` of its status. */
export function errorOf(status: number, headers: HeadersLike, body: string): AnyApiError {
  let error: Partial<ErrorBody["error"]> = {};
  try {
    error = (JSON.parse(body) as Partial<ErrorBody>).error ?? {};
  } catch {
    // Not JSON: the status says enough.
  }
  const type = (error.type ?? "") in CLASSES ? (error.type as ErrorType) : "api_error";
  return new CLASSES[type]({ status, headers, error });
}
