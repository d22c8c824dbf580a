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
export type DeliveryLine = Omit<Delivery, "accountId" | "mode"> & {
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
  /** What the last attempt was answered with. */
  answers?: readonly AnswerClass[] | undefined;
  /** Why the last attempt failed. */
  causes?: readonly FailureCause[] | undefined;
  /** The beginning of a delivery's id, or the whole id of an event, an endpoint, an object or a
   *  customer. */
  search?: string | undefined;
};
