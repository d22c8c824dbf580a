import { transact } from "#db/transact.ts";
import type { Action } from "#lib/domain/audit/index.ts";
import { MINUTE_MS, now, nowMs } from "#lib/kernel/clock.ts";
import { decryptSecret, keyedHash } from "#lib/kernel/crypto.ts";
import { isPasswordOf } from "./password.ts";
import * as store from "./session-store.ts";
import type { Session } from "./sessions.ts";
import { noteOfPersonIn, noteSignedIn, type SignInFrom } from "./sign-in-notes.ts";
import { countGuess, forgetGuesses, type Guessed, isOwnBrowser } from "./throttle.ts";
import { stepOfCode } from "./totp.ts";

export type Confirmation =
  | { outcome: "confirmed" }
  | { outcome: "refused" }
  | { outcome: "too_many"; retryAfterSeconds: number };

/** How long a confirmation counts for actions that need one. */
const FRESH_MS = 10 * MINUTE_MS;

export function isFresh({ confirmedAt }: Pick<Session, "confirmedAt">): boolean {
  return confirmedAt !== null && nowMs() - confirmedAt.getTime() < FRESH_MS;
}

/**
 * Gives the second factor at the sign-in: a code of the authenticator, or a recovery code. Each is good
 * once, whoever tries it at the same moment. Five tries in ten minutes, and as many of its own for a browser in which
 * the person has signed in before: whoever knows the password cannot use those up. The audit log is told.
 */
export async function giveSecondFactor(
  session: Session,
  code: string,
  from: SignInFrom,
): Promise<Confirmation> {
  const claim = () => claimCode(session, code, true);
  const { id, email } = session.user;
  const person = (await isOwnBrowser(email, from.device)) ? `${id} in ${from.device}` : id;
  const confirmation = await guess({ by: "code", person }, session, from, claim);
  if (confirmation.outcome === "confirmed") {
    await noteSignedIn(session.user, from, "password and code");
  }
  return confirmation;
}

/**
 * Confirms once more who is at the keyboard, before something grave: by a code where there is a second
 * factor, by the password otherwise. Five tries at a code in ten minutes for each session, and ten at a password.
 */
export async function confirmPerson(
  session: Session,
  given: { password?: string | undefined; code?: string | undefined },
  from: Pick<SignInFrom, "caller" | "requestId">,
): Promise<Confirmation> {
  if (session.hasSecondFactor) {
    const guessed = { by: "code", person: `${session.user.id} in ${session.id}` } as const;
    return await guess(guessed, session, from, () => claimCode(session, given.code ?? "", false));
  }
  return await guess({ by: "password", person: session.user.id }, session, from, async () => {
    const hash = await store.findPasswordHash(session.user.id);
    if (!hash || !(await isPasswordOf(hash, given.password ?? ""))) return false;
    await transact((tx) => store.markConfirmed(tx, session.id, now(), "password"));
    return true;
  });
}

/** Lets `attempt` judge a guess at what a person alone has, as often as is allowed, and tells the audit log. */
export async function guess(
  guessed: Guessed,
  { user }: Pick<Session, "user">,
  from: Pick<SignInFrom, "caller" | "requestId">,
  attempt: () => Promise<boolean>,
): Promise<Confirmation> {
  const { address } = from.caller;
  const { by } = guessed;
  const note = (action: Action, after: Record<string, string | number>) =>
    transact((tx) => noteOfPersonIn(tx, user, from, { action, after, byStranger: true }));
  const { retryAfterSeconds, isFirst, stopsAfter } = await countGuess(guessed, address);
  if (stopsAfter !== null) await note("sign_in.stopped", { attempts: stopsAfter, by });
  if (retryAfterSeconds > 0) return { outcome: "too_many", retryAfterSeconds };
  if (!(await attempt())) {
    if (isFirst) await note(`sign_in.${by}_refused`, { in: "a session of theirs" });
    return { outcome: "refused" };
  }
  await forgetGuesses(guessed, address);
  return { outcome: "confirmed" };
}

/** Uses up a code and confirms the session in one transaction. */
async function claimCode(session: Session, code: string, orRecovery: boolean): Promise<boolean> {
  const { id: userId } = session.user;
  const factor = await store.findFactor(userId);
  if (!factor?.enabledAt) return false;
  const step = stepOfCode(decryptSecret(factor.secret, userId), code, nowMs());
  return await transact(async (tx) => {
    const claimed =
      step !== null
        ? await store.claimStep(tx, userId, step)
        : orRecovery && (await store.claimRecoveryCode(tx, userId, hashOfRecovery(code), now()));
    if (claimed) await store.markConfirmed(tx, session.id, now(), "second_factor");
    return claimed;
  });
}

/** Case and dashes do not matter. */
export function hashOfRecovery(code: string): Buffer {
  return keyedHash("recovery-code", code.toLowerCase().replace(/[^0-9a-z]/g, ""));
}
