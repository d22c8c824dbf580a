import { z } from "zod";
import { EXAMPLE_DAY } from "#lib/kernel/vocabulary/example-day.ts";
import type { ReplayStep } from "#lib/kernel/vocabulary/webhooks.ts";
import {
  ITEM_OUTCOMES,
  LANE_PHASES,
  REPLAY_STATUSES,
  REPLAYABLE,
} from "#lib/kernel/vocabulary/webhooks.ts";
import { defineRoute } from "./route.ts";
import {
  envelope,
  eventType,
  expandable,
  idOf,
  listOf,
  listQuery,
  metadataInput,
  moment,
  timestamp,
} from "./shared.ts";

const count = z.int().min(0);

const laneWire = z
  .object({
    endpoint: expandable("we", "webhook_endpoint"),
    total: count.meta({ description: "All deliveries of this endpoint or type" }),
    delivered: count.meta({ description: "Delivered" }),
    failed: count.meta({ description: "Failed after the last attempt" }),
    skipped: count.meta({ description: "Not sent" }),
    phase: z.enum(["waiting", ...LANE_PHASES]).meta({
      description:
        "`canary`: the first five are being sent; `open`: the rest is being sent; `stopped`: too many failed, or the endpoint is disabled",
    }),
    reason: z.string().nullable().meta({ description: "Why it stopped" }),
    per_second: z.number().min(0).meta({ description: "The current pace" }),
  })
  .meta({ id: "replay_endpoint", description: "One endpoint's share of a replay" });

export const replayWire = z
  .object({
    ...envelope("replay", "rpl"),
    from: timestamp,
    to: timestamp.meta({ description: "End of the range, exclusive" }),
    endpoints: z
      .array(expandable("we", "webhook_endpoint"))
      .meta({ description: "The endpoints that it selects" }),
    types: z.array(z.string()).meta({ description: "Event types and families that it selects" }),
    statuses: z
      .array(z.enum(REPLAYABLE))
      .meta({ description: "Statuses of the deliveries that it selects" }),
    dry_run: z.boolean().meta({ description: "Whether it only counts" }),
    status: z.enum(REPLAY_STATUSES).meta({ description: "`previewed` after a dry run" }),
    reason: z.string().nullable().meta({ description: "Why it is paused" }),
    total: count.meta({
      description: "Deliveries in the replay: counted at creation, exact once it is running",
    }),
    delivered: count.meta({ description: "Delivered" }),
    failed: count.meta({ description: "Failed after the last attempt" }),
    skipped: count.meta({ description: "Not sent; the results have the reason" }),
    in_flight: count.meta({
      description: "Sent and not finished: an answer or a retry is pending",
    }),
    estimated_seconds: count.meta({
      description: "How long the replay takes if no delivery fails, as estimated at creation",
    }),
    by_endpoint: z.array(laneWire).meta({ description: "The same per endpoint" }),
    by_type: z
      .array(z.object({ type: eventType, total: count.meta({ description: "Its deliveries" }) }))
      .meta({ description: "The number of deliveries per event type" }),
    sample: z
      .array(expandable("dlv", "delivery"))
      .meta({ description: "Up to five of the deliveries" }),
    started: timestamp.nullable().meta({ description: "When sending began" }),
    finished: timestamp.nullable().meta({ description: "When the last delivery ended" }),
  })
  .meta({ id: "replay", description: "Sends the deliveries of a range again" });
export type ReplayWire = z.output<typeof replayWire>;

export const replayResultWire = z
  .object({
    id: idOf("dlv").meta({ description: "The original delivery" }),
    object: z.literal("replay_result"),
    event: expandable("evt", "event"),
    event_type: eventType,
    endpoint: expandable("we", "webhook_endpoint"),
    outcome: z.enum(ITEM_OUTCOMES).meta({ description: "What became of the delivery" }),
    reason: z.string().nullable().meta({
      description: "Why it was skipped, or why it failed last",
    }),
    response_status: z
      .int()
      .nullable()
      .meta({ description: "HTTP status of the last attempt; null if there was no response" }),
    replay: expandable("dlv", "delivery")
      .nullable()
      .meta({ description: "The delivery that the replay created" }),
    ended: timestamp
      .nullable()
      .meta({ description: "When it was delivered, failed or was skipped" }),
  })
  .meta({ id: "replay_result", description: "The result of one delivery of a replay" });
export type ReplayResultWire = z.output<typeof replayResultWire>;

const RANGE = {
  from: `${EXAMPLE_DAY}T08:00:00Z`,
  to: `${EXAMPLE_DAY}T10:30:00Z`,
  endpoints: ["we_01kp0b2h6n4r8t0v2x5z7a9c1e"],
  types: ["payment.*"],
  statuses: ["failed" as const],
};

const EXAMPLE: ReplayWire = {
  id: "rpl_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "replay",
  livemode: false,
  created: `${EXAMPLE_DAY}T10:31:07Z`,
  metadata: {},
  ...RANGE,
  dry_run: false,
  status: "running",
  reason: null,
  total: 10_412,
  delivered: 2_180,
  failed: 0,
  skipped: 3,
  in_flight: 41,
  estimated_seconds: 22,
  by_endpoint: [
    {
      endpoint: "we_01kp0b2h6n4r8t0v2x5z7a9c1e",
      total: 10_412,
      delivered: 2_180,
      failed: 0,
      skipped: 3,
      phase: "open",
      reason: null,
      per_second: 640,
    },
  ],
  by_type: [
    { type: "payment.succeeded", total: 9_871 },
    { type: "payment.failed", total: 541 },
  ],
  sample: ["dlv_01kp0c5n7v3m8q2w4x6y9z1b5d3fa9c01b2e"],
  started: `${EXAMPLE_DAY}T10:31:07Z`,
  finished: null,
};

