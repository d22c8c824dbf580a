import { type Tx, transact } from "#db/transact.ts";
import { type MailContent, queueMailIn } from "#lib/domain/mail/index.ts";
import { dateFromMs, HOUR_MS, nowMs, toIsoSeconds } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { FailingEndpoint } from "./failing-store.ts";
import * as store from "./failing-store.ts";

const REASON = "No delivery succeeded for 72 hours.";

/**
 * Disables every endpoint whose deliveries have failed for 72 hours and still fail, holds its remaining
 * deliveries and queues the e-mail to the owners, in one transaction. Returns each endpoint once over all
 * workers and crashes.
 */
export async function disableFailingEndpoints(): Promise<
  Array<{ accountId: Id<"acct">; endpointId: Id<"we"> }>
> {
  const ms = nowMs();
  return await transact(async (tx) => {
    const disabled = await store.disableFailing(tx, {
      now: dateFromMs(ms),
      since: dateFromMs(ms - DISABLE_AFTER_MS),
      afterMs: DISABLE_AFTER_MS,
      reason: REASON,
    });
    for (const { held, ...endpoint } of disabled) {
      await queueNotice(tx, "endpoint_disabled", endpoint, disabledMail(endpoint, held));
    }
    return disabled.map(({ accountId, endpointId }) => ({ accountId, endpointId }));
  });
}

/**
 * Queues an e-mail to the owners of endpoints without a success for 24 and for 48 hours, each once until the
 * next success. An endpoint that is past 48 hours gets the later warning only. Returns the number of endpoints.
 */
export async function warnOfFailingEndpoints(): Promise<number> {
  const ms = nowMs();
  return await transact(async (tx) => {
    let warned = 0;
    for (const hours of WARN_AFTER_HOURS.toReversed()) {
      const failing = await store.markWarned(tx, {
        hours,
        since: dateFromMs(ms - hours * HOUR_MS),
      });
      for (const endpoint of failing) {
        await queueNotice(tx, `endpoint_failing_${hours}h`, endpoint, failingMail(endpoint, hours));
      }
      warned += failing.length;
    }
    return warned;
  });
}

async function queueNotice(
  tx: Tx,
  kind: string,
  { accountId, endpointId, mode, failingSince }: store.FailingEndpoint,
  content: MailContent,
): Promise<void> {
  // An endpoint that fails again later gets another e-mail.
  const fact = `${kind} ${endpointId} ${failingSince.getTime()}`;
  await queueMailIn(tx, { accountId, mode, kind, fact, content });
}

/** An endpoint without a success for this long is disabled (service.md §8). */
export const DISABLE_AFTER_MS = 72 * HOUR_MS;

/** Hours without a success after which the owners are warned. */
const WARN_AFTER_HOURS = [24, 48] as const;

/** The e-mail to the owners of an endpoint that was disabled. */
function disabledMail(endpoint: FailingEndpoint, held: number): MailContent {
  const waited =
    held === 1
      ? "1 delivery that was waiting is held"
      : `${held} deliveries that were waiting are held`;
  const kept = held === 0 ? "every new one is held" : `${waited} now, and so is every new one`;
  return {
    subject: `Webhooks to ${hostOf(endpoint)} are disabled${modeLabel(endpoint)}`,
    paragraphs: [
      `Every delivery to this endpoint has failed for 72 hours, so it was disabled. Nothing more is sent to it.`,
      `No event is lost: ${kept}, for 30 days. When the receiver works again, enable the endpoint and choose whether to send the held deliveries.`,
    ],
    facts: factsOf(endpoint),
    action: actionOf(endpoint),
  };
}

/** The warning to the owners before an endpoint is disabled. */
function failingMail(endpoint: FailingEndpoint, hours: number): MailContent {
  const disablesAt = dateFromMs(endpoint.failingSince.getTime() + DISABLE_AFTER_MS);
  return {
    subject: `Webhooks to ${hostOf(endpoint)} have failed for ${hours} hours${modeLabel(endpoint)}`,
    paragraphs: [
      `No delivery to this endpoint has succeeded for ${hours} hours. Failed deliveries are retried on their schedule and can be replayed for 30 days.`,
      `If none succeeds before ${labelOf(disablesAt)}, the endpoint is disabled and its deliveries are held.`,
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
