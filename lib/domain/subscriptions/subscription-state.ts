import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import type { SubscriptionStatus } from "#lib/kernel/vocabulary/billing.ts";
import type { Subscription } from "./types.ts";

/** All permitted transitions (decisions §3, and from `unpaid` to `canceled`). */
export const SUBSCRIPTION_MOVES: Readonly<
  Record<SubscriptionStatus, readonly SubscriptionStatus[]>
> = {
  incomplete: ["active", "incomplete_expired"],
  trialing: ["active", "canceled", "past_due"],
  active: ["past_due", "canceled"],
  past_due: ["active", "unpaid", "canceled"],
  unpaid: ["canceled"],
  incomplete_expired: [],
  canceled: [],
};

/** Time in which the first payment must succeed. */
export const FIRST_PAYMENT_MS = 23 * HOUR_MS;
/** How long before the end of a trial `subscription.trial_ending` is sent. */
export const TRIAL_NOTICE_MS = 3 * DAY_MS;
/** Days after the first failure on which collection is retried. */
export const LADDER_DAYS = [1, 3, 5, 7] as const;

/** Whether further periods will be invoiced. */
export function isRunning({ status }: Pick<Subscription, "status">): boolean {
  return status === "trialing" || status === "active" || status === "past_due";
}

export function isInTrial(sub: Subscription): boolean {
  return sub.trialEnd !== null && sub.currentPeriodEnd <= sub.trialEnd;
}

/** The subscription in another status. Throws if the transition is not permitted. */
export function moved(sub: Subscription, status: SubscriptionStatus): Subscription {
  if (sub.status === status) return sub;
  if (!SUBSCRIPTION_MOVES[sub.status].includes(status)) {
    throw new Error(`${sub.id} cannot move from ${sub.status} to ${status}`);
  }
  return { ...sub, status };
}

/** When the final action is taken: on the last day of the dunning ladder. Null unless past due. */
export function finalActionOf({
  status,
  dunningSince,
}: Pick<Subscription, "status" | "dunningSince">): Date | null {
  if (status !== "past_due" || !dunningSince) return null;
  return dateFromMs(dunningSince.getTime() + LADDER_DAYS.at(-1)! * DAY_MS);
}

/** When the subscription has due work next; null if never, or while an open invoice must be collected first. */
export function nextDueOf(sub: Subscription): Date | null {
  switch (sub.status) {
    case "incomplete":
      return dateFromMs(sub.createdAt.getTime() + FIRST_PAYMENT_MS);
    case "trialing":
    case "active":
      if (sub.openInvoiceId) return null;
      return isInTrial(sub) && !sub.trialReminded ? noticeAt(sub) : sub.currentPeriodEnd;
    case "past_due":
      return sub.nextAttemptAt ?? finalActionOf(sub);
    default:
      return null;
  }
}

/** When the end of a trial is announced: three days before, or at creation if the trial is shorter. */
export function noticeAt(sub: Subscription): Date {
  const end = sub.trialEnd ?? sub.currentPeriodEnd;
  return dateFromMs(Math.max(sub.createdAt.getTime(), end.getTime() - TRIAL_NOTICE_MS));
}

/** The subscription after its open invoice was paid: dunning is cleared. */
export function afterPaid(sub: Subscription): Subscription {
  const settled = {
    ...sub,
    openInvoiceId: null,
    redirectUrl: null,
    dunningAttempt: 0,
    dunningSince: null,
    nextAttemptAt: null,
  };
  return isRunning(sub) || sub.status === "incomplete" ? moved(settled, "active") : settled;
}

/**
 * The subscription after a failed attempt to collect its invoice. The first failure starts the dunning ladder; the
 * next attempt is on the ladder's next future day, or never after a hard decline. `isOver` once the last day has
 * passed.
 */
export function afterFailure(
  sub: Subscription,
  { isHard, moment }: { isHard: boolean; moment: Date },
): { to: Subscription; isOver: boolean } {
  if (sub.status === "incomplete") return { to: { ...sub, redirectUrl: null }, isOver: false };
  const since = sub.dunningSince ?? moment;
  const to: Subscription = {
    ...moved(sub, "past_due"),
    redirectUrl: null,
    dunningSince: since,
    nextAttemptAt: null,
  };
  const dayOf = (days: number) => dateFromMs(since.getTime() + days * DAY_MS);
  const next = LADDER_DAYS.findIndex(
    (days, place) => place >= sub.dunningAttempt && dayOf(days) > moment,
  );
  if (!isHard && next >= 0) {
    return {
      to: { ...to, dunningAttempt: next, nextAttemptAt: dayOf(LADDER_DAYS[next]!) },
      isOver: false,
    };
  }
  const end = finalActionOf(to);
  return { to, isOver: end !== null && end <= moment };
}
