import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";

/** Policy as data: how much e-mail one person gets, and how long sending is tried. */
export const MAIL_RULES = {
  /** E-mails to one person in any such stretch of time … */
  most: 4,
  perMs: HOUR_MS,
  /** … and from so many messages waiting for a person on, they go as one e-mail. */
  bundleFrom: 3,
  /** Messages in one e-mail at most; the others go in the next. */
  bundleMost: 50,
  /** Time from a failed try to the next; a message whose tries are used up has failed. */
  spacingsMs: [1, 5, 15, 60, 240, 720].map((minutes) => minutes * MINUTE_MS),
  /** Longer than the mail server may take. */
  leaseMs: 2 * MINUTE_MS,
  keepMs: 90 * DAY_MS,
} as const;

/** Kinds whose secret somebody may hand on: where there is no mail server, those who read the account's mail read it too.
 *  Any other secret acts for its reader alone. */
export const HANDED_ON = ["invitation"];
