import type { MailMessage } from "#lib/domain/mail/index.ts";
import { iso, type SliceView } from "./shared.ts";

/** A message as a line of the list. */
export function notificationListItemView(message: MailMessage) {
  return {
    id: message.id,
    mode: message.mode,
    kind: message.kind,
    recipient: message.recipient,
    subject: message.subject,
    status: message.status,
    attempts: message.attempts,
    nextAttemptAt: iso(message.nextAttemptAt),
    /** What the mail server said the last time it did not take it. */
    lastError: message.lastError,
    createdAt: message.createdAt.toISOString(),
    sentAt: iso(message.sentAt),
  };
}

export type NotificationListItemView = ReturnType<typeof notificationListItemView>;

/** `GET /internal/notifications` */
export type NotificationListView = SliceView & {
  notifications: NotificationListItemView[];
  /** Whether e-mail leaves this installation at all. */
  hasMailServer: boolean;
};

/** `GET /internal/notifications/:id` */
export function notificationView(message: MailMessage) {
  return { ...notificationListItemView(message), text: message.textBody };
}

export type NotificationView = ReturnType<typeof notificationView>;
