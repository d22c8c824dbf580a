import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import {
  DELIVERY_ORIGINS,
  DELIVERY_STATUSES,
  type DeliveryOrigin,
  type DeliveryStatus,
  ENDPOINT_STATUSES,
  type EndpointStatus,
} from "#lib/kernel/vocabulary/webhooks.ts";
import { accounts } from "./accounts.ts";
import {
  accountColumn,
  bytea,
  createdColumn,
  idColumn,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
  writtenBy,
} from "./columns.ts";
import type { Metadata } from "./customers.ts";

export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    accountId: accountColumn().references(() => accounts.id),
    id: idColumn("we", "id").notNull(),
    mode: modeColumn(),
    url: text("url").notNull(),
    /** Exact types, `payment.*` or `*`. */
    events: text("events").array().notNull(),
    /** The version of its bodies (service.md §9.7). */
    version: text("version").notNull(),
    description: text("description"),
    status: text("status").$type<EndpointStatus>().notNull().default("enabled"),
    disabledReason: text("disabled_reason"),
    /** Null while enabled, and if it was disabled before this was recorded. */
    disabledAt: moment("disabled_at"),
    /** First failure since the last success; null while deliveries succeed. */
    failingSince: moment("failing_since"),
    /** The latest failure since then, to the minute; exact once it can be disabled. */
    lastFailureAt: moment("last_failure_at"),
    /** The longest outage, in hours, of which the owners were warned since then. */
    warnedHours: smallint("warned_hours").notNull().default(0),
    /** `whsec_…`, encrypted and bound to the endpoint's id. */
    secret: bytea("secret").notNull(),
    secretHint: text("secret_hint").notNull(),
    previousSecret: bytea("previous_secret"),
    previousSecretHint: text("previous_secret_hint"),
    previousSecretExpiresAt: moment("previous_secret_expires_at"),
    /** Its own headers as JSON, `{"name": "value"}`, encrypted and bound to the endpoint's id; null without any. */
    headers: bytea("headers"),
    /** The part of them that may be shown: each name with the end of its value. */
    headerHints: jsonb("header_hints").$type<Record<string, string>>().notNull().default({}),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    createdAt: createdColumn(),
    deletedAt: moment("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("webhook_endpoints_list").on(t.accountId, t.mode, t.id),
    index("webhook_endpoints_failing")
      .on(t.failingSince)
      .where(sql`failing_since is not null and status = 'enabled'`),
    modeCheck("webhook_endpoints", t.mode),
    oneOf("webhook_endpoints_status", t.status, ENDPOINT_STATUSES),
  ],
);

/** A delivery's id, event and endpoint. */
const eventAtEndpoint = () => ({
  accountId: accountColumn(),
  id: idColumn("dlv", "id").notNull(),
  mode: modeColumn(),
  eventId: idColumn("evt", "event_id").notNull(),
  eventType: text("event_type").notNull(),
  objectId: text("object_id").notNull(),
  endpointId: idColumn("we", "endpoint_id").notNull(),
});

/**
 * Deliveries of new events to enabled endpoints that no worker has finished yet: written with the event, deleted when
 * the delivery is written to `deliveries` with its first outcome. The rows are narrow and never updated, because each
 * event costs one of them per endpoint (docs/decisions/0053). Read `allDeliveries` to see them.
 */
