import type { Id } from "#lib/kernel/ids.ts";
import type { Period } from "#lib/kernel/period.ts";
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

export type DeliveryFilter = {
  endpointId?: string | undefined;
  types?: readonly string[] | undefined;
  statuses?: readonly DeliveryStatus[] | undefined;
  created?: Period | undefined;
  eventId?: Id<"evt"> | undefined;
  /** The beginning of a delivery's id, or the whole id of an event, an endpoint or an object. */
  search?: string | undefined;
};
