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

/**
 * The answer of a write with its related objects inlined; of a decline, those of the payment inside. What is
 * kept under the idempotency key is replaced before it is sent, so that every repeat gets the same bytes. A
 * call that dies in between leaves the answer without them, and its repeat inlines them. `request`: null when
 * the call has no key.
 */
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
  // What was in the caller's version stays as it is; what was inlined is put into it.
  const body = JSON.stringify(downgrade(wire, answer.version as Version));
  if (!request) return { ...answer, body };
  return { ...answer, body: await replaceAnswer(ctx, request, { from: answer.body, to: body }) };
}
