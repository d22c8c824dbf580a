/** What each event says happened, for whoever chooses among them. */
const SENTENCES: Record<string, string> = {
  "payment.succeeded": "Funds captured and authorised",
  "payment.failed": "Issuer or bank refused, with the reason",
  "payment.requires_action": "The payer has to authenticate",
  "payment.processing": "Under way at the bank",
  "payment.captured": "A manual capture went through",
  "payment.canceled": "Cancelled, or expired unpaid",
  "refund.updated": "A refund moved on",
  "refund.settled": "The payer's bank confirmed the credit",
  "refund.failed": "The credit was returned",
  "payout.approval_requested": "It waits for a second person",
  "payout.approval_decided": "It was approved, refused or not decided in time",
  "payout.submitted": "Handed to the bank",
  "payout.settled": "The credit landed",
  "payout.returned": "The beneficiary's bank rejected it",
  "payout.failed": "It never reached the beneficiary's bank",
  "mandate.active": "The payer may be debited",
  "mandate.failed": "The bank refused the mandate",
  "mandate.revoked": "The payer took it back",
  "subscription.created": "A customer subscribed",
  "subscription.updated": "Plan, quantity or dates changed",
  "subscription.past_due": "A renewal was not paid",
  "subscription.canceled": "It ended",
  "subscription.trial_ending": "The trial ends soon",
  "invoice.paid": "Paid in full",
  "invoice.payment_failed": "A charge for it failed",
  "dispute.opened": "The scheme raised a chargeback",
  "dispute.updated": "It moved on",
  "dispute.won": "Decided for you",
  "dispute.lost": "Decided for the payer",
  "settlement.created": "A payout to you is scheduled",
  "settlement.paid": "It reached your account",
  "settlement.failed": "It could not be paid",
  "report.ready": "A download is prepared",
};

export function eventSentence(type: string): string {
  return SENTENCES[type] ?? "";
}

/** `payment.succeeded` → `payment`. */
export function nounOf(type: string): string {
  return type.split(".")[0] ?? type;
}

export type EventGroup = { noun: string; types: string[] };

/** The types by the noun they are about, both in the order given. */
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

/** How many of the types an endpoint gets today. */
export function coveredTypes(events: readonly string[], types: readonly string[]): number {
  return types.filter((type) => covers(events, type)).length;
}

/** Whether a list of events includes a type, by name, by its noun's wildcard or by `*`. */
export function covers(events: readonly string[], type: string): boolean {
  return events.includes("*") || events.includes(type) || events.includes(`${nounOf(type)}.*`);
}

/** The list after one box was ticked or cleared. A noun's wildcard takes the place of its types; a
 *  type cleared under a wildcard leaves its siblings ticked. */
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
