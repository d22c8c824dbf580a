import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Person } from "./second-factor.ts";
import { lockFactor } from "./session-store.ts";
import * as store from "./team-store.ts";

/**
 * Says whether everybody in the account needs a second factor: whoever has none opens nothing of it, from
 * their next request on, before they have set one up. Who asks for it has one, so that nobody shuts
 * themselves out. Throws `state_invalid`. Locks the asker's factor, then the account.
 */
export async function askSecondFactor(
  { session, ctx }: Pick<Person, "session" | "ctx">,
  ofEverybody: boolean,
): Promise<void> {
  await transact(async (tx) => {
    if (ofEverybody && !(await lockFactor(tx, session.user.id))) {
      throw new ApiError("state_invalid", "Set up your own second factor first, under Security.");
    }
    const account = await store.setRequiresSecondFactor(tx, ctx.accountId, ofEverybody);
    if (!account) {
      throw new ApiError("state_invalid", "It is so already.");
    }
    const action = ofEverybody ? "account.second_factor_asked" : "account.second_factor_left";
    await recordChangeIn(tx, ctx, { action, subject: account });
  });
}
