import { index, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { bytea, createdColumn, moment } from "./columns.ts";

/** Requested accounts, until the e-mail address is confirmed or for a day. A worker looks up whether the address has
 * an account, so that the response takes equally long in both cases. */
export const signUps = pgTable(
  "sign_ups",
  {
    requestId: text("request_id").primaryKey(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    country: text("country").notNull(),
    currency: text("currency").notNull(),
    timezone: text("timezone").notNull(),
    passwordHash: text("password_hash").notNull(),
    address: text("address"),
    client: text("client"),
    /** Keyed hash of the token in the last link that was sent. */
    tokenHash: bytea("token_hash").unique("sign_ups_token"),
    attempts: smallint("attempts").notNull().default(0),
    /** Null once the e-mail was sent. */
    nextAttemptAt: moment("next_attempt_at").defaultNow(),
    createdAt: createdColumn(),
  },
  (t) => [index("sign_ups_due").on(t.nextAttemptAt), index("sign_ups_created").on(t.createdAt)],
);
