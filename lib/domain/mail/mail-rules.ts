import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";

/** How much e-mail one person gets, and how often sending is retried. */
export const MAIL_RULES = {
  /** E-mails to one person in any period of `perMs`. */
  most: 4,
  perMs: HOUR_MS,
  /** From this many messages waiting for one person on, they are sent as one e-mail. */
  bundleFrom: 3,
  /** Messages in one e-mail; the others go into the next. */
  bundleMost: 50,
  /** Waits between tries; after the last one the message has failed. */
  spacingsMs: [1, 5, 15, 60, 240, 720].map((minutes) => minutes * MINUTE_MS),
  /** Longer than the timeouts of the mail server. */
  leaseMs: 2 * MINUTE_MS,
  /** How long messages are kept. */
  keepMs: () => env.keptDays.mail * DAY_MS,
} as const;

/** Kinds whose secret is shown in the dashboard without a mail server, so that someone can pass the link on. Any other
 *  secret is for its recipient only. */
export const HANDED_ON = ["invitation"];
