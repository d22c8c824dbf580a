import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { MAIL_STATUSES, type MailStatus } from "#lib/kernel/vocabulary/mail.ts";
import { MODES, type Mode } from "#lib/kernel/vocabulary/modes.ts";
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
} from "./columns.ts";

/** E-mail to people of an account, one row per fact and person: written in the transaction of that fact and sent by
 * workers. `kept` marks messages that became due while no mail server was set. */
export const mailMessages = pgTable(
  "mail_messages",
  {
    accountId: accountColumn().references(() => accounts.id),
    id: idColumn("eml", "id").notNull(),
    /** The mode of its subject; null for the account itself. */
    mode: text("mode").$type<Mode>(),
    kind: text("kind").notNull(),
    /** Identifies the fact, so that a person gets one message about it. */
    fact: text("fact").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    /** The secret after the `#` of its link, encrypted, until it was sent; for a kept invitation, as long as it is kept.
     * The texts have an ellipsis there. */
    secret: bytea("secret"),
    status: text("status").$type<MailStatus>().notNull().default("queued"),
    attempts: smallint("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at"),
    leasedUntil: moment("leased_until"),
    leaseId: text("lease_id"),
    /** Sent in one e-mail with the other messages of a digest. */
    digest: boolean("digest").notNull().default(false),
    /** The e-mail that contained it: messages waiting for one person are sent as one e-mail. */
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
    oneOf("mail_messages_mode", t.mode, MODES),
    oneOf("mail_messages_status", t.status, MAIL_STATUSES),
  ],
);

/** The weekly e-mail with an account's figures: one row per account, made with it. */
export const weeklyMails = pgTable(
  "weekly_mails",
  {
    accountId: accountColumn().references(() => accounts.id),
    mode: modeColumn(),
    /** Always `figures`, so that an account has one row per mode. */
    id: text("id").notNull(),
    active: boolean("active").notNull().default(true),
    /** The Monday of the next week to report. */
    nextFrom: date("next_from", { mode: "string" }).notNull(),
    /** When the last reported week ended, where that week begins; null: as its Monday does. */
    fromAt: moment("from_at"),
    /** When that week can be reported; null while switched off. */
    dueAt: moment("due_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    index("weekly_mails_due").on(t.dueAt).where(sql`due_at is not null`),
    index("weekly_mails_turns").on(t.accountId, t.mode, t.dueAt).where(sql`due_at is not null`),
    modeCheck("weekly_mails", t.mode),
  ],
);
