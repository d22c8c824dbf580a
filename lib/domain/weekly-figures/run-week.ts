import { transact } from "#db/transact.ts";
import { getAccount, systemContext } from "#lib/domain/accounts/index.ts";
import { bookSigner } from "#lib/domain/books/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { listMembersWhoMayIn } from "#lib/domain/members/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { dueAfter, periodEnd } from "#lib/kernel/schedule-period.ts";
import { hasMovement, readWeek, weekOf } from "./read-week.ts";
import * as store from "./store.ts";
import { mailOfWeek } from "./week-mail.ts";

const LEASE_MS = 15 * MINUTE_MS;

/** E-mails last week's figures to the members who may close months, on Monday in the account's time zone. After an
 *  outage, each week that was missed. */
export const dueWeeklyMails = defineDueWork({
  name: "weekly mails",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  async finish(due) {
    await reportWeek(await systemContext(due, "weekly figures"));
  },
  failure: "a week's figures were not e-mailed",
});

/** The messages and the move to the next week commit together, so each week is reported once, with any number of workers
 *  and after a crash. A week without movement is passed over. */
async function reportWeek(ctx: Context): Promise<void> {
  const [due, { timezone }] = await Promise.all([store.find(ctx), getAccount(ctx)]);
  if (!due?.active) return;
  // The account may be in another time zone by now.
  const isOver = businessNow(ctx) >= dueAfter("weekly", due.nextFrom, timezone);
  const week = weekOf(due.nextFrom, timezone, due.fromAt);
  const figures = isOver ? await readWeek(ctx, week) : null;
  const content =
    figures && hasMovement(figures) ? mailOfWeek(ctx, week, figures, await bookSigner(ctx)) : null;
  await transact(async (tx) => {
    const row = await store.lock(tx, ctx);
    if (!row?.active || row.nextFrom !== due.nextFrom) return;
    const { accountId, mode } = ctx;
    if (content) {
      for (const { email } of await listMembersWhoMayIn(tx, accountId, "close_months")) {
        await queueMailIn(tx, {
          ...{ accountId, mode, content },
          kind: "weekly_figures",
          fact: `weekly_figures:${mode}:${due.nextFrom}`,
          to: { address: email, because: "you may close months of an account" },
        });
      }
    }
    const next = isOver
      ? { nextFrom: periodEnd("weekly", row.nextFrom), fromAt: week.to }
      : { nextFrom: row.nextFrom, fromAt: row.fromAt };
    const dueAt = dueAfter("weekly", next.nextFrom, timezone);
    await store.update(tx, { ...row, ...next, dueAt });
  });
}
