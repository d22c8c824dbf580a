import { transact } from "#db/transact.ts";
import { OPERATOR, recordChangeIn } from "#lib/domain/audit/index.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { isId, newId } from "#lib/kernel/ids.ts";
import * as store from "./store.ts";

/** Corridors that not every account has (decisions §3): what an operator can approve. */
export const APPROVABLE_CORRIDORS: readonly string[] = ["GBP", "AUD", "CAD", "NZD"];

/**
 * Says in which currencies an account may pay out beside EUR, instead of what was said before; an empty list
 * takes all of them back. Payouts that were made go on. Throws `parameter_invalid` (`corridors`) and
 * `resource_missing`.
 */
export async function approveCorridors(
  accountId: string,
  corridors: readonly string[],
): Promise<string[]> {
  const strange = corridors.find((currency) => !APPROVABLE_CORRIDORS.includes(currency));
  if (strange !== undefined) {
    throw invalid("corridors", `${strange} is none of ${APPROVABLE_CORRIDORS.join(", ")}.`);
  }
  const wanted = APPROVABLE_CORRIDORS.filter((currency) => corridors.includes(currency));
  if (!isId("acct", accountId)) throw missing("account", accountId);
  return await transact(async (tx) => {
    const before = await store.payoutCorridorsIn(tx, accountId);
    const approved = await store.setPayoutCorridors(tx, accountId, wanted);
    if (!approved) throw missing("account", accountId);
    const actor = { type: "system", name: OPERATOR } as const;
    await recordChangeIn(
      tx,
      { accountId, requestId: newId("req"), actor },
      {
        action: "account.corridors_approved",
        subject: { id: accountId },
        before: { corridors: before },
        after: { corridors: approved },
      },
    );
    return approved;
  });
}
