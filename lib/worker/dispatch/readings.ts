import type { AttemptRecord } from "#lib/domain/webhooks/index.ts";
import { defineCounter, defineTiming } from "#lib/kernel/figures.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
import { publishReadings } from "#lib/kernel/readings.ts";
import type { Arrivals } from "./arrivals.ts";

const attempts = defineCounter<"outcome">(
  "paydesk_delivery_attempts_total",
  "Attempts that this worker has recorded, by whether the endpoint accepted the delivery.",
  [{ outcome: "delivered" }, { outcome: "failed" }],
);

const lags = defineTiming(
  "paydesk_delivery_lag_seconds",
  "Time from an event to the first attempt of a new delivery of this worker.",
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
);

const times = defineTiming(
  "paydesk_delivery_attempt_seconds",
  "Time of this worker's attempts, which is mostly that of merchants' servers.",
  [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
);

/** Publishes a worker's figures of its deliveries. `add` counts recorded attempts; `withdraw` ends it. */
export function publishFigures(arrivals: Arrivals, inFlight: () => number) {
  return { add: count, withdraw: publishNow(arrivals, inFlight) };
}

function count(records: readonly AttemptRecord[]): void {
  for (const record of records) {
    attempts.add({ outcome: record.failure === null ? "delivered" : "failed" });
    times.observe({}, record.durationMs / 1_000);
    const isNew = record.number === 1 && record.leaseId === null;
    if (isNew)
      lags.observe({}, Math.max(0, record.sentAt.getTime() - idTimeMs(record.eventId)) / 1_000);
  }
}

const publishNow = (arrivals: Arrivals, inFlight: () => number) =>
  publishReadings(
    {
      name: "paydesk_lanes",
      help: "Lanes of new deliveries that this worker owns, of 16 in all.",
      read: arrivals.lanes,
    },
    {
      name: "paydesk_deliveries_waiting",
      help: "New deliveries that this worker has read and that wait for a slot.",
      read: arrivals.waiting,
    },
    {
      name: "paydesk_deliveries_in_flight",
      help: "Attempts of this worker under way or not yet recorded.",
      read: inFlight,
    },
  );
