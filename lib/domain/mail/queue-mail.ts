import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import { encryptSecret } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { newIdAt } from "#lib/kernel/ids.ts";
import { renderMail } from "./render-mail.ts";
import * as store from "./store.ts";
import type { MailRequest } from "./types.ts";

/**
 * Queues an e-mail to each owner of an account, or to `to`, in the caller's transaction, so that it commits together with
 * the change. Skips recipients that already have a message about this `fact`. A worker sends the e-mails. Returns the
 * number of messages queued.
 */
export async function queueMailIn(tx: Tx, request: MailRequest): Promise<number> {
  const { accountId, mode, kind, fact, content, to } = request;
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
      const times = { nextAttemptAt: moment, createdAt: moment };
      return { ...rendered, ...times, accountId, id, mode, kind, fact, recipient, secret };
    }),
  );
}
