import { finishSignUps } from "#lib/domain/accounts/index.ts";
import { createMailer, type SendMail, sendDueMail } from "#lib/domain/mail/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { type Loop, repeat } from "./repeat.ts";

/** Sends due e-mails over `SMTP_URL`; without it they are kept for the dashboard. */
export const startMail = () => repeatWithMailer("sending mail", sendDueMail);

/** Sends the confirmation links of sign-ups over `SMTP_URL`; without it the accounts are created directly. */
export const startSignUps = () => repeatWithMailer("finishing sign-ups", finishSignUps);

/** Runs `work` every second with a mailer of its own, or with null without a mail server. */
function repeatWithMailer(name: string, work: (send: SendMail | null) => Promise<unknown>): Loop {
  const mailer = env.smtpUrl ? createMailer(env.smtpUrl, env.mailFrom) : null;
  const loop = repeat(name, SECOND_MS, () => work(mailer?.send ?? null));
  return {
    stop: async () => {
      await loop.stop();
      mailer?.close();
    },
  };
}
