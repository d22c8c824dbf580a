import { env } from "#lib/kernel/env.ts";
import { ApiError, ERROR_CODES, type ErrorCode } from "#lib/kernel/errors.ts";
import { redact } from "#lib/kernel/log.ts";
import type { ErrorWire } from "#lib/wire/contract/error.ts";

let docs: string | undefined;

function docUrl(code: ErrorCode): string {
  docs ??= `${env.publicUrl}/docs/api/errors`;
  return `${docs}#${code}`;
}

const LONGEST = 500;

/** Control and bidirectional characters, which change how the text around them reads. */
const UNSHOWABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Makes text that may contain caller input safe to return: masks card numbers and keys, replaces control characters,
 * limits the length. */
function repeatable(text: string): string {
  const safe = redact(text).toWellFormed().replaceAll(UNSHOWABLE, "\ufffd");
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST).toWellFormed()}…` : safe;
}

/** The error envelope (decisions §1), in the newest version. */
export function errorBody(error: ApiError, requestId: string): ErrorWire {
  const { decline } = error.details;
  return {
    error: {
      type: ERROR_CODES[error.code].type,
      code: error.code,
      message: repeatable(error.message),
      ...(error.param ? { param: repeatable(error.param) } : {}),
      ...(decline ? { decline_code: decline.code } : {}),
      ...(decline?.networkCode ? { network_decline_code: decline.networkCode } : {}),
      ...(decline?.adviceCode ? { advice_code: decline.adviceCode } : {}),
      request_id: requestId,
      doc_url: docUrl(error.code),
    },
  };
}

type Decline = { code: string; network_code: string | null; advice_code: string | null };

/** A decline: the issuer's codes and the stored payment (service.md §7). */
export function declineBody(
  payment: Record<string, unknown>,
  message: string,
  requestId: string,
): ErrorWire {
  const decline = payment.decline as Decline | null;
  return {
    error: {
      type: ERROR_CODES.card_declined.type,
      code: "card_declined",
      message,
      ...(decline ? { decline_code: decline.code } : {}),
      ...(decline?.network_code ? { network_decline_code: decline.network_code } : {}),
      ...(decline?.advice_code ? { advice_code: decline.advice_code } : {}),
      payment: payment as ErrorWire["error"]["payment"],
      request_id: requestId,
      doc_url: docUrl("card_declined"),
    },
  };
}

/** The same error with the parameter's name in the caller's version. */
export function renamed(error: ApiError, param: string): ApiError {
  if (param === error.param) return error;
  const message = error.message.replaceAll(error.param ?? "", param);
  return new ApiError(error.code, message, { ...error.details, param });
}