export const createReplayRoute = defineRoute({
  method: "post",
  path: "/v1/replays",
  name: "create_replay",
  group: "Webhooks",
  summary: "Replay a range of deliveries",
  description:
    "Creates a job that sends deliveries of `[from, to)` again: by default those that failed or wait for a retry. The set of deliveries is fixed when the job starts. Each endpoint first receives five; when they arrive, the rest follows at 10 per second and rising. The job stops by itself when failures rise. A replay replaces pending retries, skips deliveries that have succeeded meanwhile, and keeps the event ids. No rate limit applies. With `dry_run` nothing is sent and the answer has the counts only.",
  scope: "replays:write",
  bucket: "none",
  body: z.strictObject({
    from: moment.meta({ description: "Within the last 30 days; rounded down to a second" }),
    to: moment.optional().meta({
      description: "End of the range, exclusive; rounded up to a second. Defaults to now",
    }),
    endpoints: z
      .array(z.string().min(1))
      .max(50)
      .optional()
      .meta({ description: "Defaults to all endpoints" }),
    types: z
      .array(z.string().min(1).max(100))
      .max(100)
      .optional()
      .meta({ description: "Event types, families such as `payment.*`, or `*`, the default" }),
    statuses: z.array(z.enum(REPLAYABLE)).optional().meta({
      description:
        "`failed` (the default): failed finally or waits for a retry, also by a replay that replaced it. `delivered`: also deliveries that succeeded. `held`: never sent because the endpoint was disabled",
    }),
    dry_run: z.boolean().optional().meta({ description: "Only counts; sends nothing" }),
    metadata: metadataInput.optional(),
  }),
  bodyExample: RANGE,
  response: { status: 201, schema: replayWire, example: EXAMPLE },
  returns: "replay",
  errors: ["resource_missing", "state_invalid"],
});

const params = { replay_id: "rpl" } as const;

export const readReplayRoute = defineRoute({
  method: "get",
  path: "/v1/replays/{replay_id}",
  name: "read_replay",
  group: "Webhooks",
  summary: "Read a replay",
  scope: "replays:read",
  bucket: "none",
  params,
  response: { status: 200, schema: replayWire, example: EXAMPLE },
  returns: "replay",
  errors: ["resource_missing"],
});

export const listReplaysRoute = defineRoute({
  method: "get",
  path: "/v1/replays",
  name: "list_replays",
  group: "Webhooks",
  summary: "List replays",
  description: "Newest first, including dry runs.",
  scope: "replays:read",
  bucket: "none",
  query: listQuery.extend({ status: z.enum(REPLAY_STATUSES).optional() }),
  response: {
    status: 200,
    schema: listOf(replayWire),
    example: {
      object: "list",
      url: "/v1/replays",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "replay",
});

const RESULT: ReplayResultWire = {
  id: "dlv_01kp0c5n7v3m8q2w4x6y9z1b5d3fa9c01b2e",
  object: "replay_result",
  event: "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
  event_type: "payment.succeeded",
  endpoint: "we_01kp0b2h6n4r8t0v2x5z7a9c1e",
  outcome: "delivered",
  reason: null,
  response_status: 200,
  replay: "dlv_01kp0f3q8x2n6r0v4z7b9d1g5j",
  ended: `${EXAMPLE_DAY}T10:31:09Z`,
};

export const listReplayResultsRoute = defineRoute({
  method: "get",
  path: "/v1/replays/{replay_id}/results",
  name: "list_replay_results",
  group: "Webhooks",
  summary: "List the results of a replay",
  description:
    "JSON pages, newest delivery first. `format=csv` or `Accept: text/csv` streams all results as CSV, oldest first.",
  scope: "replays:read",
  bucket: "none",
  params,
  query: listQuery.omit({ created: true }).extend({
    outcome: z.enum(ITEM_OUTCOMES).optional(),
    format: z.enum(["json", "csv"]).optional(),
  }),
  response: {
    status: 200,
    schema: listOf(replayResultWire),
    example: {
      object: "list",
      url: "/v1/replays/rpl_01kp0c5n7v3m8q2w4x6y9z1b5d/results",
      data: [RESULT],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "replay_result",
  errors: ["resource_missing"],
});

const step = <const N extends ReplayStep>(name: N, summary: string, description: string) =>
  defineRoute({
    method: "post",
    path: `/v1/replays/{replay_id}/${name}`,
    name: `${name}_replay`,
    group: "Webhooks",
    summary,
    description,
    scope: "replays:write",
    bucket: "none",
    params,
    response: { status: 200, schema: replayWire, example: EXAMPLE },
    returns: "replay",
    errors: ["resource_missing", "state_invalid"],
  });

export const pauseReplayRoute = step(
  "pause",
  "Pause a replay",
  "Sends nothing more until it is resumed. Deliveries that were already sent keep their retries.",
);
export const resumeReplayRoute = step(
  "resume",
  "Resume a replay",
  "Endpoints that had stopped begin with five deliveries again. Deliveries that wait for a retry are sent immediately.",
);
export const cancelReplayRoute = step(
  "cancel",
  "Cancel a replay",
  "Skips deliveries that were not sent yet. They keep their status and retries.",
);
