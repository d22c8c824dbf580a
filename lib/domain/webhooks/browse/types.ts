import type { Id } from "#lib/kernel/ids.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { FailureCause } from "../outbound/failures.ts";
import type { Delivery, DeliveryStatus } from "../types.ts";

/** What became of the deliveries made for an endpoint in a stretch of time. */
export type Tally = Record<DeliveryStatus, number> & {
  /** HTTP calls made for them. */
  attempts: number;
};

/** Deliveries made in one slot of time, by whether they have arrived by now. */
export type Slot = { from: Date; delivered: number; undelivered: number };

export type ResponseTimes = {
  /** How many attempts these are of: the newest thousand at most. */
  attempts: number;
  medianMs: number;
  p95Ms: number;
};

/** A delivery as a line of a list: with where it goes. */
export type DeliveryListItem = Omit<Delivery, "accountId" | "mode"> & {
  endpointUrl: string;
  endpointDeleted: boolean;
};

/** The class of the last answer's status; `none` where an attempt got no status at all. */
export const ANSWER_CLASSES = ["2xx", "3xx", "4xx", "5xx", "none"] as const;
export type AnswerClass = (typeof ANSWER_CLASSES)[number];

export type DeliveryFilter = {
  endpointId?: string | undefined;
  types?: readonly string[] | undefined;
  statuses?: readonly DeliveryStatus[] | undefined;
  created?: Period | undefined;
  eventId?: Id<"evt"> | undefined;
  /** When the event happened; a replay is made later. */
  happened?: Period | undefined;
  /** What came of telling an endpoint of an event, replays included: of several deliveries the one
   *  that counts (see `STANDINGS`). */
  standings?: readonly DeliveryStatus[] | undefined;
  /** What the last attempt was answered with. */
  answers?: readonly AnswerClass[] | undefined;
  /** Why the last attempt failed. */
  causes?: readonly FailureCause[] | undefined;
  /** The beginning of a delivery's id, or the whole id of an event, an endpoint, an object or a
   *  customer. */
  search?: string | undefined;
};

/** Of several deliveries of one event to one endpoint the first of these counts: it has arrived when
 *  any has, and it is failed only when nothing more is under way. */
export const STANDINGS = [
  "delivered",
  "pending",
  "retrying",
  "held",
  "failed",
  "canceled",
] as const;

/** Which events, and to whom. */
export type ReconcileRequest = {
  happened: Period;
  /** An exact type, or a family: `payment.*`. */
  types?: readonly string[] | undefined;
  endpointId?: string | undefined;
};

/** What was announced against what came of it: `expected` is the sum of the six standings. */
export type Reconciliation = Record<DeliveryStatus, number> & {
  emitted: number;
  /** Events that nobody subscribed to. */
  unsubscribed: number;
  /** Events times the endpoints each was for. */
  expected: number;
};
