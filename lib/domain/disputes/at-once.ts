import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  type Answer,
  type IdempotentRequest,
  once,
  type Renderer,
} from "#lib/domain/idempotency/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { acceptDisputeIn, addEvidenceIn, type EvidenceChanges } from "./answer-dispute.ts";
import type { Dispute } from "./types.ts";

/** The verbs for a caller with no transaction of its own: each is one, is done once however often the
 *  request comes, and wakes the dispatcher. What they guarantee, throw and lock stands at the verbs they
 *  end in. */

/** As `addEvidenceIn`. */
export async function addEvidence(
  ctx: Context,
  id: string,
  params: { evidence: EvidenceChanges; submit: boolean },
  request: IdempotentRequest,
  render: Renderer<Dispute>,
): Promise<Answer> {
  const answer = await once(ctx, request, (tx) => addEvidenceIn(tx, ctx, id, params), render);
  notifyDispatcher();
  return answer;
}

/** As `acceptDisputeIn`. */
export async function acceptDispute(
  ctx: Context,
  id: string,
  request: IdempotentRequest,
  render: Renderer<Dispute>,
): Promise<Answer> {
  const answer = await once(ctx, request, (tx) => acceptDisputeIn(tx, ctx, id), render);
  notifyDispatcher();
  return answer;
}
