import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import type { SubscriptionStatus } from "#lib/kernel/vocabulary/billing.ts";
import type { Subscription } from "./types.ts";

/** Every move there is (decisions §3); besides them, whoever is unpaid can still be canceled. */
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

/** How long the payer has for a first payment. */
export const FIRST_PAYMENT_MS = 23 * HOUR_MS;
/** How long before its end a trial is announced to end. */
export const TRIAL_NOTICE_MS = 3 * DAY_MS;
/** Days after the first failure on which is tried again. */
export const LADDER_DAYS = [1, 3, 5, 7] as const;

/** Whether anything will still be invoiced. */
export function isRunning({ status }: Pick<Subscription, "status">): boolean {
  return status === "trialing" || status === "active" || status === "past_due";
}

export function isInTrial(sub: Subscription): boolean {
  return sub.trialEnd !== null && sub.currentPeriodEnd <= sub.trialEnd;
}

/** The subscription in another status. Throws on a move that the table does not have. */
export function moved(sub: Subscription, status: SubscriptionStatus): Subscription {
  if (sub.status === status) return sub;
  if (!SUBSCRIPTION_MOVES[sub.status].includes(status)) {
    throw new Error(`${sub.id} cannot move from ${sub.status} to ${status}`);
  }
  return { ...sub, status };
}

/** When the final action is taken: with the last day of the ladder. Null unless it is past due. */
export function finalActionOf({
  status,
  dunningSince,
}: Pick<Subscription, "status" | "dunningSince">): Date | null {
  if (status !== "past_due" || !dunningSince) return null;
  return dateFromMs(dunningSince.getTime() + LADDER_DAYS.at(-1)! * DAY_MS);
}

/** When something of a subscription is due next by itself; null when nothing is, or an invoice that is
 *  being collected comes first. */
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

/** When the end of a trial is to be announced: three days before, or at once when it is nearer. */
export function noticeAt(sub: Subscription): Date {
  const end = sub.trialEnd ?? sub.currentPeriodEnd;
  return dateFromMs(Math.max(sub.createdAt.getTime(), end.getTime() - TRIAL_NOTICE_MS));
}

/** A subscription whose invoice was paid: whatever was wrong is over. */
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
 * A subscription whose invoice could not be collected. The first failure begins the ladder; after
 * each, the next of its days that is still to come is the next try, unless the refusal was hard: then
 * nothing is tried by itself any more. When the last day has passed, `isOver`.
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
