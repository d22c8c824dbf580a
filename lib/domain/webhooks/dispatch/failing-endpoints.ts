import { type Tx, transact } from "#db/transact.ts";
import { type AlertContent, type AlertRule, raiseAlertIn } from "#lib/domain/alerts/index.ts";
import { dateFromMs, HOUR_MS, now, nowMs, toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { FAILING_HOURS } from "#lib/kernel/vocabulary/alerts.ts";
import type { FailingEndpoint } from "./failing-store.ts";
import * as store from "./failing-store.ts";
import { countWaiting, setWaitingAside } from "./waiting-store.ts";

const REASON = "No delivery succeeded for 72 hours.";

/**
 * Disables every endpoint whose deliveries have failed for 72 hours and still fail, holds its remaining
 * deliveries and tells it by the alert rules, in one transaction. Returns each endpoint once over all
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
    for (const endpoint of disabled) {
      const held = await countWaiting(tx, endpoint);
      await setWaitingAside(tx, endpoint, "held", dateFromMs(ms));
      await store.recordOutage(tx, endpoint, DISABLE_AFTER_MS / HOUR_MS);
      await raiseAlertIn(tx, endpoint, {
        kind: "endpoint_disabled",
        key: periodOf(endpoint),
        at: now(),
        content: disabledWords(endpoint, held),
        mail: mailOf("endpoint_disabled", endpoint),
      });
    }
    return disabled.map(({ accountId, endpointId }) => ({ accountId, endpointId }));
  });
}

/**
 * Tells by the alert rules which endpoints had no success for `WARN_AFTER_HOURS`, each time once until the next success.
 * An endpoint that is past several of them gets the last warning only. Returns the number of endpoints.
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
        await warnOf(tx, endpoint, hours);
      }
      warned += failing.length;
    }
    return warned;
  });
}

/** Tells that an endpoint had no success for `hours`, by the rules with the most hours up to there. */
async function warnOf(tx: Tx, endpoint: FailingEndpoint, hours: number): Promise<void> {
  await store.recordOutage(tx, endpoint, hours);
  const hoursOf = (rule: AlertRule) => rule.params.hours ?? WARN_AFTER_HOURS[0];
  const reached = (rules: readonly AlertRule[]) =>
    Math.max(0, ...rules.map(hoursOf).filter((each) => each <= hours));
  // A rule with fewer hours was told when they had passed.
  const key = (each: number) => `${periodOf(endpoint)} ${each}`;
  const fact = { kind: "endpoint_failing", key: key(hours), at: now() } as const;
  const content = failingWords(endpoint, hours);
  const mail = mailOf(`endpoint_failing_${hours}h`, endpoint);
  await raiseAlertIn(tx, endpoint, { ...fact, content, mail }, (rules) =>
    rules.filter((rule) => hoursOf(rule) === reached(rules)),
  );
}

/** Names the time without a success: an endpoint that fails again later is told again. */
const periodOf = ({ endpointId, failingSince }: FailingEndpoint) =>
  `${endpointId} ${failingSince.getTime()}`;

const mailOf = (kind: string, endpoint: FailingEndpoint) => ({
  kind,
  fact: `${kind} ${periodOf(endpoint)}`,
});

/** An endpoint without a success for this long is disabled (service.md §8). */
export const DISABLE_AFTER_MS = 72 * HOUR_MS;

/** Hours without a success of which an alert rule can tell. */
const WARN_AFTER_HOURS = FAILING_HOURS;

/** Tells that an endpoint was disabled. */
function disabledWords(endpoint: FailingEndpoint, held: number): AlertContent {
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
    ...placeOf(endpoint),
  };
}

/** The warning before an endpoint is disabled. */
function failingWords(endpoint: FailingEndpoint, hours: number): AlertContent {
  const disablesAt = dateFromMs(endpoint.failingSince.getTime() + DISABLE_AFTER_MS);
  return {
    subject: `Webhooks to ${hostOf(endpoint)} have failed for ${hoursLabel(hours)}${modeLabel(endpoint)}`,
    paragraphs: [
      `No delivery to this endpoint has succeeded for ${hoursLabel(hours)}. Failed deliveries are retried on their schedule and can be replayed for 30 days.`,
      `If none succeeds before ${labelOf(disablesAt)}, the endpoint is disabled and its deliveries are held.`,
    ],
    facts: factsOf(endpoint),
    ...placeOf(endpoint),
  };
}

const hoursLabel = (hours: number) => (hours === 1 ? "1 hour" : `${hours} hours`);
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

const placeOf = ({ endpointId }: FailingEndpoint) => ({
  path: `webhooks/endpoints/${endpointId}`,
  action: "See why it fails",
});
