import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { recordEntryIn, WITHOUT_FEES } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  type Answer,
  type IdempotentRequest,
  once,
  type Renderer,
} from "#lib/domain/idempotency/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import type { DisputeStatus } from "#lib/kernel/vocabulary/disputes.ts";
import { railFor } from "#lib/rails/index.ts";
import { wireOf } from "#lib/wire/index.ts";
import { ASK_AGAIN_MS, DISPUTE_MOVES, FIRST_ASKED_MS } from "./dispute-state.ts";
import { filesOf } from "./files/file-store.ts";
import * as store from "./store.ts";
import type { Dispute, Evidence } from "./types.ts";

const LEASE_MS = MINUTE_MS;

/** New texts by field; null removes a text. */
type EvidenceChanges = { [field in keyof Evidence]?: string | null };

type EvidenceParams = {
  evidence: EvidenceChanges;
  /** The texts on which the changes are based; a field without one is not checked. */
  before?: EvidenceChanges | undefined;
  submit: boolean;
};

/**
 * Changes the evidence and, with `submit`, sends it to the issuer; evidence can be submitted once. Throws
 * `resource_missing`, and `state_invalid` if it was submitted, the dispute is decided, the deadline has passed, or a text
 * is not the one of `before` any more. Locks the dispute.
 */
export async function addEvidenceIn(
  tx: Tx,
  ctx: Context,
  id: string,
  { evidence, before, submit }: EvidenceParams,
): Promise<Dispute> {
  const dispute = await lockOpen(tx, ctx, id);
  refuseOvertaken(dispute.evidence, evidence, before);
  const texts = Object.entries({ ...dispute.evidence, ...evidence });
  const kept = Object.fromEntries(texts.filter(([, text]) => text !== null)) as Evidence;
  const to: Dispute = { ...dispute, evidence: kept };
  if (submit) {
    to.status = "under_review";
    to.railCheckAt = dateFromMs(businessNowMs(ctx) + FIRST_ASKED_MS[ctx.mode]);
  }
  const moved = await moveIn(tx, ctx, dispute, to);
  await recordChangeIn(tx, ctx, {
    action: submit ? "dispute.answered" : "dispute.evidence_kept",
    subject: { id },
    // The audit log names the fields, not their contents.
    before: { status: dispute.status, evidence: Object.keys(dispute.evidence) },
    after: {
      status: moved.status,
      evidence: Object.keys(kept),
      ...(submit ? { files: dispute.evidenceFiles } : {}),
    },
  });
  return moved;
}

/** Refuses to replace a text that the person has not seen. */
function refuseOvertaken(kept: Evidence, wanted: EvidenceChanges, before: EvidenceChanges = {}) {
  for (const name of Object.keys(wanted) as (keyof Evidence)[]) {
    const [text, seen] = [kept[name] ?? null, before[name]];
    if (seen === undefined || text === seen || text === wanted[name]) continue;
    throw new ApiError(
      "state_invalid",
      "A colleague has saved another text here since you began. Choose which one to keep.",
      { param: `evidence[${name}]` },
    );
  }
}

/** Accepts a dispute: it becomes `lost` in this transaction. Throws as `addEvidenceIn`. Locks the dispute. */
export async function acceptDisputeIn(tx: Tx, ctx: Context, id: string): Promise<Dispute> {
  const dispute = await lockOpen(tx, ctx, id);
  const lost = await moveIn(tx, ctx, dispute, { ...dispute, status: "lost", railCheckAt: null });
  await recordChangeIn(tx, ctx, {
    action: "dispute.accepted",
    subject: { id },
    before: { status: dispute.status },
    after: { status: lost.status },
  });
  return lost;
}

/** Locks a dispute that can still be answered. Throws as `addEvidenceIn`. */
export async function lockOpen(tx: Tx, ctx: Context, id: string): Promise<Dispute> {
  const dispute = await store.lock(tx, ctx, id);
  if (!dispute) throw missing("dispute", id);
  const refusal = whyNotAnswered(ctx, dispute);
  if (refusal) throw refusal;
  return dispute;
}

