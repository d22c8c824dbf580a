import { randomUUID } from "node:crypto";
import type { Tx } from "#db/transact.ts";
import { dateFromMs, now, nowMs } from "#lib/kernel/clock.ts";
import { decryptSecret, encryptSecret } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { type Id, newIdAt } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { MAIL_RULES } from "./mail-rules.ts";
import { bundled, renderMail, withSecret } from "./render-mail.ts";
import * as store from "./store.ts";
import type { MailRequest, SendMail } from "./types.ts";

/**
 * Queues an e-mail to each owner of an account, or to `to`, in the caller's transaction, so that it commits together with
 * the change. Skips recipients that already have a message about this `fact`. A worker sends the e-mails. Returns the
 * number of messages queued.
 */
export async function queueMailIn(tx: Tx, request: MailRequest): Promise<number> {
  const { accountId, mode, kind, fact, content, to, notBefore, digest = false } = request;
  const { name, owners } = await store.ownersOf(tx, accountId);
  const recipients = to ? [to.address] : owners;
  if (recipients.length === 0) return 0;
  const host = new URL(env.publicUrl).host;
  const because = to?.because ?? `you own the account ${name}`;
  const footer = `You get this because ${because} on Paydesk (${host}).`;
  const rendered = renderMail(content, footer);
  const moment = now();
  return await store.insert(
    tx,
    recipients.map((recipient) => {
      // Not `newId`: later ids would keep this time after a test has moved the clock ahead.
      const id = newIdAt("eml", moment.getTime());
      const secret = content.secret ? encryptSecret(content.secret, id) : null;
      const times = { nextAttemptAt: notBefore ?? moment, createdAt: moment, digest };
      return { ...rendered, ...times, accountId, id, mode, kind, fact, recipient, secret };
    }),
  );
}

/** Ends the e-mails about payments and other objects that wait for a member who has left, in the caller's transaction: a
 *  digest waits up to a day, and a server that fails longer. E-mails about the person's own sign-in are still sent. */
export async function withdrawMailIn(
  tx: Tx,
  accountId: Id<"acct">,
  address: string,
): Promise<void> {
  const reason = "The recipient has left the account.";
  await store.endWaiting(tx, accountId, address, { reason, now: now() });
}

/** E-mails per round, so that a slow server does not outlast their leases. */
const ROUND = 20;

/**
 * Sends due messages under leases: another worker sends those of a killed one, so each is sent at least once. Limits
 * e-mails per person and hour (`MAIL_RULES`) and combines further messages into one. Without a mail server (`send` is
 * null) due messages are kept for the dashboard. Returns the number of messages handled. Safe in many processes.
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
 * Groups the messages waiting for one person, oldest first, into e-mails when `room` more may be sent now: one each, or
 * all in one when they are many, more than `room`, or a digest.
 */
function envelopesOf<M extends { digest: boolean }>(waiting: readonly M[], room: number): M[][] {
  if (room <= 0) return [];
  const { bundleFrom, bundleMost } = MAIL_RULES;
  const isDigest = waiting.some(({ digest }) => digest);
  const together = isDigest || waiting.length >= bundleFrom || waiting.length > room;
  return together ? [waiting.slice(0, bundleMost)] : waiting.map((one) => [one]);
}

/** Adds the secret, which is stored encrypted. */
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
    log.warn("e-mail could not be sent", { reason, messages: group.length, final });
    await Promise.all(
      group.map((message) => {
        const spacing = final ? undefined : MAIL_RULES.spacingsMs[message.attempts];
        const retryAt = spacing === undefined ? null : dateFromMs(nowMs() + spacing);
        return store.recordFailure(message, leaseId, reason, retryAt);
      }),
    );
  }
}

/** The mail server's reason. Only an unknown mailbox is final; every other error may pass. */
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

/** Together well within a message's lease. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/**
 * Creates a client of the mail server at `url` (`smtp://user:password@host:587`, `smtps://…`; the query takes
 * nodemailer's options, such as `requireTLS=true`). Passes addresses and headers as fields, never as text to parse, and
 * reads no body from files or URLs. Derives the Message-ID from the envelope's id, so that receivers can recognise an
 * e-mail sent twice after a crash.
 */
export function createMailer(url: string, from: string): { send: SendMail; close(): void } {
  // Loaded with the first e-mail: it takes 5 MB, and only workers send e-mail.
  const connect = async () =>
    (await import("nodemailer")).createTransport(
      {
        url,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
  let transport: ReturnType<typeof connect> | undefined;
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    send: async ({ id, recipient, subject, text, html }) => {
      transport ??= connect();
      await (await transport).sendMail({
        to: { name: "", address: recipient },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => void transport?.then((open) => open.close()),
  };
}
