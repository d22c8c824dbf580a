import type { Tx } from "#db/transact.ts";
import { payoutCorridorsIn } from "#lib/domain/accounts/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { CORRIDORS } from "./corridors.ts";

/** The currencies in which the account may pay out: those for everybody, and those that an operator approved
 *  for it. */
export async function approvedCorridorsIn(tx: Tx | null, ctx: Context): Promise<Set<string>> {
  const approved = await payoutCorridorsIn(tx, ctx.accountId);
  const open = Object.entries(CORRIDORS).filter(
    ([currency, { needsApproval }]) => !needsApproval || approved.includes(currency),
  );
  return new Set(open.map(([currency]) => currency));
}
