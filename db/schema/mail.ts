import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import { MAIL_STATUSES, type MailStatus } from "#lib/kernel/vocabulary/mail.ts";
import { accounts } from "./accounts.ts";
import { accountColumn, bytea, createdColumn, idColumn, moment, oneOf } from "./columns.ts";

/**
 * E-mail to people of an account, one row per fact and person: written in the transaction of the fact
 * it tells of, and sent from here by workers. `kept` is what fell due while no mail server was set.
 */
export const mailMessages = pgTable(
  "mail_messages",
  {
    accountId: accountColumn().references(() => accounts.id),
    id: idColumn("eml", "id").notNull(),
    /** The mode of what it is about; null when it is about the account itself. */
    mode: text("mode").$type<"test" | "live">(),
    kind: text("kind").notNull(),
    /** Names the fact: the same one is told to the same person once. */
    fact: text("fact").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    /** What stands behind the `#` of its link, encrypted, until it was sent: of an invitation that
     *  is kept, for as long as that. The texts have an ellipsis there. */
    secret: bytea("secret"),
    status: text("status").$type<MailStatus>().notNull().default("queued"),
    attempts: smallint("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at"),
    leasedUntil: moment("leased_until"),
    leaseId: text("lease_id"),
    /** The e-mail it went in: several messages waiting for one person go as one. */
    envelopeId: text("envelope_id"),
    lastError: text("last_error"),
    createdAt: createdColumn(),
    sentAt: moment("sent_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    unique("mail_messages_once").on(t.accountId, t.fact, t.recipient),
    index("mail_messages_due").on(t.nextAttemptAt, t.id).where(sql`status = 'queued'`),
    index("mail_messages_turns")
      .on(t.accountId, t.nextAttemptAt, t.id)
      .where(sql`status = 'queued'`),
    index("mail_messages_recipient").on(t.recipient, t.sentAt),
    index("mail_messages_created").on(t.createdAt),
    oneOf("mail_messages_mode", t.mode, ["test", "live"]),
    oneOf("mail_messages_status", t.status, MAIL_STATUSES),
  ],
);
