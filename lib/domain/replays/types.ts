import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** Statuses that a replay can select: `failed` (after the last attempt or waiting for a retry), `delivered`, and
 *  `held` because the endpoint was disabled. */
export const REPLAYABLE = ["failed", "delivered", "held"] as const;
export type Replayable = (typeof REPLAYABLE)[number];

export type ReplayStatus = "previewed" | "queued" | "running" | "paused" | "completed" | "canceled";

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

/** `canary`: the first five are being sent; `open`: the rest is sent at a growing rate; `stopped`: too many
 *  failures, or the endpoint is disabled. */
export type LanePhase = "canary" | "open" | "stopped";

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

export type ItemOutcome = "waiting" | "sent" | "delivered" | "failed" | "skipped";

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
