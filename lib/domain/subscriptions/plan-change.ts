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
import { whyNotReplanned } from "./subscription-policy.ts";
import { isInTrial, isRunning } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

/** A plan and how many of it. */
type Order = { plan: Plan; quantity: number };

export type PlanChange = Order & {
  /** The plan and quantity that were last invoiced for this period. */
  billed: Order;
  behavior: ProrationBehavior;
  /** When the change takes effect. */
  moment: Date;
};

type ChangeEffect = {
  to: Subscription;
  /** Invoice lines that the change adds. */
  lines: Line[];
  /** Whether they are invoiced immediately or with the next invoice. */
  isInvoicedNow: boolean;
};

const sameRhythm = (a: Plan, b: Plan) =>
  a.interval === b.interval && a.intervalCount === b.intervalCount;

/** The price per period. Throws `parameter_invalid` (`quantity`) if it exceeds the maximum of one charge. */
export function priceOf(plan: Plan, quantity: number): Price {
  const amountMinor = plan.amountMinor * BigInt(quantity);
  if (amountMinor > MAX_AMOUNT_MINOR) {
    throw invalid("quantity", `${quantity} × ${plan.name} is more than one charge can be.`);
  }
  return { description: `${quantity} × ${plan.name}`, amountMinor };
}

/** Plan and quantity are what was invoiced. */
const AS_BILLED = { billedPlanId: null, billedQuantity: null };
const NOTHING = { lines: [], isInvoicedNow: false };

const stillBilled = ({ plan, quantity }: Order) => ({
  billedPlanId: plan.id,
  billedQuantity: quantity,
});

/**
 * The subscription after a change of plan or quantity and the invoice lines that it adds. Preview and change both use
 * it. Nothing is prorated within a trial, because nothing was paid. The credit is of what was invoiced, which an earlier
 * change without proration did not alter. A plan with another interval starts a new
 * period, which is invoiced immediately.
 */
