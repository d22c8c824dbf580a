import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import type { Replayable } from "#lib/kernel/vocabulary/webhooks.ts";
import {
  ITEM_OUTCOMES,
  type ItemOutcome,
  LANE_PHASES,
  type LanePhase,
  REPLAY_STATUSES,
  type ReplayStatus,
} from "#lib/kernel/vocabulary/webhooks.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";
import type { Metadata } from "./customers.ts";

/** The counts at creation: for people, not for the job. */
type Forecast = {
  types: Array<{ type: string; total: number }>;
  endpoints: Array<{ endpointId: string; total: number }>;
  sample: Array<{
    id: string;
    type: string;
    objectId: string;
    endpointId: string;
    status: string;
    responseStatus: number | null;
    cause: string | null;
    createdAt: string;
  }>;
  seconds: number;
};

/** A job that sends a range of deliveries again. */
export const replays = pgTable(
  "replays",
  {
    accountId: accountColumn(),
    id: idColumn("rpl", "id").notNull(),
    mode: modeColumn(),
    /** Creation of the deliveries, half-open. */
    from: moment("from_at").notNull(),
    to: moment("to_at").notNull(),
    endpoints: text("endpoints").array().notNull(),
    types: text("types").array().notNull(),
    statuses: text("statuses").array().notNull(),
    dryRun: boolean("dry_run").notNull(),
    status: text("status").$type<ReplayStatus>().notNull(),
    /** Why it is paused, as text. */
    reason: text("reason"),
    /** Counted at creation; exact once the set is frozen. */
    total: integer("total").notNull(),
    forecast: jsonb("forecast").$type<Forecast>().notNull(),
    /** Whether every delivery of the set is in `replay_items`. */
    frozen: boolean("frozen").notNull().default(false),
    /** The last delivery checked for the set; after a crash the job continues there. */
    frozenThrough: text("frozen_through"),
    /** When a worker checks it next; null once nothing is left to do or to learn. */
    dueAt: moment("due_at"),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    createdAt: createdColumn(),
    startedAt: moment("started_at"),
    finishedAt: moment("finished_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("replays_list").on(t.accountId, t.mode, t.id),
    index("replays_turns").on(t.accountId, t.dueAt).where(sql`due_at is not null`),
    modeCheck("replays", t.mode),
    oneOf("replays_status", t.status, REPLAY_STATUSES),
  ],
);

/** One endpoint's share of a replay: its counts and its pace. */
export const replayLanes = pgTable(
  "replay_lanes",
  {
    accountId: accountColumn(),
    replayId: idColumn("rpl", "replay_id").notNull(),
    endpointId: idColumn("we", "endpoint_id").notNull(),
    phase: text("phase").$type<LanePhase>().notNull().default("canary"),
    /** Why it stopped, as text. */
    reason: text("reason"),
    total: integer("total").notNull(),
    /** Put into the delivery queue and not finished. */
    sent: integer("sent").notNull().default(0),
    delivered: integer("delivered").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    skipped: integer("skipped").notNull().default(0),
    perSecond: real("per_second").notNull().default(0),
    /** How many can be sent now, fractions included. */
    tokens: real("tokens").notNull().default(0),
    /** Whether the pace rises slowly because of an earlier failure. */
    cautious: boolean("cautious").notNull().default(false),
    canaryOk: integer("canary_ok").notNull().default(0),
    recentOk: real("recent_ok").notNull().default(0),
    recentFailed: real("recent_failed").notNull().default(0),
    pacedAt: moment("paced_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.replayId, t.endpointId] }),
    oneOf("replay_lanes_phase", t.phase, LANE_PHASES),
  ],
);

/** The frozen set: one original delivery each. Partitioned by the day of the replay's id. */
export const replayItems = pgTable(
  "replay_items",
  {
    accountId: accountColumn(),
    replayId: idColumn("rpl", "replay_id").notNull(),
    deliveryId: idColumn("dlv", "delivery_id").notNull(),
    eventId: idColumn("evt", "event_id").notNull(),
    eventType: text("event_type").notNull(),
    endpointId: idColumn("we", "endpoint_id").notNull(),
    /** Status of the original delivery when the set was frozen. */
    was: text("was").$type<Replayable>().notNull(),
    state: text("state").$type<ItemOutcome>().notNull(),
    reason: text("reason"),
    /** The delivery that the replay created. */
    replayDeliveryId: idColumn("dlv", "replay_delivery_id"),
    attemptsSeen: smallint("attempts_seen").notNull().default(0),
    responseStatus: integer("response_status"),
    endedAt: moment("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.replayId, t.deliveryId] }),
    index("replay_items_next").on(t.accountId, t.replayId, t.endpointId, t.state, t.deliveryId),
    oneOf("replay_items_state", t.state, ITEM_OUTCOMES),
  ],
);

/** The unfinished replay that sends an event to an endpoint: only one at a time, across all replays. */
export const replayClaims = pgTable(
  "replay_claims",
  {
    accountId: accountColumn(),
    eventId: idColumn("evt", "event_id").notNull(),
    endpointId: idColumn("we", "endpoint_id").notNull(),
    replayId: idColumn("rpl", "replay_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.eventId, t.endpointId] }),
    index("replay_claims_replay").on(t.accountId, t.replayId),
  ],
);
