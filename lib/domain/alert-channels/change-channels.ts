import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { type CheckedUrl, checkReceiver } from "#lib/domain/webhooks/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { decryptSecret, encryptSecret } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { postWords } from "./send-posts.ts";
import * as store from "./store.ts";
import type { AlertChannel } from "./types.ts";

const MOST_CHANNELS = 10;
const LONGEST_NAME = 60;
const SHOWN_CHARS = 4;

/**
 * Adds a Slack-compatible webhook. Its address is checked as that of an endpoint, stored encrypted and not shown again.
 * Throws `parameter_invalid` (`name`, `url`), and `state_invalid` at 10 webhooks.
 */
export async function createChannel(
  ctx: Context,
  params: { name: string; url: string },
): Promise<AlertChannel> {
  const checked = await checkChannel(ctx, params);
  return await transact((tx) => createChannelIn(tx, ctx, checked));
}

/** The checked parts of a webhook. */
type CheckedChannel = { name: string } & Pick<CheckedUrl, "url">;

/** The part of `createChannel` that checks the name and the address. */
export async function checkChannel(
  { mode }: Pick<Context, "mode">,
  params: { name: string; url: string },
): Promise<CheckedChannel> {
  const name = params.name.trim();
  if (!name || name.length > LONGEST_NAME) {
    throw invalid("name", `Give the webhook a name of at most ${LONGEST_NAME} characters.`);
  }
  const { url } = await checkReceiver(mode, params.url);
  return { name, url };
}

/** The part of `createChannel` that writes. */
export async function createChannelIn(
  tx: Tx,
  ctx: Context,
  { name, url }: CheckedChannel,
): Promise<AlertChannel> {
  const { accountId, mode, actor } = ctx;
  const id = newId("alc");
  const hint = `${new URL(url).host}/…${url.slice(-SHOWN_CHARS)}`;
  const createdBy = actor.type === "member" ? actor.userId : "";
  const channel: AlertChannel = { accountId, mode, id, name, hint, createdBy, createdAt: now() };
  if ((await store.lockAndCount(tx, channel)) >= MOST_CHANNELS) {
    throw new ApiError("state_invalid", `There are ${MOST_CHANNELS} webhooks already.`);
  }
  await store.insert(tx, { ...channel, url: encryptSecret(url, id) });
  const after = { name, address: hint };
  await recordChangeIn(tx, ctx, { action: "alert_channel.created", subject: channel, after });
  return channel;
}

/** Sends a test message now. Returns the problem, null if it was accepted. Throws `resource_missing`. */
export async function testChannel(ctx: Context, id: string): Promise<string | null> {
  const channel = await store.find(ctx, id);
  if (!channel) throw missing("webhook", id);
  const problem = await postWords(ctx.mode, decryptSecret(channel.url, channel.id), {
    title: "Test of your Paydesk alerts",
    why: `Alerts of ${ctx.mode} mode will look like this.`,
    url: `${env.publicUrl}/${ctx.mode}/settings/alerts`,
    action: "Open the alert rules",
  });
  await transact((tx) =>
    recordChangeIn(tx, ctx, {
      action: "alert_channel.tested",
      subject: channel,
      after: { answer: problem?.message ?? "accepted" },
    }),
  );
  return problem?.message ?? null;
}

/** Removes a webhook, also from the rules that name it. Throws `resource_missing`. */
export async function deleteChannel(ctx: Context, id: string): Promise<void> {
  await transact(async (tx) => {
    const channel = await store.remove(tx, ctx, id);
    if (!channel) throw missing("webhook", id);
    const before = { name: channel.name, address: channel.hint };
    await recordChangeIn(tx, ctx, { action: "alert_channel.deleted", subject: channel, before });
  });
}
