import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type {
  ItemOutcome,
  LanePhase,
  Replayable,
  ReplayStatus,
} from "#lib/kernel/vocabulary/webhooks.ts";

/** The deliveries made in `[from, to)` to any of `endpoints` with any of `types` and `statuses`. */
export type Selection = {
  from: Date;
  to: Date;
  endpoints: string[];
  types: string[];
  statuses: Replayable[];
};

/** An example of the deliveries that would be replayed. */
export type SampleDelivery = {
  id: string;
  type: string;
  objectId: string;
  endpointId: string;
  status: string;
  responseStatus: number | null;
  cause: string | null;
  /** ISO 8601. */
  createdAt: string;
};

/** The deliveries that a selection has now. */
export type Forecast = {
  total: number;
  types: Array<{ type: string; total: number }>;
  endpoints: Array<{ endpointId: string; total: number }>;
  /** Up to five of them, oldest first. */
  sample: SampleDelivery[];
  /** Estimated duration without failures. */
  seconds: number;
};

/** The part of a replay that goes to one endpoint. */
export type Lane = {
  endpointId: Id<"we">;
  phase: LanePhase;
  reason: string | null;
  total: number;
  /** Handed to the queue and not over yet. */
  sent: number;
  delivered: number;
  failed: number;
  skipped: number;
  perSecond: number;
};

export type Replay = Selection & {
  id: Id<"rpl">;
  accountId: Id<"acct">;
  mode: Mode;
  dryRun: boolean;
  status: ReplayStatus;
  /** Why it is paused, for people. */
  reason: string | null;
  /** Counted at creation; exact once the set is frozen. */
  total: number;
  delivered: number;
  failed: number;
  skipped: number;
  /** Handed to the queue and not over yet. */
  sent: number;
  forecast: Omit<Forecast, "total">;
  frozen: boolean;
  lanes: Lane[];
  metadata: Record<string, string>;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
};

/** Why an item was skipped. */
export type SkipReason =
  | "succeeded_meanwhile"
  | "other_replay"
  | "expired"
  | "endpoint_deleted"
  | "superseded"
  | "canceled";

/** The outcome of one delivery in the set. */
export type ReplayItem = {
  deliveryId: Id<"dlv">;
  eventId: Id<"evt">;
  eventType: string;
  endpointId: Id<"we">;
  outcome: ItemOutcome;
  /** A `SkipReason` when skipped, the last failure cause when failed. */
  reason: string | null;
  /** The delivery created for it. */
  replayDeliveryId: Id<"dlv"> | null;
  responseStatus: number | null;
  endedAt: Date | null;
};
