import type { Event } from "#lib/domain/events/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { AnswerClass } from "#lib/kernel/vocabulary/responses.ts";
import type {
  DeliveryOrigin,
  DeliveryStatus,
  EndpointStatus,
} from "#lib/kernel/vocabulary/webhooks.ts";
import type { Certificate } from "./outbound/connection.ts";
import type { FailureCause } from "./outbound/failures.ts";
import type { Timings } from "./outbound/post.ts";

/** A registered receiver, without its secrets. */
export type Endpoint = {
  id: Id<"we">;
  accountId: Id<"acct">;
  mode: Mode;
  url: string;
  /** Exact types, `payment.*` or `*`. */
  events: string[];
  version: string;
  description: string | null;
  status: EndpointStatus;
  disabledReason: string | null;
  /** Null while enabled, and if it was disabled before this was recorded. */
  disabledAt: Date | null;
  failingSince: Date | null;
  /** Hours without a success for which the owners got the latest warning; 0 before the first. */
  warnedHours: number;
  /** The last characters of the secret, which may be shown. */
  secretHint: string;
  previousSecretHint: string | null;
  previousSecretExpiresAt: Date | null;
  /** Its own headers: each name with the end of its value, which may be shown. */
  headerHints: Record<string, string>;
  metadata: Record<string, string>;
  createdAt: Date;
};

/** One event for one endpoint. */
export type Delivery = {
  id: Id<"dlv">;
  accountId: Id<"acct">;
  mode: Mode;
  eventId: Id<"evt">;
  eventType: string;
  objectId: string;
  endpointId: Id<"we">;
  status: DeliveryStatus;
  attemptCount: number;
  nextAttemptAt: Date | null;
  lastResponseStatus: number | null;
  lastFailureCause: string | null;
  replayOf: Id<"dlv"> | null;
  origin: DeliveryOrigin;
  createdAt: Date;
  finishedAt: Date | null;
};

/** One HTTP request of a delivery and its response. */
export type Attempt = {
  number: number;
  sentAt: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  requestBody: string;
  /** The last characters of each secret that signed it; null when not recorded. */
  signedWith: string[] | null;
  bodyVersion: string;
  responseStatus: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: Buffer | null;
  responseTruncated: boolean;
  failureCause: string | null;
  failureMessage: string | null;
  address: string | null;
  /** The server's certificate; null when no TLS handshake got that far. */
  certificate: Certificate | null;
  timings: Timings;
};

/** Renders the exact bytes to send: the envelope of service.md §2 in a version. The API passes it in at
 *  start-up, since a noun may not import the API. */
export type RenderEventBody = (event: Event, version: string) => string;

/** Deliveries made for an endpoint in a period, by status. */
export type Tally = Record<DeliveryStatus, number> & {
  /** Attempts made for them. */
  attempts: number;
};

/** Deliveries made in one slot of time, by whether they have arrived so far. */
export type Slot = { from: Date; delivered: number; undelivered: number };

export type ResponseTimes = {
  /** Number of attempts measured: the newest 1,000 at most. */
  attempts: number;
  medianMs: number;
  p95Ms: number;
};

/** A delivery as a list item, with its endpoint's URL. */
export type DeliveryListItem = Omit<Delivery, "accountId" | "mode"> & {
  endpointUrl: string;
  endpointDeleted: boolean;
  /** Amount of the event's object, in minor units; null for objects without an amount. */
  money: { amount: string; currency: string } | null;
};

/** The class of the last response status; `none` when the last attempt got no response. */

export type DeliveryFilter = {
  endpointId?: string | undefined;
  types?: readonly string[] | undefined;
  statuses?: readonly DeliveryStatus[] | undefined;
  created?: Period | undefined;
  eventId?: Id<"evt"> | undefined;
  /** When the event happened; its replays are made later. */
  happened?: Period | undefined;
  /** The best status (`BEST_FIRST`) of an event at an endpoint, replays included. */
  bestStatuses?: readonly DeliveryStatus[] | undefined;
  /** The response to the last attempt. */
  answers?: readonly AnswerClass[] | undefined;
  /** Why the last attempt failed. */
  causes?: readonly FailureCause[] | undefined;
  /** The beginning of a delivery's id, or the whole id of an event, an endpoint, an object or a
   *  customer. */
  search?: string | undefined;
};

/** The best status of several deliveries of one event to one endpoint is the first of these: `delivered`
 *  when any has arrived, `failed` only when none is still on its way. */
export const BEST_FIRST = [
  "delivered",
  "pending",
  "retrying",
  "held",
  "failed",
  "canceled",
] as const;

/** The events and the endpoint to reconcile. */
export type ReconcileRequest = {
  happened: Period;
  /** An exact type, or a family: `payment.*`. */
  types?: readonly string[] | undefined;
  endpointId?: string | undefined;
};

/** Best statuses of the period's deliveries; `expected` is the sum of the six. */
export type Reconciliation = Record<DeliveryStatus, number> & {
  emitted: number;
  /** Events without a subscribed endpoint. */
  unsubscribed: number;
  /** Pairs of an event and an endpoint that it was made for. */
  expected: number;
};
