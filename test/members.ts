import assert from "node:assert/strict";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { type DashboardVisitor, signedIn } from "./dashboard.ts";
import { createMerchant, type Merchant } from "./merchant.ts";

/** A signed-in member with a role in the merchant's account. */
export async function memberAs(
  { account }: Pick<Merchant, "account">,
  role: Role,
): Promise<DashboardVisitor> {
  const person = await createMerchant();
  await transact((tx) => addMemberIn(tx, { accountId: account.id, userId: person.userId, role }));
  const visitor = await signedIn(person);
  assert.equal((await visitor.post("/session/account", { account: account.id })).status, 200);
  return visitor;
}