/** The refusal of evidence and of acceptance, or null. */
export function whyNotAnswered(
  ctx: Context,
  { status, evidenceDueBy }: Pick<Dispute, "status" | "evidenceDueBy">,
): ApiError | null {
  if (status !== "needs_response") {
    return new ApiError(
      "state_invalid",
      `Only a dispute that needs a response can be answered; this one is ${status}.`,
      { plain: ANSWERED[status] },
    );
  }
  if (evidenceDueBy > businessNow(ctx)) return null;
  return new ApiError("state_invalid", "The time to answer this dispute has passed.");
}

const ANSWERED = {
  under_review: "The evidence was submitted, and nothing can be added.",
  won: "This dispute was won.",
  lost: "This dispute was lost.",
};

/** Moves a locked dispute and records its booking and events. */
export async function moveIn(tx: Tx, ctx: Context, from: Dispute, to: Dispute): Promise<Dispute> {
  if (to.status !== from.status && !DISPUTE_MOVES[from.status].includes(to.status)) {
    throw new Error(`${from.id} cannot move from ${from.status} to ${to.status}`);
  }
  if (!(await store.move(tx, from, to))) throw new Error(`${from.id} changed while it was locked`);
  if (to.status === "won") await bookReturn(tx, ctx, to);
  const data = wireOf("dispute", to);
  await emitEvent(tx, ctx, { type: "dispute.updated", objectId: to.id, data });
  if (to.status === "won" || to.status === "lost") {
    await emitEvent(tx, ctx, { type: `dispute.${to.status}`, objectId: to.id, data });
  }
  return to;
}

/** Returns the disputed amount to the balance, but not the dispute fee. */
async function bookReturn(tx: Tx, ctx: Context, dispute: Dispute): Promise<void> {
  await recordEntryIn(tx, ctx, {
    type: "dispute_reversal",
    amountMinor: dispute.amountMinor,
    currency: dispute.currency,
    ...WITHOUT_FEES,
    sourceId: dispute.id,
    paymentId: dispute.paymentId,
    bookedAt: businessNow(ctx),
  });
}

/** Loses disputes whose deadline has passed without a response, and asks the rail for the issuer's decision on the
 *  others. */
export const dueDisputes = defineDueWork({
  name: "disputes",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  finish: async (dispute) => await decide(await systemContext(dispute, "disputes"), dispute),
  failure: "a dispute's outcome is still unknown",
});

async function decide(ctx: Context, dispute: Dispute): Promise<void> {
  const status = await outcomeOf(dispute);
  if (!status) {
    return await store.postpone(dispute, dateFromMs(businessNowMs(ctx) + ASK_AGAIN_MS));
  }
  await transact(async (tx) => {
    const locked = await store.lock(tx, ctx, dispute.id);
    if (locked?.status !== dispute.status) return;
    await moveIn(tx, ctx, locked, { ...locked, status, railCheckAt: null });
  });
  notifyDispatcher();
}

async function outcomeOf(dispute: Dispute): Promise<DisputeStatus | null> {
  if (dispute.status === "needs_response") return "lost";
  const { id, paymentId, evidence, evidenceFiles } = dispute;
  const files = evidenceFiles.length > 0 ? await filesOf(dispute, id) : undefined;
  const sent = files?.map(({ id, name, type, size, sha256 }) => ({ id, name, type, size, sha256 }));
  const { result } = await railFor(dispute.mode).disputeStatus({
    id,
    paymentId,
    evidence,
    ...(sent ? { files: sent } : {}),
  });
  return result === "pending" ? null : result;
}

/** As `addEvidenceIn`, once per idempotency key, in its own transaction; notifies the dispatcher. */
export async function addEvidence(
  ctx: Context,
  id: string,
  params: EvidenceParams,
  request: IdempotentRequest,
  render: Renderer<Dispute>,
): Promise<Answer> {
  const answer = await once(ctx, request, (tx) => addEvidenceIn(tx, ctx, id, params), render);
  notifyDispatcher();
  return answer;
}

/** As `acceptDisputeIn`, once per idempotency key, in its own transaction; notifies the dispatcher. */
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
