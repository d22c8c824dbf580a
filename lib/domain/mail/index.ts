export { browseMail, getMail, type MailFilter, pruneMail } from "./browse-mail.ts";
export { MAIL_RULES } from "./mail-rules.ts";
export { renderMail } from "./render-mail.ts";
export { createMailer, queueMailIn, sendDueMail, withdrawMailIn } from "./send-mail.ts";
export { list as listMail, listAbout as listMailAbout } from "./store.ts";
export type { MailContent, MailMessage, SendMail } from "./types.ts";
