import { ERROR_CODES, type ErrorCode } from "#lib/kernel/errors.ts";

/** Why each code is answered and what a client does about it (service.md §7, decisions §1). */
const GUIDE: Readonly<Record<ErrorCode, { cause: string; action: string }>> = {
  parameter_invalid: {
    cause: "A parameter is missing, unknown or malformed; `param` names it.",
    action: "Fix the parameter and send the request again.",
  },
  version_unknown: {
    cause: "The `Service-Version` header is not a released version.",
    action: "Send a released date, or leave the header out to use the account's version.",
  },
  key_missing: {
    cause: "The request has no `Authorization` header.",
    action: "Fix the client. Retrying the same request does not help.",
  },
  key_invalid: {
    cause: "The key is wrong, revoked, expired, or its prefix belongs to the other mode.",
    action: "Check the key and its prefix against the environment it is used in.",
  },
  card_declined: {
    cause:
      "The issuer refused the charge. The failed payment is kept and stands in `payment`; `decline_code` says why.",
    action:
      "Show the reason and offer another method. `advice_code` says whether the same card can work later.",
  },
  key_scope: {
    cause:
      "A publishable key made a server's call, a restricted key lacks the scope, or the request came from outside the key's list of addresses.",
    action:
      "Move the call to your server, use a key that has the scope, or add the address that the message names to the key's list.",
  },
  tls_required: {
    cause: "The request came over plain HTTP. It is refused, never redirected.",
    action: "Use https, and roll the key that was sent in the clear.",
  },
  resource_missing: {
    cause:
      "There is no such path or object: not in this account, not in this mode, or no longer there.",
    action: "Check the identifier, and that the key is of the same account and mode.",
  },
  method_not_allowed: {
    cause: "The path exists, but not with this HTTP method; `Allow` lists those that do.",
    action: "Use one of the methods in `Allow`.",
  },
  state_invalid: {
    cause: "The object is in a state that forbids the call.",
    action: "Read the object and decide again.",
  },
  idempotency_conflict: {
    cause: "The `Idempotency-Key` was used with other parameters. Nothing was created.",
    action: "Use a fresh key for a different request.",
  },
  idempotency_in_progress: {
    cause:
      "The first call with this key and body is still running, or another call is asking the acquirer about the same object.",
    action: "Wait and send it again with the same key.",
  },
  request_too_large: {
    cause:
      "The body is over 1 MiB (16 MiB for a batch of payouts, 16 KiB with a publishable key), or the headers are over 16 KiB.",
    action: "Send less at once.",
  },
  content_type_unsupported: {
    cause: "The body is neither JSON nor a form.",
    action: "Send `application/json` or `application/x-www-form-urlencoded`, in UTF-8.",
  },
  rate_limited: {
    cause:
      "The account's bucket for this kind of call is exhausted, three of its exports are running at once, or one of its bodies over 64 KiB is being read.",
    action:
      "Wait as long as `Retry-After` says plus up to a second, and send it again with the same key. Double the wait on each further 429, up to 60 seconds; give up after 6 attempts.",
  },
  gateway_error: {
    cause: "The service failed to complete the request.",
    action: "Send it again with the same `Idempotency-Key`: a write is never done twice.",
  },
};

/** The guide with each code's status and type, for the document and the reference. */
export const ERROR_GUIDE = (Object.keys(GUIDE) as ErrorCode[]).map((code) => ({
  code,
  ...ERROR_CODES[code],
  ...GUIDE[code],
}));
