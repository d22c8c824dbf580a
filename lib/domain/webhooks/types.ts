import type { Event } from "#lib/domain/events/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Certificate } from "./outbound/certificate.ts";
import type { Timings } from "./outbound/post.ts";

export const DELIVERY_STATUSES = [
  "pending",
  "retrying",
  "delivered",
  "failed",
  "held",
  "canceled",
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

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
  status: "enabled" | "disabled";
  disabledReason: string | null;
  failingSince: Date | null;
  /** Of how many hours without a success the owners have been told. */
  warnedHours: number;
  /** What may be shown of the secret: its last characters. */
  secretHint: string;
  previousSecretHint: string | null;
  previousSecretExpiresAt: Date | null;
  metadata: Record<string, string>;
  createdAt: Date;
};

/** Event × endpoint. */
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
  origin: "event" | "replay" | "test";
  createdAt: Date;
  finishedAt: Date | null;
};

/** One HTTP call, as it was. */
export type Attempt = {
  number: number;
  sentAt: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  requestBody: string;
  /** The last characters of each secret that signed it; null when that was not written down. */
  signedWith: string[] | null;
  bodyVersion: string;
  responseStatus: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: Buffer | null;
  responseTruncated: boolean;
  failureCause: string | null;
  failureMessage: string | null;
  address: string | null;
  /** What its server showed; null where no handshake came so far. */
  certificate: Certificate | null;
  timings: Timings;
};

/** Renders the exact bytes to send: the envelope of service.md §2 in a version. The API passes it
 *  in at start-up. */
export type RenderEventBody = (event: Event, version: string) => string;
