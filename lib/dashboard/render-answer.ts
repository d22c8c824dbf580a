import type { Answer, IdempotentRequest, Renderer } from "#lib/domain/idempotency/index.ts";
import { canonicalHash, keyIn } from "#lib/domain/idempotency/index.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { errorBody } from "./errors.ts";
import type { DashboardContext } from "./types.ts";

/** One press of a button, however often it arrives: the screen makes `attempt` when it opens the
 *  dialog, so that a double click or a lost reply never does the thing twice. `parts`: as in `canonicalHash`. */
export function attemptKey(
  c: DashboardContext,
  attempt: string,
  parameters: unknown,
  parts?: Readonly<Record<string, string>>,
): IdempotentRequest {
  const { pathname } = new URL(c.req.url);
  return {
    key: keyIn("dashboard", attempt),
    requestHash: canonicalHash(c.req.method, pathname, parameters, parts),
  };
}

/** Renders what a verb did, or its refusal, as `/internal` answers it. */
export function renderAnswer<T>(
  c: DashboardContext,
  status: number,
  view: (result: T) => unknown,
): Renderer<T> {
  const version = NEWEST_VERSION;
  return {
    result: (result) => ({ status, body: JSON.stringify(view(result)), version }),
    refusal: (error) => ({
      status: error.status,
      body: JSON.stringify(errorBody(error, c.get("requestId"))),
      version,
    }),
  };
}

/** Sends an answer as it was made, now or at the first press. */
export function sendAnswer(c: DashboardContext, answer: Answer): Response {
  c.header("content-type", "application/json");
  return c.body(answer.body, answer.status as never);
}
