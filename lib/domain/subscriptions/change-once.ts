import { type Tx, transact } from "#db/transact.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  type Answer,
  askForCall,
  claimKey,
  findEarlierCall,
  findStored,
  finishKey,
  finishKeyIn,
  type IdempotentRequest,
  type Renderer,
  replayOf,
} from "#lib/domain/idempotency/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { collectInvoice, withdrawAttempt } from "./collect-invoice.ts";
import { getSubscription } from "./list-subscriptions.ts";
import type { Subscription } from "./types.ts";

/** A write to one subscription: its idempotency key (null if it needs none) and how its answer is rendered. */
export type Call = {
  ctx: Context;
  request: IdempotentRequest | null;
  render: Renderer<Subscription>;
};

const WORDING = { what: "a subscription's payment", never: "it never charges twice" };

/**
 * Does `work` on a subscription once per idempotency key, in the transaction that claims the key. Then collects what
 * it invoiced at the rail, with no transaction open, and stores the subscription as the answer. A repeat resumes a
 * call that crashed and charges nothing twice. A refusal thrown by `work` is stored as the answer.
 *
 * Throws `idempotency_conflict`; `idempotency_in_progress`, also while another process asks the rail about the
 * payment; and `gateway_error` if the rail did not answer: the payment stays begun and due work finishes it.
 */
export async function changeOnce(
  call: Call,
  id: Subscription["id"],
  work: (tx: Tx) => Promise<unknown>,
): Promise<Answer> {
  const { ctx, request, render } = call;
  if (!request) {
    await transact(work);
    notifyDispatcher();
    await collectOpen(ctx, id);
    return { ...render.result(await getSubscription(ctx, id)), replayed: false };
  }
  for (;;) {
    const begun = await begin(call, request, id, work);
    if (begun && "replayed" in begun) return begun;
    if (begun) return await collectAndAnswer(call, request, id);
    const earlier = await findEarlierCall(ctx, request);
    // The key expired between the two reads, so it can be claimed now.
    if (!earlier) continue;
    if ("answer" in earlier) return earlier.answer;
    return await collectAndAnswer(call, request, earlier.resourceId as Subscription["id"]);
  }
}

/** Cancels a payment that waits for the payer's confirmation, before a call that replaces or ends it. A repeat of
 *  such a call does nothing. Throws `gateway_error` if the rail does not answer. */
export async function withdrawOnce({ ctx, request }: Call, id: Subscription["id"]): Promise<void> {
  if (request && (await findStored(ctx, request))) return;
  try {
    await withdrawAttempt(ctx, id);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const label =
      "The acquirer gave no answer, so the subscription was not changed. Retry with the same Idempotency-Key.";
    throw new ApiError("gateway_error", label, { cause: error });
  }
}

/** `done`; the stored refusal; or null if an earlier call has claimed the key. */
async function begin(
  { ctx, render }: Call,
  request: IdempotentRequest,
  id: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ done: true } | Answer | null> {
  return await transact(async (tx) => {
    if (!(await claimKey(tx, ctx, request, id))) return null;
    try {
      await tx.transaction(work);
      return { done: true } as const;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const response = render.refusal(error);
      await finishKeyIn(tx, ctx, request, response);
      return { ...response, replayed: false };
    }
  });
}

async function collectAndAnswer(
  { ctx, render }: Call,
  request: IdempotentRequest,
  id: Subscription["id"],
): Promise<Answer> {
  notifyDispatcher();
  await askForCall(ctx, WORDING, () => collectOpen(ctx, id));
  const response = render.result(await getSubscription(ctx, id));
  if (await finishKey(ctx, request, response)) return { ...response, replayed: false };
  const stored = await findStored(ctx, request);
  if (stored?.state !== "finished") throw new Error(`the key of ${id} was lost`);
  return replayOf(stored.response);
}

async function collectOpen(ctx: Context, subscriptionId: Subscription["id"]): Promise<void> {
  const { openInvoiceId } = await getSubscription(ctx, subscriptionId);
  if (openInvoiceId) await collectInvoice(ctx, { id: openInvoiceId, subscriptionId });
}
