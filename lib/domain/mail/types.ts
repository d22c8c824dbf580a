import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { MailStatus } from "#lib/kernel/vocabulary/mail.ts";

/** The content of an e-mail as plain text; rendering escapes it. */
export type MailContent = {
  subject: string;
  paragraphs: readonly string[];
  facts?: ReadonlyArray<readonly [name: string, value: string]>;
  /** The link to act on. */
  action?: { label: string; url: string };
  /** Added after the `#` of the action's URL in the sent e-mail only: it lets its holder act for the reader. */
  secret?: string;
};

/** A notice to the owners of an account or to someone else. */
export type MailRequest = {
  accountId: Id<"acct">;
  /** Null for notices about the account itself. */
  mode: Mode | null;
  /** The kind of notice, for filters: `endpoint_disabled`. */
  kind: string;
  /** Identifies the fact: each recipient gets one message per fact. */
  fact: string;
  content: MailContent;
  /** Another recipient instead of the owners, and why they get it. */
  to?: { address: string; because: string };
  /** The earliest time to send it. */
  notBefore?: Date;
  /** Sends it in one e-mail with the person's other messages of that time. */
  digest?: boolean;
};

/** A message as it is stored. */
export type MailMessage = {
  id: Id<"eml">;
  accountId: Id<"acct">;
  mode: Mode | null;
  kind: string;
  recipient: string;
  subject: string;
  textBody: string;
  status: MailStatus;
  attempts: number;
  nextAttemptAt: Date | null;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
};

/** One e-mail to the mail server, with one or several messages for one person. */
export type Envelope = {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
};

/** Sends an envelope. Resolves when the mail server has accepted it; rejects otherwise. */
export type SendMail = (envelope: Envelope) => Promise<void>;
