export { browseMail, getMail, type MailFilter, pruneMail } from "./browse-mail.ts";
export { MAIL_RULES } from "./mail-rules.ts";
export { queueMailIn } from "./queue-mail.ts";
export { renderMail } from "./render-mail.ts";
export { createMailer, sendDueMail } from "./send-due-mail.ts";

export { list as listMail } from "./store.ts";
export type {
  MailContent,
  MailMessage,
  SendMail,
} from "./types.ts";
