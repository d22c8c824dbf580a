import type { Tx } from "#db/transact.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import * as store from "./store.ts";
import type { User } from "./types.ts";

const EMAIL = /^[^\s@<>()",;:\\]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;

/** The normalised e-mail address, as sign-in looks it up. Throws `parameter_invalid` if it is malformed. */
export function checkedEmail(email: string): string {
  const address = email.trim().toLowerCase();
  if (address.length > 254 || !EMAIL.test(address)) {
    throw invalid("email", "Must be an e-mail address.");
  }
  return address;
}

/** Creates a user who signs in with a password. Throws `parameter_invalid` if the e-mail address is taken. */
export async function createUserIn(
  tx: Tx,
  person: { name: string; email: string; passwordHash: string },
): Promise<User> {
  const email = checkedEmail(person.email);
  const user = { id: newId("usr"), name: person.name, email };
  if (!(await store.insertUser(tx, user))) {
    throw invalid("email", `The e-mail address ${email} is in use already.`);
  }
  await store.insertPassword(tx, { userId: user.id, hash: person.passwordHash });
  return user;
}

/** Adds a user to an account. */
export async function addMemberIn(
  tx: Tx,
  member: { accountId: Id<"acct">; userId: string; role: Role },
): Promise<void> {
  await store.insertMember(tx, member);
}
