import { verifyPassword } from "better-auth/crypto";
import { transact } from "#db/transact.ts";
import { MINUTE_MS, now, nowMs } from "#lib/kernel/clock.ts";
import type { Caller } from "#lib/kernel/context.ts";
import { decryptSecret, keyedHash } from "#lib/kernel/crypto.ts";
import type { Session } from "./find-session.ts";
import * as store from "./session-store.ts";
import { countGuess, forgetGuesses, type Guessed } from "./throttle.ts";
import { stepOfCode } from "./totp.ts";

export type Confirmation =
  | { outcome: "confirmed" }
  | { outcome: "refused" }
  | { outcome: "too_many"; retryAfterSeconds: number };

/** How long somebody who has confirmed who they are may do what needs it. */
const FRESH_MS = 10 * MINUTE_MS;

export function isFresh({ confirmedAt }: Pick<Session, "confirmedAt">): boolean {
  return confirmedAt !== null && nowMs() - confirmedAt.getTime() < FRESH_MS;
}

/**
 * Gives the second factor at the sign-in: a code of the authenticator, or a recovery code. Each is good
 * once, whoever tries it at the same moment. Five tries in ten minutes.
 */
export async function giveSecondFactor(
  session: Session,
  code: string,
  caller: Caller,
): Promise<Confirmation> {
  const { id } = session.user;
  return await guess({ by: "code", person: id }, caller, () => claimCode(session, code, true));
}

/**
 * Confirms once more who is at the keyboard, before something grave: by a code where there is a second
 * factor, by the password otherwise. Limited as `giveSecondFactor`, and ten tries at a password.
 */
export async function confirmPerson(
  session: Session,
  given: { password?: string | undefined; code?: string | undefined },
  caller: Caller,
): Promise<Confirmation> {
  const { id: person } = session.user;
  if (session.hasSecondFactor) {
    const code = given.code ?? "";
    return await guess({ by: "code", person }, caller, () => claimCode(session, code, false));
  }
  return await guess({ by: "password", person }, caller, async () => {
    const hash = await store.findPasswordHash(person);
    if (!hash || !(await verifyPassword({ hash, password: given.password ?? "" }))) return false;
    await transact((tx) => store.markConfirmed(tx, session.id, now(), "password"));
    return true;
  });
}

async function guess(
  guessed: Guessed,
  caller: Caller,
  attempt: () => Promise<boolean>,
): Promise<Confirmation> {
  const retryAfterSeconds = await countGuess(guessed, caller.address);
  if (retryAfterSeconds > 0) return { outcome: "too_many", retryAfterSeconds };
  if (!(await attempt())) return { outcome: "refused" };
  await forgetGuesses(guessed, caller.address);
  return { outcome: "confirmed" };
}

/** Uses a code up and confirms the session, together. */
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

/** Written in whatever case, with or without its dash. */
export function hashOfRecovery(code: string): Buffer {
  return keyedHash("recovery-code", code.toLowerCase().replace(/[^0-9a-z]/g, ""));
}
