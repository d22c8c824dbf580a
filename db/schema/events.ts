import { sql } from "drizzle-orm";
import { index, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accountColumn, createdColumn, idColumn, modeCheck, modeColumn } from "./columns.ts";

/** A state change of an object. Partitioned by the day of its id and kept for 30 days (service.md §6). */
export const events = pgTable(
  "events",
  {
    accountId: accountColumn(),
    id: idColumn("evt", "id").notNull(),
    mode: modeColumn(),
    type: text("type").notNull(),
    /** The object of the event. */
    objectId: text("object_id").notNull(),
    /** The version of `data`'s wire shape: the newest when it was written. */
    version: text("version").notNull(),
    /** The complete object in that shape; rendered in each endpoint's version when it is sent. */
    // `json`, not `jsonb`, which would reorder the fields and so change the bytes that we send.
    data: json("data").$type<Record<string, unknown>>().notNull(),
    requestId: idColumn("req", "request_id"),
    createdAt: createdColumn(),
    /** Position of the call that emitted it in its trace (W3C Trace Context); null unless the trace is recorded. */
    traceparent: text("traceparent"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    // Ascending, like those of deliveries.
    index("events_list").on(t.accountId, t.mode, t.id),
    index("events_type").on(t.accountId, t.mode, t.type, t.id),
    index("events_object").on(t.accountId, t.objectId, t.id),
    index("events_request").on(t.accountId, t.requestId).where(sql`request_id is not null`),
    modeCheck("events", t.mode),
  ],
);

/** The exact bytes of an event in one version: written once, before the first attempt. */
export const eventBodies = pgTable(
  "event_bodies",
  {
    accountId: accountColumn(),
    eventId: idColumn("evt", "event_id").notNull(),
    version: text("version").notNull(),
    body: text("body").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.eventId, t.version] })],
);
