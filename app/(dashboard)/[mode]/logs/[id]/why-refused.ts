import type { RequestView } from "#lib/dashboard/views/requests.ts";

/** The fix of an error, in addition to its message. */
const FIXES: Record<string, string> = {
  parameter_invalid: "Correct the parameter and send the request again. Nothing was created.",
  version_unknown: "Send a released version in Service-Version, or omit the header.",
  key_invalid:
    "The key is revoked or expired and is still in use at this address. Give that program a new key.",
  card_declined:
    "The issuer declined the payment. Show your customer the reason and offer another way to pay.",
  key_scope:
    "Use a key with this permission, call from an allowed address, or add the address to the key's list.",
  resource_missing:
    "Check the id, the path, and that the key belongs to the mode in which the object was created.",
  method_not_allowed: "The path is right, but the method is not.",
  state_invalid: "Read the object again: its state has changed.",
  idempotency_conflict:
    "This idempotency key was used with another body. Send the new request with its own key.",
  idempotency_in_progress:
    "The first call was still running. Wait, then send the same request again.",
  request_too_large: "Send a smaller body.",
  content_type_unsupported: "Send JSON or a form, uncompressed, and name it in Content-Type.",
  rate_limited: "Wait for the time in Retry-After, then send it again with the same key.",
  gateway_error:
    "This was an error on our side. Send the request again with the same idempotency key: it is processed at most once.",
};

export type Refusal = {
  code: string;
  /** The code of the decline, if it was one. */
  decline: string | null;
  message: string;
  /** The parameter at fault, and the value sent. */
  param: string | null;
  given: string | null;
  fix: string | null;
};

/** Why a request was refused, from its stored answer; null if it was not. */
export function refusalOf({ status, answer, sent, errorCode }: RequestView): Refusal | null {
  if (status < 400) return null;
  const error = errorIn(answer?.text ?? "");
  const code = error?.code ?? errorCode ?? String(status);
  return {
    code,
    decline: error?.decline_code ?? null,
    message: error?.message ?? "The answer was not kept.",
    param: error?.param ?? null,
    given: error?.param ? givenIn(sent, error.param) : null,
    fix: FIXES[code] ?? null,
  };
}

type ErrorWire = { code?: string; decline_code?: string; message?: string; param?: string };

function errorIn(answer: string): ErrorWire | null {
  try {
    return (JSON.parse(answer) as { error?: ErrorWire }).error ?? null;
  } catch {
    return null;
  }
}

/** The value at a path such as `metadata[order]` in a body, as sent; null if there is none. */
function givenIn(sent: RequestView["sent"], param: string): string | null {
  if (!sent) return null;
  if (sent.isForm) return new URLSearchParams(sent.text).get(param);
  try {
    let value: unknown = JSON.parse(sent.text);
    for (const part of param.split(/[[\].]+/).filter(Boolean)) {
      value = (value as Record<string, unknown> | null)?.[part];
    }
    return value === undefined ? null : JSON.stringify(value);
  } catch {
    return null;
  }
}
