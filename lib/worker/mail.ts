import { createMailer, sendDueMail } from "#lib/domain/mail/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { type Loop, repeat } from "./repeat.ts";

/** Sends the e-mails of the outbox over `SMTP_URL`; without one they are kept for the dashboard. */
export function startMail(): Loop {
  const mailer = env.smtpUrl ? createMailer(env.smtpUrl, env.mailFrom) : null;
  const loop = repeat("sending mail", SECOND_MS, () => sendDueMail(mailer?.send ?? null));
  return {
    stop: async () => {
      await loop.stop();
      mailer?.close();
    },
  };
}
