import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { CALL_STATES, type CallState } from "#lib/kernel/vocabulary/idempotency.ts";
import {
  accountColumn,
  bytea,
  createdColumn,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";

/** One row per `Idempotency-Key`, account, mode and key space, for 24 hours (service.md §3). */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    /** The key in its space; see `scopedKey` in `lib/domain/idempotency`. */
    key: text("key").notNull(),
    /** Canonical hash of method, path and parsed parameters (decisions §1, "same body"). */
    requestHash: bytea("request_hash").notNull(),
    state: text("state").$type<CallState>().notNull(),
    /** The object that the first call created; a repeat of an unfinished call resumes from it. */
    resourceId: text("resource_id"),
    responseStatus: integer("response_status"),
    /** The exact bytes of the response, as text, in `responseVersion`. */
    responseBody: text("response_body"),
    responseVersion: text("response_version"),
    createdAt: createdColumn(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.key] }),
    index("idempotency_keys_expiry").on(t.expiresAt),
    modeCheck("idempotency_keys", t.mode),
    oneOf("idempotency_keys_state", t.state, CALL_STATES),
  ],
);
