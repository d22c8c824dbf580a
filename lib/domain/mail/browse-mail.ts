import { isClockTrusted } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { decryptSecret } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { MailStatus } from "#lib/kernel/vocabulary/mail.ts";
import { HANDED_ON, MAIL_RULES } from "./mail-rules.ts";
import { withSecret } from "./render-mail.ts";
import * as store from "./store.ts";
import type { MailMessage } from "./types.ts";

export type MailFilter = { statuses?: readonly MailStatus[] | undefined };
type Owner = Pick<Context, "accountId">;

/** One page of an account's messages of both modes, newest first, with their exact total. */
export async function browseMail(
  owner: Owner,
  filter: MailFilter,
  page: KeysetPage,
): Promise<KeysetSlice<MailMessage> & { total: number }> {
  const [slice, total] = await Promise.all([
    store.list(owner.accountId, filter, page),
    store.count(owner.accountId, filter),
  ]);
  return { ...slice, total };
}

/** One message of an account, without the secret of its link. Without a mail server the links of `HANDED_ON` are complete, so
 *  that someone can pass them on. Throws `resource_missing`. */
export async function getMail(owner: Owner, id: string): Promise<MailMessage> {
  const found = await store.find(owner.accountId, id);
  if (!found) throw missing("message", id);
  const { secret, htmlBody, ...message } = found;
  if (env.smtpUrl !== null || secret === null || !HANDED_ON.includes(message.kind)) return message;
  const { textBody } = withSecret({ ...message, htmlBody }, decryptSecret(secret, message.id));
  return { ...message, textBody };
}

/** Deletes messages older than 90 days and returns their number. Deletes none while this process's clock is wrong. */
export async function pruneMail(): Promise<number> {
  return isClockTrusted() ? await store.deleteOlder(MAIL_RULES.keepMs()) : 0;
}
