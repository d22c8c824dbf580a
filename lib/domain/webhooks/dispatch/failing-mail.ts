import type { MailContent } from "#lib/domain/mail/index.ts";
import { dateFromMs, toIsoSeconds } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { DISABLE_AFTER_MS } from "./failing-rules.ts";
import type { FailingEndpoint } from "./failing-store.ts";

/** What owners are told when an endpoint is disabled. */
export function disabledMail(endpoint: FailingEndpoint, held: number): MailContent {
  const waited =
    held === 1
      ? "1 delivery that was waiting is held"
      : `${held} deliveries that were waiting are held`;
  const kept = held === 0 ? "every new one is held" : `${waited} now, and so is every new one`;
  return {
    subject: `Webhooks to ${hostOf(endpoint)} are disabled${modeLabel(endpoint)}`,
    paragraphs: [
      `Every delivery to this endpoint has failed for 72 hours, so it was disabled. Nothing more is sent to it.`,
      `No event is lost: ${kept}, for 30 days. When the receiver works again, enable the endpoint and choose whether to send what was held.`,
    ],
    facts: factsOf(endpoint),
    action: actionOf(endpoint),
  };
}

/** What owners are told while there is time left. */
export function failingMail(endpoint: FailingEndpoint, hours: number): MailContent {
  const disablesAt = dateFromMs(endpoint.failingSince.getTime() + DISABLE_AFTER_MS);
  return {
    subject: `Webhooks to ${hostOf(endpoint)} have failed for ${hours} hours${modeLabel(endpoint)}`,
    paragraphs: [
      `No delivery to this endpoint has succeeded for ${hours} hours. Failed ones are tried again along their schedule, and can be replayed for 30 days.`,
      `If they go on failing until ${labelOf(disablesAt)}, the endpoint is disabled and its deliveries are held.`,
    ],
    facts: factsOf(endpoint),
    action: actionOf(endpoint),
  };
}

const hostOf = ({ url }: FailingEndpoint) => new URL(url).host;
const modeLabel = ({ mode }: FailingEndpoint) => (mode === "test" ? " (test mode)" : "");
const labelOf = (moment: Date) => toIsoSeconds(moment).replace("T", " ").replace("Z", " UTC");

function factsOf(endpoint: FailingEndpoint): Array<[string, string]> {
  const { url, description, failingSince, endpointId } = endpoint;
  return [
    ["Address", url],
    ...(description ? ([["Description", description]] as Array<[string, string]>) : []),
    ["Failing since", labelOf(failingSince)],
    ["Endpoint", endpointId],
  ];
}

function actionOf({ mode, endpointId }: FailingEndpoint) {
  return {
    label: "See why it fails",
    url: `${env.publicUrl}/${mode}/webhooks/endpoints/${endpointId}`,
  };
}
