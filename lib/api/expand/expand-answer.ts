import {
  type Answer,
  type IdempotentRequest,
  replaceAnswer,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Version } from "#lib/kernel/versions.ts";
import { downgrade, type Wire } from "#lib/wire/versions/index.ts";
import { expand } from "./expand.ts";

/** A write's answer with its related objects expanded; for a decline, those of the payment in the error. Replaces the
 * answer stored for the idempotency key before it is sent, so that every repeat gets the same bytes. If the process
 * crashes in between, the stored answer is not expanded and a repeat expands it. `request`: null if the call has no
 * key. */
export async function expandAnswer<A extends StoredResponse | Answer>(
  ctx: Context,
  request: IdempotentRequest | null,
  answer: A,
  paths: readonly string[],
): Promise<A> {
  if (paths.length === 0) return answer;
  const wire = JSON.parse(answer.body) as Wire & { error?: { payment?: Wire } };
  const object = wire.error ? wire.error.payment : wire;
  if (!object || !(await expand(ctx, object, paths))) return answer;
  // The stored answer is in the caller's version already; only the expanded objects change.
  const body = JSON.stringify(downgrade(wire, answer.version as Version));
  if (!request) return { ...answer, body };
  return { ...answer, body: await replaceAnswer(ctx, request, { from: answer.body, to: body }) };
}
