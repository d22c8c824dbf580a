import { ERROR_CODES, type ErrorCode } from "#lib/kernel/errors.ts";

/** The cause of each error code and what a client does about it (service.md §7, decisions §1). */
const GUIDE: Readonly<Record<ErrorCode, { cause: string; action: string }>> = {
  parameter_invalid: {
    cause: "A parameter is missing, unknown or invalid; `param` names it.",
    action: "Correct the parameter and send the request again.",
  },
  version_unknown: {
    cause: "The `Service-Version` header is not a released version.",
    action: "Send a released version, or omit the header to use the account's version.",
  },
  key_missing: {
    cause: "The request has no `Authorization` header.",
    action: "Fix the client. Retrying the same request does not help.",
  },
  key_invalid: {
    cause: "The key is wrong, revoked or expired, or its prefix belongs to the other mode.",
    action: "Check the key, and that its prefix matches the mode you want.",
  },
  card_declined: {
    cause:
      "The issuer declined the charge. `payment` has the failed payment, `decline_code` the reason.",
    action:
      "Show the reason and offer another payment method. `advice_code` says whether the same card can be retried.",
  },
  key_scope: {
    cause:
      "A publishable key was used for a server call, a restricted key lacks the scope, or the request came from an address that is not in the key's list.",
    action:
      "Make the call from your server, use a key with the scope, or add the address in the message to the key's list.",
  },
  tls_required: {
    cause: "The request used plain HTTP. It is refused and never redirected.",
    action: "Use HTTPS, and rotate the key, because it was sent unencrypted.",
  },
  resource_missing: {
    cause: "The path or object does not exist in this account and mode, or was deleted.",
    action: "Check the identifier, and that the key belongs to the same account and mode.",
  },
  method_not_allowed: {
    cause:
      "The path does not support this HTTP method; `Allow` lists the methods that it supports.",
    action: "Use one of the methods in `Allow`.",
  },
  state_invalid: {
    cause: "The object's current state does not allow this call.",
    action: "Read the object and decide on its current state.",
  },
  idempotency_conflict: {
    cause: "The `Idempotency-Key` was used before with other parameters. Nothing was created.",
    action: "Use a new key for a different request.",
  },
  idempotency_in_progress: {
    cause:
      "The first call with this key and body is still running, or another call is waiting for the acquirer about the same object.",
    action: "Wait, then send the request again with the same key.",
  },
  request_too_large: {
    cause:
      "The body exceeds 1 MiB (16 MiB for a batch of payouts, 16 KiB with a publishable key), or the headers exceed 16 KiB.",
    action: "Send a smaller request.",
  },
  content_type_unsupported: {
    cause: "The body is neither JSON nor a form, or is compressed.",
    action:
      "Send `application/json` or `application/x-www-form-urlencoded`, in UTF-8 and without `Content-Encoding`.",
  },
  rate_limited: {
    cause:
      "The account has reached its rate limit for this type of call, or runs three exports already, or is sending another body over 64 KiB.",
    action:
      "Wait for `Retry-After` plus up to a second, then send the request again with the same key. Double the wait after each further 429, up to 60 seconds; give up after 6 attempts.",
  },
  gateway_error: {
    cause: "The service could not complete the request.",
    action: "Send it again with the same `Idempotency-Key`: a write is never executed twice.",
  },
};

/** The guide with each code's status and type, for the OpenAPI document and the reference. */
export const ERROR_GUIDE = (Object.keys(GUIDE) as ErrorCode[]).map((code) => ({
  code,
  ...ERROR_CODES[code],
  ...GUIDE[code],
}));
