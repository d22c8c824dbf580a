import { verifyPassword } from "better-auth/crypto";
import { transact } from "#db/transact.ts";
import type { Action } from "#lib/domain/audit/index.ts";
import { MINUTE_MS, now, nowMs } from "#lib/kernel/clock.ts";
import { decryptSecret, keyedHash } from "#lib/kernel/crypto.ts";
import * as store from "./session-store.ts";
import type { Session } from "./sessions.ts";
import { noteOfPersonIn, noteSignedIn, type SignInFrom } from "./sign-in-notes.ts";
import { countGuess, forgetGuesses, type Guessed } from "./throttle.ts";
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
 * once, whoever tries it at the same moment. Five tries in ten minutes. The audit log is told.
 */
export async function giveSecondFactor(
  session: Session,
  code: string,
  from: SignInFrom,
): Promise<Confirmation> {
  const claim = () => claimCode(session, code, true);
  const confirmation = await guess("code", session, from, claim);
  if (confirmation.outcome === "confirmed") {
    await noteSignedIn(session.user, from, "password and code");
  }
  return confirmation;
}

/**
 * Confirms once more who is at the keyboard, before something grave: by a code where there is a second
 * factor, by the password otherwise. Limited as `giveSecondFactor`, and ten tries at a password.
 */
export async function confirmPerson(
  session: Session,
  given: { password?: string | undefined; code?: string | undefined },
  from: Pick<SignInFrom, "caller" | "requestId">,
): Promise<Confirmation> {
  if (session.hasSecondFactor) {
    return await guess("code", session, from, () => claimCode(session, given.code ?? "", false));
  }
  return await guess("password", session, from, async () => {
    const hash = await store.findPasswordHash(session.user.id);
    if (!hash || !(await verifyPassword({ hash, password: given.password ?? "" }))) return false;
    await transact((tx) => store.markConfirmed(tx, session.id, now(), "password"));
    return true;
  });
}

/** Lets `attempt` judge a guess at what a person alone has, as often as is allowed, and tells the audit log. */
export async function guess(
  by: Guessed["by"],
  { user }: Pick<Session, "user">,
  from: Pick<SignInFrom, "caller" | "requestId">,
  attempt: () => Promise<boolean>,
): Promise<Confirmation> {
  const { address } = from.caller;
  const guessed = { by, person: by === "passkey" ? `${user.id} from ${address}` : user.id };
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
