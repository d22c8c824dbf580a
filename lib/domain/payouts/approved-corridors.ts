import type { Tx } from "#db/transact.ts";
import { APPROVABLE_CORRIDORS, payoutCorridorsIn } from "#lib/domain/accounts/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { PAYOUT_CURRENCIES } from "./corridors.ts";

/** The currencies in which the account may pay out: those for everybody, and those that an operator approved
 *  for it. */
export async function approvedCorridorsIn(tx: Tx | null, ctx: Context): Promise<Set<string>> {
  const approved = await payoutCorridorsIn(tx, ctx.accountId);
  const isOpen = (currency: string) =>
    !APPROVABLE_CORRIDORS.includes(currency) || approved.includes(currency);
  return new Set(PAYOUT_CURRENCIES.filter(isOpen));
}
