import { type Tx, transact } from "#db/transact.ts";
import { type Action, OPERATOR, recordChangeIn } from "#lib/domain/audit/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { newTokenIn, RESET_MINUTES, replacePasswordIn } from "./change-password.ts";
import { hashNewPassword } from "./password.ts";
import * as store from "./reset-store.ts";
import { accountsOf, deleteSessions, emailsWithSessions } from "./reset-store.ts";
import { deleteFactor } from "./session-store.ts";
import type { User } from "./types.ts";

/**
 * Sets a person's password for an operator. Ends all sessions, passkeys and the reset link; the second factor stays. Returns
 * the number of sessions ended. Throws `resource_missing` for an unknown e-mail address, and `parameter_invalid`
 * (`password`). Locks the user.
 */
export async function setPasswordByOperator(email: string, password: string): Promise<number> {
  const requestId = newId("req");
  const { name } = await transact((tx) => lockedPerson(tx, email));
  const hash = await hashNewPassword(password, [name, email]);
  return await transact(async (tx) => {
    const user = await lockedPerson(tx, email);
    const ended = await replacePasswordIn(tx, user, hash, { caller: null, requestId });
    await noteIn(tx, user, requestId, "sign_in.reset_by_operator", ended);
    return ended.sessions;
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
async function lockedPerson(tx: Tx, email: string): Promise<User> {
  const user = await store.lockUserByEmail(tx, email.trim().toLowerCase());
  if (user) return user;
  throw new ApiError("resource_missing", "No user has this e-mail address.");
}

/** In the log of every account that a person may open, as the operator's. */
async function noteIn(
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

/** Ends all sessions of a person on an operator's word. Answers how many. Throws `resource_missing` for an address that
 *  nobody signs in with. Locks the person. */
export async function endSessionsByOperator(email: string): Promise<number> {
  return await transact(async (tx) => {
    const user = await lockedPerson(tx, email);
    const sessions = await deleteSessions(tx, user.id);
    const action = "sign_in.ended_by_operator";
    if (sessions > 0) await noteIn(tx, user, newId("req"), action, { sessions });
    return sessions;
  });
}

/** Ends the sessions of everybody, person by person, on an operator's word. Answers how many. */
export async function endAllSessionsByOperator(): Promise<number> {
  let sessions = 0;
  for (const email of await emailsWithSessions()) sessions += await endSessionsByOperator(email);
  return sessions;
}

/**
 * Takes the second factor of a person away with its recovery codes, on the word of an operator who has made sure who asks.
 * All their sessions end, and an e-mail tells them. The password stays. Answers how many sessions ended. Throws
 * `resource_missing`, and `state_invalid` for somebody who has no second factor. Locks the person.
 */
export async function removeSecondFactorByOperator(email: string): Promise<number> {
  return await transact(async (tx) => {
    const user = await lockedPerson(tx, email);
    if (!(await deleteFactor(tx, user.id))) {
      throw new ApiError("state_invalid", "This person has no second factor.");
    }
    const sessions = await deleteSessions(tx, user.id);
    await noteIn(tx, user, newId("req"), "sign_in.second_factor_removed", { sessions });
    await tellIn(tx, user);
    return sessions;
  });
}

async function tellIn(tx: Tx, user: User): Promise<void> {
  const [accountId] = await accountsOf(tx, user.id);
  if (!accountId) return;
  await queueMailIn(tx, {
    accountId,
    mode: null,
    kind: "second_factor_removed",
    fact: `${user.id} ${newId("req")}`,
    to: { address: user.email, because: "it is about your own sign-in" },
    content: {
      subject: "Your second factor was taken away",
      paragraphs: [
        "An operator of this installation took your second factor away. You are signed out everywhere, and sign in with your password alone.",
        "If you did not ask for that, change your password and tell an owner of your account at once.",
      ],
      facts: [],
      action: { label: "Set up a new one", url: `${env.publicUrl}/test/settings/security` },
    },
  });
}
