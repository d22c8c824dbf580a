import { randomUUID } from "node:crypto";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { decryptSecret } from "#lib/kernel/crypto.ts";
import { log } from "#lib/kernel/log.ts";
import { MAIL_RULES } from "./mail-rules.ts";
import { bundled, withSecret } from "./render-mail.ts";
import * as store from "./store.ts";
import type { SendMail } from "./types.ts";

/** E-mails that one round sends: a slow server must not outlast their leases. */
const ROUND = 20;

/**
 * Sends what is due, under leases: what a killed worker had in hand is sent by another, so each is
 * sent at least once. A person gets a few e-mails an hour (`MAIL_RULES`); what waits beyond that
 * goes as one. Without a mail server (`send` null) what falls due is kept, to be read in the
 * dashboard. Answers how many messages were dealt with. Safe to run in many processes at once.
 */
export async function sendDueMail(send: SendMail | null): Promise<number> {
  const ms = nowMs();
  if (!send) return await store.keepDue(dateFromMs(ms));
  const leaseId = randomUUID();
  const claimed = await store.claim({
    now: dateFromMs(ms),
    leaseId,
    leasedUntil: dateFromMs(ms + MAIL_RULES.leaseMs),
    most: ROUND,
    envelopesOf,
  });
  await Promise.all(claimed.map((group) => sendOne(group, leaseId, send)));
  return claimed.flat().length;
}

/**
 * How the messages waiting for one person, oldest first, go out when `room` e-mails may still be
 * sent now: each for itself, or together where they are many or this is the last one for a while.
 */
export function envelopesOf<M>(waiting: readonly M[], room: number): M[][] {
  if (room <= 0) return [];
  const { bundleFrom, bundleMost } = MAIL_RULES;
  const together = waiting.length >= bundleFrom || waiting.length > room;
  return together ? [waiting.slice(0, bundleMost)] : waiting.map((one) => [one]);
}

/** Its secret is added here, so that nobody reads it in the table. */
function opened(message: store.ClaimedMail): store.ClaimedMail {
  const { id, secret } = message;
  return secret ? withSecret(message, decryptSecret(secret, id)) : message;
}

async function sendOne(
  group: readonly store.ClaimedMail[],
  leaseId: string,
  send: SendMail,
): Promise<void> {
  const [first, ...others] = group.map(opened);
  if (!first) return;
  try {
    await send(bundled(first.id, first.recipient, [first, ...others]));
    await store.recordSent(group, leaseId, dateFromMs(nowMs()));
  } catch (error) {
    const { reason, final } = whyNot(error);
    log.warn("an e-mail could not be sent", { reason, messages: group.length, final });
    await Promise.all(
      group.map((message) => {
        const spacing = final ? undefined : MAIL_RULES.spacingsMs[message.attempts];
        const retryAt = spacing === undefined ? null : dateFromMs(nowMs() + spacing);
        return store.recordFailure(message, leaseId, reason, retryAt);
      }),
    );
  }
}

/** What the mail server said. Only "there is no such mailbox" is final: everything else may be put
 *  right on this side. */
function whyNot(error: unknown): { reason: string; final: boolean } {
  const { message, code, command, responseCode } = (error ?? {}) as Record<string, unknown>;
  const text = typeof message === "string" ? message : "The mail server could not be reached.";
  const reason = text.replace(/\p{Cc}+/gu, " ").slice(0, 500);
  const final =
    code === "EENVELOPE" &&
    command === "RCPT TO" &&
    Number(responseCode) >= 550 &&
    Number(responseCode) <= 553;
  return { reason, final };
}
