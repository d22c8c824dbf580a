import { isClockTrusted } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { MailStatus } from "#lib/kernel/vocabulary/mail.ts";
import { MAIL_RULES } from "./mail-rules.ts";
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

/** Hides the secrets of invitation links, which are for the recipient only. Without a mail server they stay readable,
 *  so that someone can pass them on. */
function withoutKeys(text: string): string {
  return text.replace(/(\/accept#)\S+/g, "$1…");
}

/** One message of an account. Throws `resource_missing`. */
export async function getMail(owner: Owner, id: string): Promise<MailMessage> {
  const message = await store.find(owner.accountId, id);
  if (!message) throw missing("message", id);
  return env.smtpUrl === null ? message : { ...message, textBody: withoutKeys(message.textBody) };
}

/** Deletes messages older than 90 days and returns their number. Deletes none while this process's clock is wrong. */
export async function pruneMail(): Promise<number> {
  return isClockTrusted() ? await store.deleteOlder(MAIL_RULES.keepMs) : 0;
}
