import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { AccountContext } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import * as store from "./team-store.ts";
import type { SessionEnds } from "./types.ts";

/** The ranges that an account can choose from; a new account has the maximum. */
export const SESSION_ENDS = {
  idleMinutes: { least: 15, most: 720 },
  days: { least: 1, most: 30 },
} as const;

/**
 * Changes how long sessions of the account's members last; applies from each session's next request. Throws
 * `parameter_invalid` naming the field that is out of range. Locks the account.
 */
export async function changeSessionEnds(ctx: AccountContext, ends: SessionEnds): Promise<void> {
  for (const name of ["idleMinutes", "days"] as const) {
    const { least, most } = SESSION_ENDS[name];
    if (Number.isInteger(ends[name]) && ends[name] >= least && ends[name] <= most) continue;
    throw invalid(name, `Must be a whole number from ${least} to ${most}.`);
  }
  await transact(async (tx) => {
    const account = await store.lockSessionEnds(tx, ctx.accountId);
    if (!account) throw missing("account", ctx.accountId);
    const { ends: before, ...subject } = account;
    if (before.idleMinutes === ends.idleMinutes && before.days === ends.days) return;
    await store.setSessionEnds(tx, ctx.accountId, ends);
    const action = "account.session_ends_changed";
    await recordChangeIn(tx, ctx, { action, subject, before, after: ends });
  });
}
