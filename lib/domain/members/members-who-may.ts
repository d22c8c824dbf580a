import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { type Permission, rolesWith } from "./permissions.ts";
import * as store from "./team-store.ts";

/** The members of an account who may do something, as the transaction sees them. Takes no lock. */
export function listMembersWhoMayIn(
  tx: Tx,
  accountId: Id<"acct">,
  permission: Permission,
): Promise<{ userId: string; name: string; email: string }[]> {
  return store.listMembersAs(tx, accountId, rolesWith(permission));
}
