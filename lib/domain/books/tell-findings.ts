import { transact } from "#db/transact.ts";
import { type AlertContent, raiseAlertIn } from "#lib/domain/alerts/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Finding } from "./types.ts";
import { takeUntoldIn } from "./walk-store.ts";
import { wrongRows } from "./wrong-rows.ts";

const SHOWN = 10;

/** Tells new findings by the account's alert rules, at most once a day per mode. The alert and the mark that it was told
 *  commit together. */
export async function tellFindings(ctx: Context): Promise<void> {
  const { mode } = ctx;
  await transact(async (tx) => {
    const at = now();
    const found = await takeUntoldIn(tx, ctx, at);
    if (found.length === 0) return;
    const key = at.toISOString().slice(0, 10);
    const mail = { kind: "books_disagree", fact: `books_disagree:${mode}:${key}` };
    const content = contentOf(ctx, found);
    await raiseAlertIn(tx, ctx, { kind: "books_disagree", key, at, content, mail });
  });
}

function contentOf({ mode }: Context, found: readonly Finding[]): AlertContent {
  const rows = wrongRows(found);
  const count = rows.length === 1 ? "1 row" : `${rows.length} rows`;
  return {
    subject: `Paydesk found ${count} of your books that contradict others`,
    paragraphs: [
      `The hourly check of your ${mode} books found ${count} that contradict others. This is a fault of Paydesk, not of your integration.`,
      "Your reports may be wrong until it is corrected. Do not close a month with them.",
    ],
    facts: rows.slice(0, SHOWN).map(({ part, row, what }) => [`${part} ${row}`, what] as const),
    path: "home",
    action: "Open the home screen",
  };
}
