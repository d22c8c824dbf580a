import { transact } from "#db/transact.ts";
import { type MailContent, queueMailIn } from "#lib/domain/mail/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import type { Finding } from "./types.ts";
import { takeUntoldIn } from "./walk-store.ts";

const SHOWN = 10;

/** E-mails the owners about new findings, at most once a day per mode. The e-mail and the mark that they were told
 *  commit together. */
export async function tellOwners(ctx: Context): Promise<void> {
  const { accountId, mode } = ctx;
  await transact(async (tx) => {
    const at = now();
    const found = await takeUntoldIn(tx, ctx, at);
    if (found.length === 0) return;
    const fact = `books_disagree:${mode}:${at.toISOString().slice(0, 10)}`;
    await queueMailIn(tx, {
      accountId,
      mode,
      kind: "books_disagree",
      fact,
      content: mailOf(ctx, found),
    });
  });
}

function mailOf({ mode }: Context, found: readonly Finding[]): MailContent {
  const count = found.length === 1 ? "1 row" : `${found.length} rows`;
  return {
    subject: `Paydesk found ${count} of your books that contradict others`,
    paragraphs: [
      `The hourly check of your ${mode} books found ${count} that contradict others. This is a fault of Paydesk, not of your integration.`,
      "Your reports may be wrong until it is corrected. Do not close a month with them.",
    ],
    facts: found.slice(0, SHOWN).map(({ row, what }) => [row, what] as const),
    action: { label: "Open the home screen", url: `${env.publicUrl}/${mode}/home` },
  };
}
