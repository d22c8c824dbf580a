import { randomInt } from "node:crypto";
import { type Tx, transact } from "#db/transact.ts";
import { type Action, recordChangeIn } from "#lib/domain/audit/index.ts";
import { now, nowMs } from "#lib/kernel/clock.ts";
import type { AccountContext } from "#lib/kernel/context.ts";
import { decryptSecret, encryptSecret } from "#lib/kernel/crypto.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { hashOfRecovery } from "./confirm-person.ts";
import * as store from "./session-store.ts";
import type { Session } from "./sessions.ts";
import { namesOfAsking, setRequiresSecondFactor } from "./team-store.ts";
import { newTotpSecret, stepOfCode, totpUri } from "./totp.ts";

const RECOVERY_CODES = 10;
const CODE_CHARS = 10;
/** No letter that is read as another. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

/** Who changes their own sign-in: what it is written down for is every account they may open. */
export type Person = { session: Session; ctx: AccountContext; accounts: readonly Id<"acct">[] };

/** Begins to set up an authenticator: answers the secret, this once. Nothing is asked for before a first
 *  code was given. Throws `state_invalid` when there is one. */
export async function beginSecondFactor({ session: { user } }: Person) {
  const secret = newTotpSecret();
  const stored = encryptSecret(secret, user.id);
  if (!(await store.putPendingFactor(user.id, stored, now()))) {
    throw new ApiError("state_invalid", "You have a second factor already.");
  }
  return { secret, uri: totpUri(secret, user.email, "Paydesk") };
}

/** Ends setting it up, with a first code of it, and answers the recovery codes, this once. From now on
 *  it is asked for at every sign-in; this session has given it. Throws `parameter_invalid` (`code`), and
 *  `state_invalid` when nothing was begun. */
export async function enableSecondFactor(person: Person, code: string): Promise<string[]> {
  const { id: userId } = person.session.user;
  const factor = await store.findFactor(userId);
  if (!factor || factor.enabledAt) {
    throw new ApiError("state_invalid", "Begin with a new code to scan.");
  }
  const step = stepOfCode(decryptSecret(factor.secret, userId), code, nowMs());
  return await transact(async (tx) => {
    if (step === null || !(await store.claimStep(tx, userId, step))) {
      throw invalid("code", "That is not the code of this moment. Is the phone's clock right?");
    }
    if (!(await store.enableFactor(tx, userId, now()))) {
      throw new ApiError("state_invalid", "You have a second factor already.");
    }
    await store.markConfirmed(tx, person.session.id, now(), "second_factor");
    await noteIn(tx, person, "sign_in.second_factor_enabled");
    return await newRecoveryCodesIn(tx, userId);
  });
}

/** Takes the second factor away, with its recovery codes. Throws `state_invalid` when there is none, and
 *  while an account of theirs asks everybody for one. */
export async function disableSecondFactor(person: Person): Promise<void> {
  await transact(async (tx) => {
    if (!(await store.deleteFactor(tx, person.session.user.id))) {
      throw new ApiError("state_invalid", "You have no second factor.");
    }
    const [asking] = await namesOfAsking(tx, person.session.user.id);
    if (asking) {
      throw new ApiError("state_invalid", `${asking} asks everybody for a second factor.`);
    }
    await noteIn(tx, person, "sign_in.second_factor_disabled");
  });
}

/** Makes other recovery codes: those before work no longer. Throws `state_invalid` without a factor. */
export async function renewRecoveryCodes(person: Person): Promise<string[]> {
  if (!person.session.hasSecondFactor) {
    throw new ApiError("state_invalid", "You have no second factor.");
  }
  return await transact(async (tx) => {
    await noteIn(tx, person, "sign_in.recovery_codes_renewed");
    return await newRecoveryCodesIn(tx, person.session.user.id);
  });
}

async function newRecoveryCodesIn(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await store.replaceRecoveryCodes(tx, userId, codes.map(hashOfRecovery));
  return codes;
}

/** 49 bits: with five tries in ten minutes nobody guesses one. */
function newRecoveryCode(): string {
  const signs = Array.from({ length: CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${signs.slice(0, CODE_CHARS / 2).join("")}-${signs.slice(CODE_CHARS / 2).join("")}`;
}

/** In the log of every account that this person may open. */
export async function noteIn(
  tx: Tx,
  { session: { user }, ctx, accounts }: Person,
  action: Action,
  after?: Record<string, string | number | null>,
): Promise<void> {
  const subject = { id: user.id, name: user.email };
  for (const accountId of accounts) {
    await recordChangeIn(
      tx,
      { ...ctx, accountId },
      { action, subject, ...(after ? { after } : {}) },
    );
  }
}

/**
 * Says whether everybody in the account needs a second factor: whoever has none opens nothing of it, from
 * their next request on, before they have set one up. Who asks for it has one, so that nobody shuts
 * themselves out. Throws `state_invalid`. Locks the asker's factor, then the account.
 */
export async function askSecondFactor(
  { session, ctx }: Pick<Person, "session" | "ctx">,
  ofEverybody: boolean,
): Promise<void> {
  await transact(async (tx) => {
    if (ofEverybody && !(await store.lockFactor(tx, session.user.id))) {
      throw new ApiError("state_invalid", "Set up your own second factor first, under Security.");
    }
    const account = await setRequiresSecondFactor(tx, ctx.accountId, ofEverybody);
    if (!account) {
      throw new ApiError("state_invalid", "It is so already.");
    }
    const action = ofEverybody ? "account.second_factor_asked" : "account.second_factor_left";
    await recordChangeIn(tx, ctx, { action, subject: account });
  });
}
