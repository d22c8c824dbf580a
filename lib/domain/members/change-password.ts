import { verifyPassword } from "better-auth/crypto";
import { transact } from "#db/transact.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Caller } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { hashNewPassword } from "./password.ts";
import { deleteReset } from "./reset-store.ts";
import { noteIn, type Person } from "./second-factor.ts";
import * as store from "./session-store.ts";
import { countGuess, forgetGuesses } from "./throttle.ts";

export type PasswordOutcome =
  | { outcome: "changed"; sessionsEnded: number }
  | { outcome: "refused" }
  | { outcome: "too_many"; retryAfterSeconds: number };

/**
 * Changes a person's password after checking the current one; each call counts as a guess at it. Ends all other sessions
 * and the reset link, and sends an e-mail. Of two concurrent changes one is refused. Throws `parameter_invalid`
 * (`password`) for an invalid new password, before the guess is counted.
 */
export async function changePassword(
  person: Person,
  given: { current: string; password: string },
  caller: Caller,
): Promise<PasswordOutcome> {
  const { id: sessionId, user } = person.session;
  if (given.password === given.current) {
    throw invalid("password", "The new password equals the current one.");
  }
  const to = await hashNewPassword(given.password, [user.name, user.email]);
  const guessed = { by: "password", person: user.id } as const;
  const { retryAfterSeconds } = await countGuess(guessed, caller.address);
  if (retryAfterSeconds > 0) return { outcome: "too_many", retryAfterSeconds };
  const from = await store.findPasswordHash(user.id);
  if (!from || !(await verifyPassword({ hash: from, password: given.current }))) {
    return { outcome: "refused" };
  }
  const sessionsEnded = await transact(async (tx) => {
    if (!(await store.replacePassword(tx, user.id, { from, to }))) return null;
    const sessions = await store.deleteOtherSessions(tx, user.id, sessionId);
    await deleteReset(tx, user.id);
    // With a second factor, only that confirms a session.
    if (!person.session.hasSecondFactor) {
      await store.markConfirmed(tx, sessionId, now(), "password");
    }
    await noteIn(tx, person, "sign_in.password_changed", { sessions });
    await queueMailIn(tx, {
      accountId: person.ctx.accountId,
      mode: null,
      kind: "password_changed",
      fact: `${user.id} ${person.ctx.requestId}`,
      to: { address: user.email, because: "it concerns your own sign-in" },
      content: noticeFor(caller),
    });
    return sessions;
  });
  if (sessionsEnded === null) return { outcome: "refused" };
  await forgetGuesses(guessed, caller.address);
  return { outcome: "changed", sessionsEnded };
}

function noticeFor({ address, client }: Caller) {
  return {
    subject: "Your password was changed",
    paragraphs: [
      "Your password was just changed. All your other sessions were signed out.",
      "If this was not you, someone else can sign in as you: ask an owner of your account immediately to remove you.",
    ],
    facts: [
      ["IP address", address ?? "unknown"],
      ["Browser", client ?? "unknown"],
    ],
    action: { label: "Review your sign-in", url: `${env.publicUrl}/test/settings/security` },
  } as const;
}
