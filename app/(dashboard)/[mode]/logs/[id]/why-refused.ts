import type { RequestView } from "#lib/dashboard/views/requests.ts";

/** What to do about a refusal, beyond what its message says. */
const FIXES: Record<string, string> = {
  parameter_invalid: "Mend the parameter and send it again. Nothing was made.",
  version_unknown: "Name a released version in Service-Version, or leave it out.",
  key_invalid:
    "The key is revoked or expired, and still in use at this address. Give that program a new one.",
  card_declined:
    "The issuer refused it. Show your customer the reason and offer another way to pay.",
  key_scope:
    "Use a key that may do this, move the call to where its key belongs, or add the address to the key's list.",
  resource_missing:
    "Check the id and the path, and that the key is of the mode in which the object was made.",
  method_not_allowed: "The path is right and the method is not.",
  state_invalid: "Read the object again: it has moved on since.",
  idempotency_conflict:
    "This key was used for another body. Send the new request with a key of its own.",
  idempotency_in_progress: "The first call was still running. Wait, and send it again as it is.",
  request_too_large: "Send less at once.",
  content_type_unsupported: "Send JSON or a form, and say which in Content-Type.",
  rate_limited: "Wait as long as Retry-After says, then send it again with the same key.",
  gateway_error: "This was our fault. Send it again with the same key: it is done once at most.",
};

export type Refusal = {
  code: string;
  message: string;
  /** The parameter at fault, and what was sent in it. */
  param: string | null;
  given: string | null;
  fix: string | null;
};

/** Why a request was refused, out of its own answer; null when it was not. */
export function refusalOf({ status, answer, sent, errorCode }: RequestView): Refusal | null {
  if (status < 400) return null;
  const error = errorIn(answer?.text ?? "");
  const code = error?.code ?? errorCode ?? String(status);
  return {
    code,
    message: error?.message ?? "The answer was not kept.",
    param: error?.param ?? null,
    given: error?.param ? givenIn(sent, error.param) : null,
    fix: FIXES[code] ?? null,
  };
}

type ErrorWire = { code?: string; message?: string; param?: string };

function errorIn(answer: string): ErrorWire | null {
  try {
    return (JSON.parse(answer) as { error?: ErrorWire }).error ?? null;
  } catch {
    return null;
  }
}

/** What stands at `metadata[order]` in a body, as it was written; null when nothing does. */
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
