export { dueWeeklyMails } from "./run-week.ts";
export { getsWeeklyMail, switchWeeklyMail } from "./switch-mail.ts";
