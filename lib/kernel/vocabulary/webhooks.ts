/** The closed lists of deliveries and replays. The API, the database and the screens use these. */

export const DELIVERY_STATUSES = [
  "pending",
  "retrying",
  "delivered",
  "failed",
  "held",
  "canceled",
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why a delivery was made: an event happened, somebody replayed one, or somebody tested an endpoint. */
export const DELIVERY_ORIGINS = ["event", "replay", "test"] as const;
export type DeliveryOrigin = (typeof DELIVERY_ORIGINS)[number];

export const REPLAY_STATUSES = [
  "previewed",
  "queued",
  "running",
  "paused",
  "completed",
  "canceled",
] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];

/** Statuses that a replay can select: `failed` (after the last attempt or waiting for a retry), `delivered`, and
 *  `held` because the endpoint was disabled. */
export const REPLAYABLE = ["failed", "delivered", "held"] as const;
export type Replayable = (typeof REPLAYABLE)[number];

/** `canary`: the first five are being sent; `open`: the rest is sent at a growing rate; `stopped`: too many failures, or
 *  the endpoint is disabled. */
export const LANE_PHASES = ["canary", "open", "stopped"] as const;
export type LanePhase = (typeof LANE_PHASES)[number];

/** Outcomes of one delivery in a replay. */
export const ITEM_OUTCOMES = ["waiting", "sent", "delivered", "failed", "skipped"] as const;
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number];

export const ENDPOINT_STATUSES = ["enabled", "disabled"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

export const REPLAY_STEPS = ["pause", "resume", "cancel"] as const;
export type ReplayStep = (typeof REPLAY_STEPS)[number];

/** Periods of an endpoint's history. */
export const HISTORY_WINDOWS = ["24h", "7d", "30d"] as const;
export type HistoryWindow = (typeof HISTORY_WINDOWS)[number];

/** Statuses of deliveries that the dispatcher claims. */
export type ClaimedStatus = Extract<DeliveryStatus, "pending" | "retrying">;
