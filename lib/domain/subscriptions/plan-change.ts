import {
  changeLines,
  type Line,
  type Price,
  periodAt,
  unusedOf,
} from "#lib/domain/billing/index.ts";
import type { Plan } from "#lib/domain/plans/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { MAX_AMOUNT_MINOR } from "#lib/kernel/money.ts";
import { isInTrial } from "./subscription-state.ts";
import type { ProrationBehavior, Subscription } from "./types.ts";

export type PlanChange = {
  plan: Plan;
  quantity: number;
  behavior: ProrationBehavior;
  /** From when on it counts. */
  moment: Date;
};

export type ChangeEffect = {
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
