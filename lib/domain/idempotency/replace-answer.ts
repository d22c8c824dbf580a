import type { Context } from "#lib/kernel/context.ts";
import * as store from "./store.ts";
import type { IdempotentRequest } from "./types.ts";

/** Replaces the body that is kept under a key, once: of several calls at a time one succeeds, and all of them
 *  get its body. Returns the body to send, which is `to` when the key has expired. */
export async function replaceAnswer(
  ctx: Context,
  request: Pick<IdempotentRequest, "key">,
  { from, to }: { from: string; to: string },
): Promise<string> {
  if (await store.replaceBody(ctx, request, { from, to })) return to;
  const kept = await store.find(ctx, request);
  return kept?.body ?? to;
}
