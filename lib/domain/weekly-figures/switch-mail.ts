import { transact } from "#db/transact.ts";
import { getAccount } from "#lib/domain/accounts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { AccountContext } from "#lib/kernel/context.ts";
import { dueAfter, periodAt } from "#lib/kernel/schedule-period.ts";
import * as store from "./store.ts";

type Owner = Pick<AccountContext, "accountId">;

const live = ({ accountId }: Owner) => ({ accountId, mode: "live" }) as const;

/** Whether the account gets the weekly e-mail. Takes no lock. */
export async function getsWeeklyMail(owner: Owner): Promise<boolean> {
  return (await store.find(live(owner)))?.active ?? false;
}

/** Switches the weekly e-mail on, from the current week, or off. Locks its row. */
export async function switchWeeklyMail(ctx: AccountContext, active: boolean): Promise<void> {
  const { timezone, name } = await getAccount(ctx);
  await transact(async (tx) => {
    const row = await store.lock(tx, live(ctx));
    if (!row || row.active === active) return;
    const nextFrom = active ? periodAt("weekly", now(), timezone) : row.nextFrom;
    const dueAt = active ? dueAfter("weekly", nextFrom, timezone) : null;
    await store.update(tx, { ...row, active, nextFrom, fromAt: null, dueAt });
    await recordChangeIn(tx, ctx, {
      action: "account.weekly_mail_switched",
      subject: { id: ctx.accountId, name },
      before: { weeklyMail: row.active },
      after: { weeklyMail: active },
    });
  });
}
