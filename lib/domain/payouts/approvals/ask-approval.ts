import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { emitEvent } from "#lib/domain/events/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { listMembersWhoMayIn } from "#lib/domain/members/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs, toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { ApprovalReason } from "#lib/kernel/vocabulary/payouts.ts";
import { wireOf } from "#lib/wire/index.ts";
import { findLimit } from "../limits/limit-store.ts";
import type { Payout, PayoutApproval, PayoutBatch } from "../types.ts";
import * as store from "./approval-store.ts";

/** How long a payout waits for approval before it is canceled. */
const DECIDE_WITHIN_MS = 72 * HOUR_MS;

type Subject = Pick<PayoutApproval, "id" | "amountMinor" | "currency">;

/**
 * Requests an approval for a payout or batch above a limit of the account; returns null if none is needed. Call it after
 * the amount has been taken from the balance and before the payouts are inserted: the lock on the currency's balance
 * serialises the computation of the last 24 hours' sum.
 */
export async function askApprovalIn(
  tx: Tx,
  ctx: Context,
  subject: Subject,
): Promise<PayoutApproval | null> {
  const reason = await passedLimit(tx, ctx, subject);
  if (!reason) return null;
  const asker = await askerOf(tx, ctx);
  const approval: PayoutApproval = {
    ...subject,
    accountId: ctx.accountId,
    mode: ctx.mode,
    state: "pending",
    reason,
    requestedBy: asker.id,
    excluded: asker.excluded,
    decidedBy: null,
    decidedAt: null,
    expiresAt: dateFromMs(businessNowMs(ctx) + DECIDE_WITHIN_MS),
    requestId: ctx.requestId,
  };
  await store.insert(tx, approval, dateFromMs(businessNowMs(ctx)));
  const { id, amountMinor, currency, expiresAt } = approval;
  await recordChangeIn(tx, ctx, {
    action: "payout_approval.requested",
    subject: { id, name: formatMinor(amountMinor, currency) },
    after: { amountMinor, currency, reason, expiresAt },
  });
  await mailApproversIn(tx, approval, asker.name);
  return approval;
}

async function passedLimit(
  tx: Tx,
  ctx: Context,
  { amountMinor, currency }: Subject,
): Promise<ApprovalReason | null> {
  const limit = await findLimit(tx, ctx, currency);
  if (!limit) return null;
  if (amountMinor > limit.perPayoutMinor) return "per_payout";
  // A sandbox clock's lead only grows, so what is younger than a day by it is also younger than a day in real time.
  const since = { since: dateFromMs(businessNowMs(ctx) - DAY_MS), realMs: nowMs() - DAY_MS };
  const sumMinor = await store.sumUnapproved(tx, ctx, { currency, ...since });
  return sumMinor + amountMinor > limit.perDayMinor ? "per_day" : null;
}

type Asker = { id: string; name: string; excluded: string[] };

/** The requester and the people who must not decide: for a key its creator and adopter, for the managed key the member who
 *  used the dashboard. */
async function askerOf(tx: Tx, ctx: Context): Promise<Asker> {
  const { actor } = ctx;
  if (actor.type === "member") {
    return { id: actor.userId, name: actor.name, excluded: [actor.userId] };
  }
  if (actor.type === "system") return { id: actor.name, name: actor.name, excluded: [] };
  const key = await store.makerOfKey(tx, ctx, actor.keyId);
  const people = key?.managed ? [ctx.behind] : [key?.createdBy, key?.adoptedBy];
  const excluded = people.filter((person) => typeof person === "string");
  if (!key || (key.managed && excluded.length === 0)) {
    throw new Error(`no person is known for the key ${actor.keyId}`);
  }
  return { id: actor.keyId, name: `the key ${key.name}`, excluded };
}

/** A payout that waits for approval: it is not due to be sent. */
export function heldBack(payout: Payout, approval: PayoutApproval): Payout {
  return { ...payout, approval, railCheckAt: null, notBefore: payout.railCheckAt };
}

/** Emits `payout.approval_requested` for a payout or batch. Call `notifyDispatcher` after the commit. */
export async function announceAskedIn(
  tx: Tx,
  ctx: Context,
  subject: Payout | PayoutBatch,
): Promise<void> {
  const type = "payout.approval_requested";
  await emitEvent(tx, ctx, { type, objectId: subject.id, data: wireOfSubject(subject) });
}

export function wireOfSubject(subject: Payout | PayoutBatch): Record<string, unknown> {
  return wireOf("errors" in subject ? "payout_batch" : "payout", subject);
}

/** Queues an e-mail to every member who may decide, in the caller's transaction. */
async function mailApproversIn(tx: Tx, approval: PayoutApproval, asker: string): Promise<void> {
  const { accountId, mode, id, amountMinor, currency, excluded, expiresAt, reason } = approval;
  const people = await listMembersWhoMayIn(tx, accountId, "pay_out");
  const isBatch = id.startsWith("pob_");
  const what = isBatch ? "payout batch" : "payout";
  const amount = formatMinor(amountMinor, currency);
  const limit =
    reason === "per_payout"
      ? "It exceeds the limit for one payout."
      : "Together with the payouts of the last 24 hours, it exceeds the daily limit.";
  for (const { userId, email } of people) {
    if (excluded.includes(userId)) continue;
    await queueMailIn(tx, {
      accountId,
      mode,
      kind: "payout_approval_requested",
      fact: `payout_approval_requested ${id}`,
      to: { address: email, because: "you may approve payouts of an account" },
      content: {
        subject: `A ${what} of ${amount} waits for approval`,
        paragraphs: [
          `A ${what} of ${amount} in ${mode} mode needs approval by a second person. ${limit}`,
          "It is sent only after approval, and canceled if nobody decides in time.",
        ],
        facts: [
          ["Created by", asker],
          ["Decide until", toIsoSeconds(expiresAt)],
        ],
        action: {
          label: `Review the ${what}`,
          url: `${env.publicUrl}/${mode}/${isBatch ? "batches" : "payouts"}/${id}`,
        },
      },
    });
  }
}
