import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { AlertPostStatus } from "#lib/kernel/vocabulary/alerts.ts";

export type Owner = { accountId: Id<"acct">; mode: Mode };

/** A Slack-compatible incoming webhook. Its address is a secret and is not shown again. */
export type AlertChannel = Owner & {
  id: Id<"alc">;
  name: string;
  /** The host and the last characters of the address. */
  hint: string;
  createdBy: string;
  createdAt: Date;
};

/** The last message to a webhook. */
export type LastPost = {
  status: AlertPostStatus;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
};

export type PostWords = { title: string; why: string; url: string; action: string };

/** A message that is due. */
export type DuePost = Owner & PostWords & { id: Id<"alp">; channelId: Id<"alc">; attempts: number };
