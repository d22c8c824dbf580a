import { closeLines, type Line } from "#lib/domain/billing/index.ts";
import { findDraft } from "#lib/domain/invoices/index.ts";
import { getPlan } from "#lib/domain/plans/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { getSubscription } from "./list-subscriptions.ts";
import { type ChangeEffect, changeOf, periodLines } from "./plan-change.ts";
import { isRunning } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";
import { type PlanParams, wantedChange } from "./update-subscription.ts";

type Bill = { lines: Line[]; amountDueMinor: bigint };

export type ChangePreview = {
  subscription: Subscription;
  currency: string;
  /** Give it with the change, and exactly this is invoiced. */
  prorationDate: Date;
  /** What is invoiced at once; null when nothing is. */
  now: Bill | null;
  /** The invoice after that; null when the subscription ends before it with nothing owed. */
  next: (Bill & { at: Date }) | null;
};

/** What a change of plan or quantity would cost, or without one the next invoice as it stands. Writes
 *  nothing. Throws as the change itself. */
export async function previewChange(
  ctx: Context,
  id: string,
  params: PlanParams,
): Promise<ChangePreview> {
  const sub = await getSubscription(ctx, id);
  if (!isRunning(sub)) {
    throw new ApiError("state_invalid", `This subscription is ${sub.status}: nothing is to come.`);
  }
  const wanted = await wantedChange(ctx, sub, params);
  const plan = wanted?.change.plan ?? (await getPlan(ctx, sub.planId));
  const effect: ChangeEffect = wanted
    ? changeOf(sub, wanted.from, wanted.change)
    : { to: sub, lines: [], isInvoicedNow: false };
  const kept = (await findDraft(ctx, sub.id))?.lines ?? [];
  const isNow = effect.isInvoicedNow && !sub.openInvoiceId;
  const moment = wanted?.change.moment ?? sub.changedAt;
  const now = isNow ? closeLines([...kept, ...effect.lines], moment) : null;
  const pending = now ? (now.carried ? [now.carried] : []) : [...kept, ...effect.lines];
  const ends = effect.to.currentPeriodEnd;
  const upcoming = effect.to.cancelAtPeriodEnd ? [] : periodLines(effect.to, plan, ends).lines;
  const next = closeLines([...pending, ...upcoming], ends);
  return {
    subscription: sub,
    currency: plan.currency,
    prorationDate: moment,
    now,
    next: next.lines.length === 0 ? null : { ...next, at: ends },
  };
}
