import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

export const MAIL_STATUSES = ["queued", "sent", "kept", "failed"] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** What an e-mail says, before it has a form. Plain text throughout: it is escaped where it must be. */
export type MailContent = {
  subject: string;
  paragraphs: readonly string[];
  facts?: ReadonlyArray<readonly [name: string, value: string]>;
  /** The one thing to do about it. */
  action?: { label: string; url: string };
  /** Follows the `#` of the action's address in what is sent, and nowhere else: whoever has it may act for the reader. */
  secret?: string;
};

/** One fact to tell the owners of an account, or somebody else. */
export type MailRequest = {
  accountId: Id<"acct">;
  /** Null when it is about the account itself. */
  mode: Mode | null;
  /** What kind of fact, for filters: `endpoint_disabled`. */
  kind: string;
  /** Names the fact. The same one is told to the same person once, whoever tells it how often. */
  fact: string;
  content: MailContent;
  /** Somebody who is not an owner, and why they get it. */
  to?: { address: string; because: string };
};

/** A message as it is kept. */
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

/** What goes to the mail server: one message, or several for one person. */
export type Envelope = {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
};

/** Hands an envelope to the mail server. Resolves once it has taken it; rejects otherwise. */
export type SendMail = (envelope: Envelope) => Promise<void>;
