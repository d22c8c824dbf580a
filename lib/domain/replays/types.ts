import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** What may be sent again: what failed (given up, or waiting for a retry), what arrived, and what was
 *  never sent because its endpoint was disabled. */
export const REPLAYABLE = ["failed", "delivered", "held"] as const;
export type Replayable = (typeof REPLAYABLE)[number];

export type ReplayStatus = "previewed" | "queued" | "running" | "paused" | "completed" | "canceled";

/** Which deliveries: made in `[from, to)`, to any of `endpoints`, of any of `types`. */
export type Selection = {
  from: Date;
  to: Date;
  endpoints: string[];
  types: string[];
  statuses: Replayable[];
};

/** One of those that would be sent again, as it stands. */
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

/** What a selection holds at the moment. */
export type Forecast = {
  total: number;
  types: Array<{ type: string; total: number }>;
  endpoints: Array<{ endpointId: string; total: number }>;
  /** Up to five of them, the oldest first. */
  sample: SampleDelivery[];
  /** About how long it takes when all goes well. */
  seconds: number;
};

/** `canary`: the first five are on their way; `open`: as fast as it goes well; `stopped`: too much
 *  failed, or the endpoint is disabled. */
export type LanePhase = "canary" | "open" | "stopped";

/** One endpoint's share of a replay. */
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
  /** Why it is paused, in words. */
  reason: string | null;
  /** As counted when it was asked for; exact once the set is frozen. */
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

/** Why an item was not sent. */
export type SkipReason =
  | "succeeded_meanwhile"
  | "other_replay"
  | "expired"
  | "endpoint_deleted"
  | "superseded"
  | "canceled";

export type ItemOutcome = "waiting" | "sent" | "delivered" | "failed" | "skipped";

/** What became of one delivery of the set. */
export type ReplayItem = {
  deliveryId: Id<"dlv">;
  eventId: Id<"evt">;
  eventType: string;
  endpointId: Id<"we">;
  outcome: ItemOutcome;
  /** Of a skipped one a `SkipReason`, of a failed one its last cause. */
  reason: string | null;
  /** The delivery that was made for it. */
  replayDeliveryId: Id<"dlv"> | null;
  responseStatus: number | null;
  endedAt: Date | null;
};
