/** Meanings of the event types. */
const SENTENCES: Record<string, string> = {
  "payment.succeeded": "Funds authorised and captured",
  "payment.failed": "Declined by issuer or bank, with the reason",
  "payment.requires_action": "The payer has to authenticate",
  "payment.processing": "The bank has not answered yet",
  "payment.captured": "A manual capture succeeded",
  "payment.canceled": "Canceled, or expired unpaid",
  "refund.updated": "The refund's status changed",
  "refund.settled": "The payer's bank confirmed the credit",
  "refund.failed": "The credit was returned",
  "payout.approval_requested": "Waiting for a second person",
  "payout.approval_decided": "Approved, refused, or expired",
  "payout.submitted": "Sent to the bank",
  "payout.settled": "Received by the beneficiary's bank",
  "payout.returned": "Returned by the beneficiary's bank",
  "payout.failed": "It did not reach the beneficiary's bank",
  "mandate.active": "The payer may be debited",
  "mandate.failed": "The bank rejected the mandate",
  "mandate.revoked": "Revoked by the payer",
  "subscription.created": "A customer subscribed",
  "subscription.updated": "Plan, quantity or dates changed",
  "subscription.past_due": "A renewal was not paid",
  "subscription.canceled": "The subscription ended",
  "subscription.trial_ending": "The trial ends soon",
  "invoice.paid": "Paid in full",
  "invoice.payment_failed": "A charge for it failed",
  "dispute.opened": "The scheme raised a chargeback",
  "dispute.updated": "The dispute changed",
  "dispute.won": "Dispute won",
  "dispute.lost": "Dispute lost",
  "settlement.created": "A settlement to you is scheduled",
  "settlement.paid": "It arrived at your bank account",
  "settlement.failed": "Your bank returned it",
  "report.ready": "A download is ready",
  "month_closing.closed": "A month was closed",
  "month_closing.corrected": "A closed month has other corrections",
};

export function eventSentence(type: string): string {
  return SENTENCES[type] ?? "";
}

/** `payment.succeeded` → `payment`. */
export function nounOf(type: string): string {
  return type.split(".")[0] ?? type;
}

export type EventGroup = { noun: string; types: string[] };

/** Types grouped by noun, both in the given order. */
export function groupTypes(types: readonly string[]): EventGroup[] {
  const groups: EventGroup[] = [];
  for (const type of types) {
    const known = groups.find((group) => group.noun === nounOf(type));
    if (known) known.types.push(type);
    else groups.push({ noun: nounOf(type), types: [type] });
  }
  return groups;
}

/** A subscription in a few words: `Every event`, `payment.*`, `payment.*, refund.settled and 2 more`. */
export function subscriptionLabel(events: readonly string[], shown = 2): string {
  if (events.includes("*")) return "Every event";
  const named = events.slice(0, shown);
  const rest = events.length - named.length;
  return rest > 0 ? `${named.join(", ")} and ${rest} more` : named.join(", ");
}

/** How many existing types a subscription covers. */
export function coveredTypes(events: readonly string[], types: readonly string[]): number {
  return types.filter((type) => covers(events, type)).length;
}

/** Whether a list of events covers a type: by name, by the noun's wildcard or by `*`. */
export function covers(events: readonly string[], type: string): boolean {
  return events.includes("*") || events.includes(type) || events.includes(`${nounOf(type)}.*`);
}

/** The list after a box was ticked or cleared. A noun's wildcard replaces its types; clearing one type under a wildcard
 * keeps its siblings. */
export function toggled(
  events: readonly string[],
  entry: string,
  on: boolean,
  types: readonly string[],
): string[] {
  if (entry === "*") return on ? ["*"] : [];
  const noun = nounOf(entry);
  const siblings = types.filter((type) => nounOf(type) === noun);
  const others = events.filter((event) => event !== "*" && nounOf(event) !== noun);
  if (entry.endsWith(".*")) return on ? [...others, entry] : others;
  const chosen = siblings.filter((type) => (type === entry ? on : covers(events, type)));
  return [...others, ...chosen];
}
