import { type Tx, transact } from "#db/transact.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { accountsOf } from "./notes-store.ts";
import { lockedPerson, noteIn } from "./operator-reset.ts";
import { deleteSessions, emailsWithSessions } from "./reset-store.ts";
import { deleteFactor } from "./session-store.ts";
import type { User } from "./types.ts";

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