export function changeOf(sub: Subscription, change: PlanChange): ChangeEffect {
  const { plan, quantity, billed, behavior, moment } = change;
  const to: Subscription = { ...sub, planId: plan.id, quantity, changedAt: moment, ...AS_BILLED };
  const [paid, price] = [priceOf(billed.plan, billed.quantity), priceOf(plan, quantity)];
  if (isInTrial(sub)) return { to, ...NOTHING };
  const period = { start: sub.currentPeriodStart, end: sub.currentPeriodEnd };
  if (sameRhythm(plan, billed.plan)) {
    if (behavior === "none") return { to: { ...to, ...stillBilled(billed) }, ...NOTHING };
    const lines = changeLines({ from: paid, to: price, period, moment });
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

/** Invoice lines for the periods that have begun by `moment` and are not invoiced yet. There is more than one only
 *  if an unpaid invoice delayed the later ones. */
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
  return { to: { ...to, changedAt: to.currentPeriodStart, ...AS_BILLED }, lines };
}

/** A change of plan or quantity, and how it is invoiced. */
export type PlanParams = {
  plan?: string | undefined;
  quantity?: number | undefined;
  prorationBehavior?: ProrationBehavior | undefined;
  /** Null: now. */
  prorationDate: Date | null;
};

/** `getPlan` for a preview, `lockPlanShared` for a change. */
type ReadPlan = (id: string, param?: string) => Promise<Plan>;

/**
 * The requested change of plan or quantity, checked against the subscription; null if none is requested. Throws
 * `parameter_invalid`, `resource_missing` (`plan`), and `state_invalid` if the first payment has not succeeded, or
 * if the interval would change while an invoice is unpaid.
 */
export async function wantedChange(
  ctx: Context,
  sub: Subscription,
  params: PlanParams,
  readPlan: ReadPlan,
): Promise<PlanChange | null> {
  if (params.plan === undefined && params.quantity === undefined) {
    if (params.prorationDate) throw invalid("proration_date", "There is nothing to prorate.");
    return null;
  }
  const refusal = whyNotReplanned(sub);
  if (refusal) throw refusal;
  const from = await readPlan(sub.planId);
  const plan =
    params.plan === undefined || params.plan === from.id
      ? from
      : await readPlan(params.plan, "plan");
  checkPlan(sub, from, plan);
  const moment = momentOf(ctx, sub, params.prorationDate);
  const behavior = params.prorationBehavior ?? sub.prorationBehavior;
  const quantity = params.quantity ?? sub.quantity;
  return { plan, quantity, billed: await billedFor(sub, from, readPlan), behavior, moment };
}

async function billedFor(sub: Subscription, plan: Plan, readPlan: ReadPlan): Promise<Order> {
  const { billedPlanId, billedQuantity, quantity } = sub;
  if (billedPlanId === null || billedQuantity === null) return { plan, quantity };
  const billed = billedPlanId === plan.id ? plan : await readPlan(billedPlanId);
  return { plan: billed, quantity: billedQuantity };
}

function checkPlan(sub: Subscription, from: Plan, to: Plan): void {
  if (to.id === from.id) return;
  if (!to.active)
    throw invalid("plan", `${to.name} is not active, so it takes no new subscriptions.`);
  if (to.currency !== from.currency) {
    throw invalid(
      "plan",
      `This subscription is in ${from.currency}, ${to.name} is in ${to.currency}.`,
    );
  }
  if (!sameRhythm(to, from) && sub.openInvoiceId) {
    throw new ApiError(
      "state_invalid",
      "A plan with another interval starts a new period immediately. Collect the open invoice first.",
    );
  }
}

/** Whole seconds, as the API shows and accepts them. A clock that is behind, of another process or from before an
 *  advance, makes no change before the last one. */
function momentOf(ctx: Context, sub: Subscription, wanted: Date | null): Date {
  const nowMs = Math.floor(businessNowMs(ctx) / SECOND_MS) * SECOND_MS;
  const earliest = Math.max(sub.changedAt.getTime(), sub.currentPeriodStart.getTime());
  if (!wanted) {
    return dateFromMs(Math.min(Math.max(nowMs, earliest), sub.currentPeriodEnd.getTime()));
  }
  const moment = dateFromMs(Math.floor(wanted.getTime() / SECOND_MS) * SECOND_MS);
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
  /** If the change is made with this date, exactly these lines are invoiced. */
  prorationDate: Date;
  /** The immediate invoice, or null. */
  now: Bill | null;
  /** The invoice after that; null if the subscription ends first and nothing is owed. */
  next: (Bill & { at: Date }) | null;
};

/** Cost of a change of plan or quantity; without a change, the next invoice. Writes nothing. Throws as the change does. */
export async function previewChange(
  ctx: Context,
  id: string,
  params: PlanParams,
): Promise<ChangePreview> {
  const sub = await getSubscription(ctx, id);
  if (!isRunning(sub)) {
    throw new ApiError(
      "state_invalid",
      `This subscription is ${sub.status}: it has no next invoice.`,
    );
  }
  const wanted = await wantedChange(ctx, sub, params, (id, param) => getPlan(ctx, id, param));
  const plan = wanted?.plan ?? (await getPlan(ctx, sub.planId));
  const effect: ChangeEffect = wanted ? changeOf(sub, wanted) : { to: sub, ...NOTHING };
  const kept = (await findDraft(ctx, sub.id))?.lines ?? [];
  const isNow = effect.isInvoicedNow && !sub.openInvoiceId;
  const moment = wanted?.moment ?? sub.changedAt;
  const now = isNow ? closeLines([...kept, ...effect.lines], moment) : null;
  const pending = now ? (now.carried ? [now.carried] : []) : [...kept, ...effect.lines];
  const at = nextInvoiceAt(ctx, effect.to);
  const ends = effect.to.cancelAtPeriodEnd;
  const upcoming = ends ? [] : periodLines(effect.to, plan, at).lines;
  const next = closeLines([...pending, ...upcoming], at);
  return {
    subscription: sub,
    currency: plan.currency,
    prorationDate: moment,
    now,
    // A credit that is left lapses with the subscription.
    next: ends && next.amountDueMinor === 0n ? null : { ...next, at },
  };
}

/** The end of the period; if it has passed because an invoice is unpaid, the earliest time at which that can be paid. */
function nextInvoiceAt(ctx: Context, { currentPeriodEnd }: Subscription): Date {
  return dateFromMs(Math.max(currentPeriodEnd.getTime(), businessNowMs(ctx)));
}
