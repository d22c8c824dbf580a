import {
  changeLines,
  closeLines,
  type Line,
  type Price,
  periodAt,
  unusedOf,
} from "#lib/domain/billing/index.ts";
import { findDraft } from "#lib/domain/invoices/index.ts";
import { getPlan, type Plan } from "#lib/domain/plans/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, SECOND_MS, toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { MAX_AMOUNT_MINOR } from "#lib/kernel/money.ts";
import type { ProrationBehavior } from "#lib/kernel/vocabulary/billing.ts";
import { getSubscription } from "./list-subscriptions.ts";
import { isInTrial, isRunning } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

export type PlanChange = {
  plan: Plan;
  quantity: number;
  behavior: ProrationBehavior;
  /** From when on it counts. */
  moment: Date;
};

type ChangeEffect = {
  to: Subscription;
  /** What it adds to invoices. */
  lines: Line[];
  /** Whether these are invoiced at once, or with the next invoice. */
  isInvoicedNow: boolean;
};

/** What a quantity of a plan costs per period. Throws `parameter_invalid` (`quantity`) for more than one
 *  charge can be. */
export function priceOf(plan: Plan, quantity: number): Price {
  const amountMinor = plan.amountMinor * BigInt(quantity);
  if (amountMinor > MAX_AMOUNT_MINOR) {
    throw invalid("quantity", `${quantity} × ${plan.name} is more than one charge can be.`);
  }
  return { description: `${quantity} × ${plan.name}`, amountMinor };
}

/**
 * What a change of plan or quantity makes of a subscription, and which lines it adds: the same for the
 * preview and for the change itself. Within a trial nothing was paid, so nothing is prorated. A plan of
 * another rhythm begins a period of its own, which is invoiced at once.
 */
export function changeOf(sub: Subscription, from: Plan, change: PlanChange): ChangeEffect {
  const { plan, quantity, behavior, moment } = change;
  const to: Subscription = { ...sub, planId: plan.id, quantity, changedAt: moment };
  const [paid, price] = [priceOf(from, sub.quantity), priceOf(plan, quantity)];
  if (isInTrial(sub)) return { to, lines: [], isInvoicedNow: false };
  const period = { start: sub.currentPeriodStart, end: sub.currentPeriodEnd };
  if (plan.interval === from.interval && plan.intervalCount === from.intervalCount) {
    const lines = behavior === "none" ? [] : changeLines({ from: paid, to: price, period, moment });
    return { to, lines, isInvoicedNow: behavior === "always_invoice" && lines.length > 0 };
  }
  const fresh = periodAt(moment, plan, moment);
  const credit: Line = {
    description: `Unused time: ${paid.description}`,
    amountMinor: behavior === "none" ? 0n : -unusedOf(paid.amountMinor, period, moment),
    proration: true,
    period: { start: moment, end: period.end },
  };
  const charge: Line = { ...price, proration: false, period: fresh };
  return {
    to: {
      ...to,
      anchorAt: moment,
      currentPeriodStart: fresh.start,
      currentPeriodEnd: fresh.end,
    },
    lines: credit.amountMinor === 0n ? [charge] : [credit, charge],
    isInvoicedNow: true,
  };
}

/** The periods of a subscription that have begun by `moment` and are not invoiced yet, as lines. More
 *  than one only where an unpaid invoice held the later ones up. */
export function periodLines(
  sub: Subscription,
  plan: Plan,
  moment: Date,
): { to: Subscription; lines: Line[] } {
  const price = priceOf(plan, sub.quantity);
  const lines: Line[] = [];
  let to = sub;
  while (to.currentPeriodEnd <= moment) {
    const period = periodAt(sub.anchorAt, plan, to.currentPeriodEnd);
    lines.push({ ...price, proration: false, period });
    to = { ...to, currentPeriodStart: period.start, currentPeriodEnd: period.end };
  }
  return { to: { ...to, changedAt: to.currentPeriodStart }, lines };
}

/** What may change of plan and quantity, and how it is invoiced. */
export type PlanParams = {
  plan?: string | undefined;
  quantity?: number | undefined;
  prorationBehavior?: ProrationBehavior | undefined;
  /** Null: now. */
  prorationDate: Date | null;
};

/** Reads a plan, or locks it where the caller changes something. */
type ReadPlan = (id: string, param?: string) => Promise<Plan>;

/**
 * The change of plan or quantity that is wished for, checked against the subscription; null when there
 * is none. Throws `parameter_invalid`, `resource_missing` (`plan`), and `state_invalid` where nothing was
 * paid yet, or a new rhythm would begin while an invoice is unpaid.
 */
export async function wantedChange(
  ctx: Context,
  sub: Subscription,
  params: PlanParams,
  readPlan: ReadPlan,
): Promise<{ from: Plan; change: PlanChange } | null> {
  if (params.plan === undefined && params.quantity === undefined) {
    if (params.prorationDate) throw invalid("proration_date", "There is nothing to prorate.");
    return null;
  }
  if (!isRunning(sub)) {
    throw new ApiError(
      "state_invalid",
      `Plan and quantity can change once the first payment has succeeded; this subscription is ${sub.status}.`,
    );
  }
  const from = await readPlan(sub.planId);
  const plan =
    params.plan === undefined || params.plan === from.id
      ? from
      : await readPlan(params.plan, "plan");
  checkPlan(sub, from, plan);
  const moment = momentOf(ctx, sub, params.prorationDate);
  const behavior = params.prorationBehavior ?? sub.prorationBehavior;
  const quantity = params.quantity ?? sub.quantity;
  return { from, change: { plan, quantity, behavior, moment } };
}

function checkPlan(sub: Subscription, from: Plan, to: Plan): void {
  if (to.id === from.id) return;
  if (!to.active) throw invalid("plan", `${to.name} cannot be subscribed to any more.`);
  if (to.currency !== from.currency) {
    throw invalid(
      "plan",
      `This subscription is in ${from.currency}, ${to.name} is in ${to.currency}.`,
    );
  }
  const sameRhythm = to.interval === from.interval && to.intervalCount === from.intervalCount;
  if (!sameRhythm && sub.openInvoiceId) {
    throw new ApiError(
      "state_invalid",
      "A plan of another rhythm begins a period at once: collect the open invoice first.",
    );
  }
}

/** Whole seconds, as they are shown and given. */
function momentOf(ctx: Context, sub: Subscription, wanted: Date | null): Date {
  const nowMs = Math.floor(businessNowMs(ctx) / SECOND_MS) * SECOND_MS;
  if (!wanted) return dateFromMs(Math.min(nowMs, sub.currentPeriodEnd.getTime()));
  const moment = dateFromMs(Math.floor(wanted.getTime() / SECOND_MS) * SECOND_MS);
  const earliest = Math.max(sub.changedAt.getTime(), sub.currentPeriodStart.getTime());
  if (moment.getTime() < earliest || moment.getTime() > nowMs) {
    const since = toIsoSeconds(dateFromMs(earliest));
    throw invalid(
      "proration_date",
      `Must not be in the future, nor before ${since}, when this subscription last changed.`,
    );
  }
  return moment;
}

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
  const wanted = await wantedChange(ctx, sub, params, (id, param) => getPlan(ctx, id, param));
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
