/** Statuses of e-mails; `kept` is one that fell due without a mail server. The database, the lists and the screens use these. */
export const MAIL_STATUSES = ["queued", "sent", "kept", "failed"] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];
