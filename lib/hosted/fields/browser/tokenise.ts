import type { FieldName, Typed } from "./card-state.ts";
import { readExpiry } from "./card-state.ts";
import type { FieldsError, Outcome, Token } from "./messages.ts";
import { digitsOf } from "./typing.ts";

export type TokeniseTask = {
  key: string;
  /** Shared by the retries of one attempt, so that a lost response creates no second token. */
  idempotencyKey: string;
  version: string;
  typed: Typed;
  label: { network: string; busy: string; failed: string; setup: string };
  wait(ms: number): Promise<void>;
  send(path: string, init: RequestInit): Promise<Response>;
};

const TRIES = 4;
const LONGEST_WAIT_MS = 8_000;
const TIMEOUT_MS = 20_000;

const FIELD_OF: Readonly<Record<string, FieldName>> = {
  "card[number]": "number",
  "card[exp_month]": "expiry",
  "card[exp_year]": "expiry",
  "card[cvc]": "cvc",
};

type ErrorBody = Partial<FieldsError> & { param?: string };

/** Exchanges the input for a token. Retries with one idempotency key after a lost connection, a 429 (after
 * `Retry-After`) and a 5xx; returns errors and never throws. */
export async function tokenise(task: TokeniseTask): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const answer = await once(task);
    if ("outcome" in answer) return answer.outcome;
    const waitMs = answer.waitMs ?? 400 * 2 ** attempt;
    if (attempt >= TRIES || waitMs > LONGEST_WAIT_MS) return { error: answer.error };
    await task.wait(waitMs);
  }
}

/** An idempotency key in the form of a UUID, from eight random numbers of 16 bits. `randomUUID` is missing on plain http
 *  pages, and the service refuses keys whose digits could be a card number. */
export function randomKey(parts: Uint16Array): string {
  const [a, b, c, d, e, ...rest] = Array.from(parts, (part) => part.toString(16).padStart(4, "0"));
  return `${a}${b}-${c}-${d}-${e}-${rest.join("")}`;
}

type Answer = { outcome: Outcome } | { error: FieldsError; waitMs: number | null };

async function once(task: TokeniseTask): Promise<Answer> {
  let response: Response;
  let body: unknown;
  try {
    response = await task.send("/v1/payment_methods", requestOf(task));
    body = await response.json();
  } catch {
    return { error: problem("network_error", task.label.network, true), waitMs: null };
  }
  if (response.ok) return { outcome: { paymentMethod: tokenOf(body as Token) } };
  return refusal(task, response, (body as { error?: ErrorBody } | null)?.error ?? {});
}

function requestOf({ key, idempotencyKey, version, typed }: TokeniseTask): RequestInit {
  const { month, year } = readExpiry(typed.expiry) ?? { month: 0, year: 0 };
  const number = digitsOf(typed.number);
  const card = { number, exp_month: month, exp_year: year, cvc: typed.cvc };
  return {
    method: "POST",
    // The payer may be signed in to our dashboard in this browser; its cookies are not sent.
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Idempotency-Key": idempotencyKey,
      "Service-Version": version,
    },
    body: JSON.stringify({ type: "card", card }),
  };
}

/** Only what the merchant's page needs to show. */
function tokenOf({ id, livemode, created, card }: Token): Token {
  const { brand, last4, exp_month, exp_year } = card;
  return { id, type: "card", livemode, created, card: { brand, last4, exp_month, exp_year } };
}

const problem = (code: string, message: string, retryable: boolean): FieldsError => ({
  type: "api_error",
  code,
  message,
  retryable,
});

function refusal({ label }: TokeniseTask, response: Response, body: ErrorBody): Answer {
  const { status } = response;
  const isBusy = status === 429 || body.code === "idempotency_in_progress";
  const retryable = isBusy || status >= 500;
  const field = FIELD_OF[body.param ?? ""];
  const isPayers = field !== undefined || status === 402;
  const error: FieldsError = {
    type: body.type ?? "api_error",
    code: body.code ?? "gateway_error",
    // Payers see this message, so errors that only the merchant can correct get a general text.
    message: isBusy
      ? label.busy
      : status >= 500
        ? label.failed
        : isPayers
          ? (body.message ?? label.failed)
          : label.setup,
    retryable,
  };
  if (field) error.field = field;
  if (body.decline_code) error.decline_code = body.decline_code;
  if (body.request_id) error.request_id = body.request_id;
  if (!retryable) return { outcome: { error } };
  const seconds = Number(response.headers.get("retry-after"));
  return { error, waitMs: seconds > 0 ? seconds * 1_000 + Math.random() * 300 : null };
}