export const newDeliveries = pgTable(
  "new_deliveries",
  {
    ...eventAtEndpoint(),
    createdAt: createdColumn(),
    txId: writtenBy(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    // Workers read what was committed since their last snapshot.
    index("new_deliveries_tx").on(t.txId, t.id),
    modeCheck("new_deliveries", t.mode),
  ],
);

/** Event × endpoint after its first attempt, and the delivery queue: rows with `nextAttemptAt` are due then. Partitioned
 * by the day of the id. */
export const deliveries = pgTable(
  "deliveries",
  {
    ...eventAtEndpoint(),
    status: text("status").$type<DeliveryStatus>().notNull().default("pending"),
    attemptCount: smallint("attempt_count").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at"),
    /** While in the future, one worker holds the row; `leaseId` guards what it may record. */
    leasedUntil: moment("leased_until"),
    leaseId: text("lease_id"),
    lastResponseStatus: integer("last_response_status"),
    lastFailureCause: text("last_failure_cause"),
    replayOf: idColumn("dlv", "replay_of"),
    /** Only failures of `event` count towards disabling its endpoint. */
    origin: text("origin").$type<DeliveryOrigin>().notNull().default("event"),
    createdAt: createdColumn(),
    finishedAt: moment("finished_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    // Ids ascending, read backwards: a generated descending index puts nulls last, which no `order by id desc` can
    // use.
    index("deliveries_list").on(t.accountId, t.mode, t.id),
    index("deliveries_endpoint").on(t.accountId, t.endpointId, t.id),
    index("deliveries_event").on(t.accountId, t.eventId),
    // The queue. Claims go endpoint by endpoint, so that the backlog of one hides no other. Without the lease, so
    // that taking one changes no index.
    index("deliveries_queue")
      .on(t.status, t.endpointId, t.nextAttemptAt, t.id)
      .where(sql`next_attempt_at is not null`),
    // Whether an event was delivered or is being sent by a later replay.
    index("deliveries_replays")
      .on(t.accountId, t.eventId, t.endpointId)
      .where(sql`replay_of is not null`),
    index("deliveries_type").on(t.accountId, t.mode, t.eventType, t.id),
    // Undelivered and not waiting, by cause: a delivery that succeeds immediately is never in these indexes, so they
    // cost it nothing.
    index("deliveries_status")
      .on(t.accountId, t.mode, t.status, t.id)
      .where(sql`status not in ('pending', 'delivered')`),
    index("deliveries_endpoint_status")
      .on(t.accountId, t.endpointId, t.status, t.id)
      .where(sql`status not in ('pending', 'delivered')`),
    index("deliveries_cause")
      .on(t.accountId, t.mode, t.lastFailureCause, t.id)
      .where(sql`last_failure_cause is not null`),
    index("deliveries_unanswered")
      .on(t.accountId, t.mode, t.id)
      .where(sql`last_failure_cause is not null and last_response_status is null`),
    // `listen` reads replays twice a second. Replays are rare, so the index costs new deliveries nothing.
    index("deliveries_replayed").on(t.accountId, t.mode, t.id).where(sql`origin = 'replay'`),
    modeCheck("deliveries", t.mode),
    oneOf("deliveries_status_known", t.status, DELIVERY_STATUSES),
    oneOf("deliveries_origin_known", t.origin, DELIVERY_ORIGINS),
  ],
);

const NEW_AS_PENDING = sql`
  select account_id, id, mode, event_id, event_type, object_id, endpoint_id, status, attempt_count,
         next_attempt_at, leased_until, lease_id, last_response_status, last_failure_cause,
         replay_of, origin, created_at, finished_at
    from deliveries
  union all
  select account_id, id, mode, event_id, event_type, object_id, endpoint_id, 'pending'::text, 0::smallint,
         created_at, null::timestamp(3) with time zone, null::text, null::integer, null::text,
         null::text collate "C", 'event'::text, created_at, null::timestamp(3) with time zone
    from new_deliveries`;

/** All deliveries, also those of `newDeliveries`, which are pending. For reading. */
export const allDeliveries = pgView("all_deliveries", {
  ...eventAtEndpoint(),
  status: text("status").$type<DeliveryStatus>().notNull(),
  attemptCount: smallint("attempt_count").notNull(),
  nextAttemptAt: moment("next_attempt_at"),
  leasedUntil: moment("leased_until"),
  leaseId: text("lease_id"),
  lastResponseStatus: integer("last_response_status"),
  lastFailureCause: text("last_failure_cause"),
  replayOf: idColumn("dlv", "replay_of"),
  origin: text("origin").$type<DeliveryOrigin>().notNull(),
  createdAt: createdColumn(),
  finishedAt: moment("finished_at"),
}).as(NEW_AS_PENDING);

export type AttemptTimings = {
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  firstByteMs?: number;
  bodyMs?: number;
};

/** The server's certificate and its expiry. */
export type AttemptCertificate = {
  subject: string;
  issuer: string;
  validFrom: string;
  validTo: string;
};

/** One HTTP request. Partitioned with its delivery, by the day of the delivery's id. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    accountId: accountColumn(),
    deliveryId: idColumn("dlv", "delivery_id").notNull(),
    number: smallint("number").notNull(),
    sentAt: moment("sent_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    // `json` keeps the order of the headers as sent and received.
    requestHeaders: json("request_headers").$type<Record<string, string>>().notNull(),
    /** The last characters of each secret that signed it, newest first. */
    signedWith: text("signed_with").array(),
    /** The stored body that was sent: (event, version). */
    bodyVersion: text("body_version").notNull(),
    responseStatus: integer("response_status"),
    responseHeaders: json("response_headers").$type<Record<string, string>>(),
    responseBody: bytea("response_body"),
    responseTruncated: boolean("response_truncated").notNull().default(false),
    failureCause: text("failure_cause"),
    failureMessage: text("failure_message"),
    address: text("address"),
    /** Null without a TLS handshake. */
    certificate: jsonb("certificate").$type<AttemptCertificate>(),
    timings: jsonb("timings").$type<AttemptTimings>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.deliveryId, t.number] })],
);

/** Times without a success to an endpoint that lasted an hour or longer: an alert rule is tried on them. */
export const endpointOutages = pgTable(
  "endpoint_outages",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    endpointId: idColumn("we", "endpoint_id").notNull(),
    /** The first failure after the last success. */
    since: moment("since").notNull(),
    /** The longest of the watched times that it reached, in hours. */
    hours: smallint("hours").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.since, t.endpointId] }),
    modeCheck("endpoint_outages", t.mode),
  ],
);
