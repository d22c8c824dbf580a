import { countText } from "#components/format/locale.ts";
import { moneyText } from "#components/money/money.tsx";
import type { AlertRulesView, AlertRuleView } from "#lib/dashboard/views/alerts.ts";
import type { AlertKind, AlertParams, MutePeriod } from "#lib/kernel/vocabulary/alerts.ts";
import { roleName } from "../team/roles.ts";

/** The kinds of rules: what is told, and what the trial can know. */
export const KINDS: Readonly<Record<AlertKind, { label: string; note: string; trial?: string }>> = {
  approvals_fell: {
    label: "Approvals fell",
    note: "Approvals of an issuer, BIN, country, method or of everything fall clearly below their usual rate. There is nothing to set.",
  },
  decline_rate: {
    label: "Decline rate",
    note: "The share of declined payments passes a bound of your own. While “Approvals fell” has an open alert, this rule stays silent.",
  },
  endpoint_failing: {
    label: "Endpoint failing",
    note: "No webhook to an endpoint succeeds for some time.",
    trial: "Counts times without a success since this installation keeps them.",
  },
  endpoint_disabled: {
    label: "Endpoint disabled",
    note: "An endpoint was disabled after 72 hours without a success.",
    trial: "Counts times without a success since this installation keeps them.",
  },
  disputes_due: {
    label: "Dispute due",
    note: "A dispute without an answer comes close to its deadline.",
  },
  payout_returned: { label: "Payout returned", note: "A beneficiary's bank returns a payout." },
  settlement_failed: { label: "Settlement failed", note: "Your bank returns a settlement." },
  books_disagree: {
    label: "Check of the books",
    note: "The hourly check finds rows of your books that contradict others.",
    trial: "Findings that were corrected since are not counted.",
  },
  key_new_address: {
    label: "Key used from a new address",
    note: "A key is used from an address that it was not used from for 30 days. At most one alert a day per key.",
  },
};

const percent = (bps: number) => `${countText(bps / 100)} %`;
const hoursText = (hours: number) => (hours === 1 ? "1 hour" : `${hours} hours`);
const daysText = (days: number) => (days === 1 ? "1 day" : `${days} days`);

/** A rule's condition in words: "Decline rate above 30 % of at least 50 payments in 1 hour". */
export function ruleTitle({ kind, params }: { kind: AlertKind; params: AlertParams }): string {
  const { rateBps = 0, minimum = 0, hours = 1, days = 1, amount, currency } = params;
  const least = amount && currency ? ` of at least ${moneyText(amount, currency)}` : "";
  switch (kind) {
    case "decline_rate":
      return `Decline rate above ${percent(rateBps)} of at least ${countText(minimum)} payments in ${hoursText(hours)}`;
    case "endpoint_failing":
      return `Endpoint failing for ${hoursText(hours)}`;
    case "disputes_due":
      return `Dispute${least} due in ${daysText(days)}`;
    case "payout_returned":
      return `Payout${least} returned`;
    default:
      return KINDS[kind].label;
  }
}

/** A rule's recipients and channels as text: "Owner, Finance by e-mail; Slack #payments". */
export function peopleText(
  { roles, members, mail, channel }: AlertRuleView,
  { channels, members: team }: Pick<AlertRulesView, "channels" | "members">,
): string {
  const names = [
    ...roles.map(roleName),
    ...members.map((id) => team.find((one) => one.id === id)?.name ?? id),
  ];
  const webhook = channels.find(({ id }) => id === channel);
  const parts = [
    ...(names.length > 0
      ? [`${names.join(", ")}${mail ? " by e-mail" : " in the dashboard"}`]
      : []),
    ...(webhook ? [`webhook ${webhook.name}`] : []),
  ];
  return parts.join("; ") || "Nobody";
}

export const MUTES: readonly { value: MutePeriod; label: string }[] = [
  { value: "hour", label: "Mute for 1 hour" },
  { value: "day", label: "Mute for 1 day" },
  { value: "week", label: "Mute for 1 week" },
  { value: "forever", label: "Mute for ever" },
];
