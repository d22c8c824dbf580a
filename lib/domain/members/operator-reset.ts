import { type Tx, transact } from "#db/transact.ts";
import { type Action, OPERATOR, recordChangeIn } from "#lib/domain/audit/index.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { accountsOf } from "./notes-store.ts";
import { hashNewPassword } from "./password.ts";
import { newTokenIn, RESET_MINUTES, replacePasswordIn } from "./reset-password.ts";
import * as store from "./reset-store.ts";
import type { User } from "./types.ts";

/**
 * Sets a person's password for an operator. Ends all sessions and the reset link; the second factor stays. Returns the
 * number of sessions ended. Throws `resource_missing` for an unknown e-mail address, and `parameter_invalid`
 * (`password`). Locks the user.
 */
export async function setPasswordByOperator(email: string, password: string): Promise<number> {
  const requestId = newId("req");
  const { name } = await transact((tx) => lockedPerson(tx, email));
  const hash = await hashNewPassword(password, [name, email]);
  return await transact(async (tx) => {
    const user = await lockedPerson(tx, email);
    const sessions = await replacePasswordIn(tx, user, hash, { caller: null, requestId });
    await noteIn(tx, user, requestId, "sign_in.reset_by_operator", { sessions });
    return sessions;
  });
}

/** Creates a link for an operator with which a person sets a new password. Throws `resource_missing`. Locks the user. */
export async function makeResetLink(email: string): Promise<{ link: string; minutes: number }> {
  return await transact(async (tx) => {
    const user = await lockedPerson(tx, email);
    const token = await newTokenIn(tx, user.id);
    await noteIn(tx, user, newId("req"), "sign_in.reset_link_made");
    return { link: `${env.publicUrl}/reset-password#${token}`, minutes: RESET_MINUTES };
  });
}

/** The person who signs in with an address, locked. Throws `resource_missing`. */
export async function lockedPerson(tx: Tx, email: string): Promise<User> {
  const user = await store.lockUserByEmail(tx, email.trim().toLowerCase());
  if (user) return user;
  throw new ApiError("resource_missing", "No user has this e-mail address.");
}

/** In the log of every account that a person may open, as the operator's. */
export async function noteIn(
  tx: Tx,
  user: User,
  requestId: Id<"req">,
  action: Action,
  after?: Record<string, number>,
): Promise<void> {
  const actor = { type: "system", name: OPERATOR } as const;
  const subject = { id: user.id, name: user.email };
  for (const accountId of await accountsOf(tx, user.id)) {
    const ctx = { accountId, requestId, actor };
    await recordChangeIn(tx, ctx, { action, subject, ...(after ? { after } : {}) });
  }
}
