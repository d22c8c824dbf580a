import type { Replay, ReplayItem } from "#lib/domain/replays/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";

/** Fixed range replays, and the deliveries of a replay in every state. */

const MADE = dateFromMs(Date.UTC(2026, 3, 14, 8, 0, 0));
const ENDPOINT = "we_01kp0b2h6n4r8t0v2x5z7a9c1e";
const DELIVERY = "dlv_01kp0c5n7v3m8q2w4x6y9z1b5d3fa9c01b2e";

const lane: Replay["lanes"][number] = {
  endpointId: ENDPOINT,
  phase: "open",
  reason: null,
  total: 40,
  sent: 3,
  delivered: 30,
  failed: 1,
  skipped: 2,
  perSecond: 10,
};

const running: Replay = {
  accountId: "acct_01kp0a0000000000000000000a",
  mode: "test",
  id: "rpl_01kp0c5n7v3m8q2w4x6y9z1b5p",
  from: dateFromMs(Date.UTC(2026, 3, 12)),
  to: dateFromMs(Date.UTC(2026, 3, 13)),
  endpoints: [ENDPOINT],
  types: ["payment.succeeded"],
  statuses: ["failed"],
  dryRun: false,
  status: "running",
  reason: null,
  total: 40,
  delivered: 30,
  failed: 1,
  skipped: 2,
  sent: 3,
  forecast: {
    types: [{ type: "payment.succeeded", total: 40 }],
    endpoints: [{ endpointId: ENDPOINT, total: 40 }],
    sample: [
      {
        id: DELIVERY,
        type: "payment.succeeded",
        objectId: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
        endpointId: ENDPOINT,
        status: "failed",
        responseStatus: 503,
        cause: null,
        createdAt: "2026-04-12T09:31:07Z",
      },
    ],
    seconds: 4,
  },
  frozen: true,
  lanes: [lane],
  metadata: { incident: "17" },
  createdAt: MADE,
  startedAt: MADE,
  finishedAt: null,
};

const waiting = { delivered: 0, failed: 0, skipped: 0, sent: 0, frozen: false, lanes: [] } as const;

export const REPLAYS: Readonly<Record<string, Replay>> = {
  previewed: {
    ...running,
    ...waiting,
    lanes: [],
    dryRun: true,
    status: "previewed",
    startedAt: null,
  },
  queued: { ...running, ...waiting, lanes: [], status: "queued", startedAt: null },
  running,
  trying_out: { ...running, lanes: [{ ...lane, phase: "canary", perSecond: 0.5 }] },
  paused: {
    ...running,
    status: "paused",
    reason: "The endpoint is disabled.",
    lanes: [{ ...lane, phase: "stopped", reason: "The endpoint is disabled." }],
  },
  completed: { ...running, status: "completed", sent: 0, delivered: 37, finishedAt: MADE },
  canceled: { ...running, status: "canceled", sent: 0, finishedAt: MADE },
};

const delivered: ReplayItem = {
  deliveryId: DELIVERY,
  eventId: "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
  eventType: "payment.succeeded",
  endpointId: ENDPOINT,
  outcome: "delivered",
  reason: null,
  replayDeliveryId: "dlv_01kp0c5n7v3m8q2w4x6y9z1b5f3fa9c01b2e",
  responseStatus: 200,
  endedAt: MADE,
};
const unsent = { ...delivered, replayDeliveryId: null, responseStatus: null };

export const REPLAY_RESULTS: Readonly<Record<string, ReplayItem>> = {
  waiting: { ...unsent, outcome: "waiting", endedAt: null },
  sent: { ...delivered, outcome: "sent", responseStatus: null, endedAt: null },
  delivered,
  failed: { ...delivered, outcome: "failed", reason: "response_timeout", responseStatus: null },
  skipped: { ...unsent, outcome: "skipped", reason: "succeeded_meanwhile" },
};
