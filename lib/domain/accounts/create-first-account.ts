import { createAccount } from "./create-account.ts";
import * as store from "./store.ts";

/**
 * Makes the account that an installation begins with, and its owner, unless there is an account other than the demo.
 * Answers whether the owner with this address and password is there: also when an earlier call made it, so that a
 * start that was cut off can be repeated with the same password. Throws as `createAccount`. Two calls at once make
 * one account, because the address can be taken once.
 */
export async function createFirstAccount(owner: {
  email: string;
  password: string;
}): Promise<boolean> {
  const oldest = await store.findOldestOwner();
  if (oldest !== null) return oldest === owner.email;
  await createAccount({ ...owner, name: "My company", ownerName: "Owner" });
  return true;
}
