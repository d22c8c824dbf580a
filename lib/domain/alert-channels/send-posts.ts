import { systemContext } from "#lib/domain/accounts/index.ts";
import { createPoster, DEADLINE_MS } from "#lib/domain/webhooks/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, MINUTE_MS, now } from "#lib/kernel/clock.ts";
import { decryptSecret } from "#lib/kernel/crypto.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { env } from "#lib/kernel/env.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import * as store from "./store.ts";
import type { DuePost, PostWords } from "./types.ts";

/** Longer than a request takes. */
const LEASE_MS = 2 * MINUTE_MS;
/** Waits between tries; after the last one the message has failed. */
const SPACINGS_MS = [1, 5, 15, 60, 240].map((minutes) => minutes * MINUTE_MS);

/**
 * Sends due messages to Slack-compatible webhooks. Each is sent at least once: a worker that dies after the request and
 * before its record has it sent a second time.
 */
export const dueAlertPosts = defineDueWork({
  name: "messages to Slack",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  finish: send,
  failure: "an alert was not sent to a webhook",
});

async function send(post: DuePost): Promise<void> {
  const channel = await store.find(post, post.channelId);
  if (!channel) return await store.recordAttempt(post, failed("The webhook was removed."));
  const url = decryptSecret(channel.url, channel.id);
  const problem = await postWords(post.mode, url, post);
  if (!problem) {
    const sentAt = now();
    return await store.recordAttempt(post, {
      status: "sent",
      dueAt: null,
      lastError: null,
      sentAt,
    });
  }
  const spacing = problem.final ? undefined : SPACINGS_MS[post.attempts];
  if (spacing === undefined) return await store.recordAttempt(post, failed(problem.message));
  const ctx = await systemContext(post, "alerts");
  await store.recordAttempt(post, {
    status: "queued",
    dueAt: dateFromMs(businessNowMs(ctx) + spacing),
    lastError: problem.message,
  });
}

const failed = (lastError: string) => ({ status: "failed", dueAt: null, lastError }) as const;

type Problem = {
  message: string;
  /** Another try would fail as well. */
  final: boolean;
};

/** Answers that Slack gives for good: a body it does not take, and webhooks that are switched off or gone. */
const FINAL: ReadonlySet<number> = new Set([400, 403, 404, 410]);

/** Sends words to an address under the rules of merchants' endpoints (decision 8); null if they were accepted. */
export async function postWords(
  mode: Mode,
  url: string,
  words: PostWords,
): Promise<Problem | null> {
  const poster = createPoster({ allowPrivate: env.webhookAllowPrivate, deadlineMs: DEADLINE_MS });
  try {
    const headers = { "content-type": "application/json" };
    const { failure, status } = await poster.post({ mode, url, headers, body: bodyOf(words) });
    return failure && { message: failure.message, final: status !== null && FINAL.has(status) };
  } finally {
    await poster.close();
  }
}

/** The body for a Slack-compatible webhook: a text for notifications, and blocks for the message. */
function bodyOf({ title, why, url, action }: PostWords): string {
  const text = `*${escaped(title)}*\n${escaped(why)}\n<${url}|${escaped(action)}>`;
  return JSON.stringify({
    text: escaped(title),
    blocks: [{ type: "section", text: { type: "mrkdwn", text: text.slice(0, LONGEST_BLOCK) } }],
  });
}

/** Slack refuses longer blocks. */
const LONGEST_BLOCK = 3_000;

/** Slack's control characters: without this a merchant's text could mention everybody. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
