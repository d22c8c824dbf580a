import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { RESPONSE_CLASSES, type ResponseClass } from "#lib/kernel/vocabulary/responses.ts";
import { accountColumn, idColumn, modeCheck, modeColumn, moment, oneOf } from "./columns.ts";

/** One API request without its secrets. Written in batches off the hot path, and only added; partitioned by the day
 * of the id and kept for 30 days. */
export const apiRequests = pgTable(
  "api_requests",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    id: idColumn("req", "id").notNull(),
    keyId: idColumn("key", "key_id").notNull(),
    /** The call's name in the contract; null if no call has this method and path. */
    route: text("route"),
    method: text("method").notNull(),
    /** With the query. */
    path: text("path").notNull(),
    status: smallint("status").notNull(),
    /** Class of the status (hundreds), for an index. */
    answer: text("answer").$type<ResponseClass>().notNull(),
    errorCode: text("error_code"),
    /** The version of the response. */
    version: text("version").notNull(),
    durationMs: integer("duration_ms").notNull(),
    address: text("address"),
    userAgent: text("user_agent"),
    idempotencyKey: text("idempotency_key"),
    /** Whether it is an idempotent replay. */
    replayed: boolean("replayed").notNull(),
    /** The object in its path, or the one that it created. */
    objectId: text("object_id"),
    /** Null: none, or not read. A truncated body is shorter than its byte count. */
    requestBody: text("request_body"),
    requestForm: boolean("request_form").notNull(),
    requestBytes: integer("request_bytes").notNull(),
    requestCut: boolean("request_cut").notNull(),
    /** Null for streams: files. */
    responseBody: text("response_body"),
    responseBytes: integer("response_bytes").notNull(),
    responseCut: boolean("response_cut").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [
    // Includes the mode, so that it is the index of the list too.
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    index("api_requests_key").on(t.accountId, t.keyId, t.id),
    index("api_requests_route").on(t.accountId, t.mode, t.route, t.id),
    index("api_requests_method").on(t.accountId, t.mode, t.method, t.id),
    index("api_requests_answer").on(t.accountId, t.mode, t.answer, t.id),
    index("api_requests_version").on(t.accountId, t.mode, t.version, t.id),
    index("api_requests_error")
      .on(t.accountId, t.mode, t.errorCode, t.id)
      .where(sql`error_code is not null`),
    index("api_requests_idempotency")
      .on(t.accountId, t.mode, t.idempotencyKey, t.id)
      .where(sql`idempotency_key is not null`),
    index("api_requests_object")
      .on(t.accountId, t.mode, t.objectId, t.id)
      .where(sql`object_id is not null`),
    modeCheck("api_requests", t.mode),
    oneOf("api_requests_answer_known", t.answer, RESPONSE_CLASSES),
  ],
);

/** Number of requests missing from the log in a period, because writing could not keep up. */
export const apiRequestGaps = pgTable(
  "api_request_gaps",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    /** The first missing request. */
    id: idColumn("req", "id").notNull(),
    fromAt: moment("from_at").notNull(),
    toAt: moment("to_at").notNull(),
    requests: integer("requests").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    index("api_request_gaps_end").on(t.toAt),
    modeCheck("api_request_gaps", t.mode),
  ],
);
