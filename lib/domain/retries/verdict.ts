import { DAY_MS } from "#lib/kernel/clock.ts";
import type { RetryRefusal } from "#lib/kernel/vocabulary/retries.ts";
import { SCHEME_LIMITS, VISA_NEVER } from "./scheme-limits.ts";
import type { RetryFacts, RetryVerdict } from "./types.ts";

/** How old a declined payment can be. Later charges are no retries in the reports (decisions §6), and the payer no longer
 *  expects them. */
export const RETRY_WITHIN_MS = 7 * DAY_MS;

/** Declined tries of one sale after which it is not retried: the first, and as many retries as dunning makes. */
export const MOST_TRIES = 5;

/** Declines that only the payer can lift: they must authenticate. */
const ASKS_PAYER: ReadonlySet<string> = new Set([
  "authentication_required",
  "authentication_error",
]);

/**
 * Decides whether the merchant may retry a declined payment without its payer. Only a soft decline of a payment whose
 * payer agreed to be charged while absent (a live mandate), that nobody has tried or paid since, and within the limits of
 * the card schemes and ours. The first reason that applies is given, from those that never pass to those that can.
 */
export function retryVerdict(facts: RetryFacts, now: Date): RetryVerdict {
  const refusal =
    whyNotDeclined(facts) ??
    whyTriedSince(facts) ??
    whyOver(facts, now) ??
    whyNeedsPayer(facts) ??
    whyTooOften(facts, now);
  if (refusal === null) return { may: true };
  const isByLater =
    refusal === "paid_since" || refusal === "under_way" || refusal === "tried_since";
  return { may: false, refusal, by: isByLater ? (facts.later?.id ?? null) : null };
}

function whyNotDeclined(facts: RetryFacts): RetryRefusal | null {
  if (facts.status !== "failed" || facts.outcome !== "declined") return "not_declined";
  // It succeeded first, and the payer's bank took the money back.
  if (facts.amountCapturedMinor > 0n) return "taken_back";
  if (facts.adviceCode === "do_not_try_again" || isNeverAtVisa(facts)) return "hard_decline";
  return facts.adviceCode === "confirm_card_data" ? "wrong_data" : null;
}

const isNeverAtVisa = ({ cardBrand, networkCode }: RetryFacts) =>
  cardBrand === "visa" && networkCode !== null && VISA_NEVER.has(networkCode);

function whyTriedSince({ later, isRecovered }: RetryFacts): RetryRefusal | null {
  if (later?.status === "succeeded" || later?.status === "requires_capture") return "paid_since";
  // Its approval was voided: the reports may not know that yet.
  if (later?.status === "canceled") return "tried_since";
  if (isRecovered) return "paid_since";
  if (later?.status === "processing" || later?.status === "requires_action") return "under_way";
  return later ? "tried_since" : null;
}

function whyOver({ invoice, createdAt }: RetryFacts, now: Date): RetryRefusal | null {
  if (now.getTime() - createdAt.getTime() > RETRY_WITHIN_MS) return "too_old";
  if (!invoice) return null;
  if (invoice.isCollecting) return "under_way";
  // The payer must confirm the first payment of a subscription.
  if (invoice.subscription === "incomplete") return "needs_payer";
  const isOwed = invoice.isOpen && invoice.isLatestTry && invoice.subscription === "past_due";
  return isOwed ? null : "invoice_closed";
}

function whyNeedsPayer(facts: RetryFacts): RetryRefusal | null {
  const { methodIsActive, mandateId, declineCode } = facts;
  if (methodIsActive === null) return "needs_payer";
  if (!methodIsActive) return "method_ended";
  if (mandateId === null) return "needs_payer";
  return declineCode !== null && ASKS_PAYER.has(declineCode) ? "must_authenticate" : null;
}

function whyTooOften({ cardBrand, triedAt }: RetryFacts, now: Date): RetryRefusal | null {
  const within = (ms: number) => triedAt.filter((at) => now.getTime() - at.getTime() < ms).length;
  const limits = (cardBrand && SCHEME_LIMITS[cardBrand]) || [];
  if (limits.some(({ withinMs, tries }) => within(withinMs) >= tries)) return "scheme_limit";
  return within(RETRY_WITHIN_MS) >= MOST_TRIES ? "retry_limit" : null;
}
