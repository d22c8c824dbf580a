import { finishSignUps } from "#lib/domain/accounts/index.ts";
import { createMailer } from "#lib/domain/mail/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { type Loop, repeat } from "./repeat.ts";

/** Sends the links of sign-ups over `SMTP_URL`; without one the accounts are made at once. */
export function startSignUps(): Loop {
  const mailer = env.smtpUrl ? createMailer(env.smtpUrl, env.mailFrom) : null;
  const loop = repeat("finishing sign-ups", SECOND_MS, () => finishSignUps(mailer?.send ?? null));
  return {
    stop: async () => {
      await loop.stop();
      mailer?.close();
    },
  };
}
