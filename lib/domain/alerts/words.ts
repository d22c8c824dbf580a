import { momentWords } from "#lib/kernel/moment-words.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { Tally } from "#lib/kernel/raised-rates.ts";
import { declinedWords, ratesGuide, statedRate } from "#lib/kernel/rate-words.ts";
import type * as rows from "./occurrences-store.ts";
import type { AlertContent } from "./types.ts";

// The words of each kind of alert. Facts that have another home (incidents, endpoints, the check of the books) are told
// there; here they only have the title that a trial shows.

/** `30.0 %`, `12.25 %`: the bound of a rule, exactly. */
const boundText = (rateBps: number) => `${(rateBps / 100).toFixed(rateBps % 10 === 0 ? 1 : 2)} %`;

export function declineRateWords(
  found: Tally,
  bound: { rateBps: number; hours: number },
): AlertContent {
  const window = bound.hours === 1 ? "the last hour" : `the last ${bound.hours} hours`;
  const { declined, of } = found;
  const rate = statedRate(declined, of);
  return {
    subject: rate
      ? `Decline rate ${rate}: ${declined} of ${of} payments in ${window}`
      : `${declinedWords(found)} were declined in ${window}`,
    paragraphs: [
      `${declinedWords(found)} were declined in ${window}. The rule's bound is ${boundText(bound.rateBps)}.`,
      "The declines report shows which issuers and reasons they have in common.",
      ratesGuide("How the decline rate is counted", "approval-rate"),
    ],
    path: "reports/declines",
    action: "Open the declines report",
  };
}

export function declineRateOverWords(bound: { rateBps: number }): AlertContent {
  return {
    subject: `Decline rate back below ${boundText(bound.rateBps)}`,
    paragraphs: [
      `The decline rate is clearly below the rule's bound of ${boundText(bound.rateBps)} again, or there are too few payments to say.`,
    ],
    path: "reports/declines",
    action: "Open the declines report",
  };
}

export function reminderWords(dispute: rows.DisputeRow): AlertContent {
  const amount = formatMinor(dispute.amountMinor, dispute.currency);
  return {
    subject: `A dispute of ${amount} needs an answer by ${momentWords(dispute.evidenceDueBy)}`,
    paragraphs: [
      `The dispute ${dispute.id} of ${amount} has no answer yet. Without evidence by ${momentWords(dispute.evidenceDueBy)} it is lost.`,
    ],
    path: `disputes/${dispute.id}`,
    action: "Answer the dispute",
  };
}

export function returnedWords(payout: Omit<rows.PayoutRow, "at">): AlertContent {
  const amount = formatMinor(payout.amountMinor, payout.currency);
  const reason = payout.reasonCode ? ` with the reason ${payout.reasonCode}` : "";
  return {
    subject: `A payout of ${amount} was returned`,
    paragraphs: [
      `The bank of ${payout.beneficiaryName} returned the payout ${payout.id} of ${amount}${reason}. The money is in your payout balance again.`,
    ],
    path: `payouts/${payout.id}`,
    action: "See why it was returned",
  };
}

export function settlementWords({
  id,
  netMinor,
  currency,
}: Omit<rows.SettlementRow, "at">): AlertContent {
  const amount = formatMinor(netMinor, currency);
  return {
    subject: `A settlement of ${amount} failed`,
    paragraphs: [
      `Your bank returned the settlement ${id} of ${amount}. The money is in your balance again and is part of the next settlement; check your bank account's details before it.`,
    ],
    path: `settlements/${id}`,
    action: "Open the settlement",
  };
}

const SHOWN = 5;

export function newAddressWords({ keyId, name, addresses }: rows.NewAddressRow): AlertContent {
  const shown = addresses.slice(0, SHOWN).join(", ");
  const more = addresses.length > SHOWN ? ` and ${addresses.length - SHOWN} more` : "";
  const isOne = addresses.length === 1;
  return {
    subject: `Key ${name} was used from ${isOne ? "a new address" : `${addresses.length} new addresses`}`,
    paragraphs: [
      `The key ${name} was used from ${shown}${more}, ${isOne ? "an address" : "addresses"} that it had not been used from for 30 days.`,
      "If this is not one of your servers, rotate the key and revoke the old one. Further new addresses of this day are on the key's screen.",
    ],
    path: `keys/${keyId}`,
    action: "See who uses the key",
  };
}

/** `what`: "are disabled". */
export function outageWords(
  { url, endpointId, since }: rows.OutageRow,
  what: string,
): AlertContent {
  const host = url ? new URL(url).host : "a deleted endpoint";
  return {
    subject: `Webhooks to ${host} ${what}`,
    paragraphs: [`No delivery to this endpoint succeeded after ${momentWords(since)}.`],
    path: `webhooks/endpoints/${endpointId}`,
    action: "See why it fails",
  };
}

/** Words of an occurrence of which only the title is shown. */
export const titleOnly = (subject: string, path: string): AlertContent => ({
  ...{ subject, paragraphs: [], path, action: "Open" },
});
