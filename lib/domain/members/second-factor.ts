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
/** Without letters and digits that look alike. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

/** A person who changes their own sign-in. Changes are recorded in the audit logs of all `accounts`. */
export type Person = { session: Session; ctx: AccountContext; accounts: readonly Id<"acct">[] };

/** Begins to set up an authenticator and returns its secret, which is not shown again. It is not required before a first
 *  code has been given. Throws `state_invalid` if a second factor is set up already. */
export async function beginSecondFactor({ session: { user } }: Person) {
  const secret = newTotpSecret();
  const stored = encryptSecret(secret, user.id);
  if (!(await store.putPendingFactor(user.id, stored, now()))) {
    throw new ApiError("state_invalid", "You have a second factor already.");
  }
  return { secret, uri: totpUri(secret, user.email, "Paydesk") };
}

/** Completes the setup with a first code, and returns the recovery codes, which are not shown again. Required at every
 *  sign-in from now on; this session counts as confirmed. Throws `parameter_invalid` (`code`), and `state_invalid` if
 *  no setup was begun. */
export async function enableSecondFactor(person: Person, code: string): Promise<string[]> {
  const { id: userId } = person.session.user;
  const factor = await store.findFactor(userId);
  if (!factor || factor.enabledAt) {
    throw new ApiError("state_invalid", "Start again with a new QR code.");
  }
  const step = stepOfCode(decryptSecret(factor.secret, userId), code, nowMs());
  return await transact(async (tx) => {
    if (step === null || !(await store.claimStep(tx, userId, step))) {
      throw invalid("code", "This code is not valid now. Check that the phone's clock is correct.");
    }
    if (!(await store.enableFactor(tx, userId, now()))) {
      throw new ApiError("state_invalid", "You have a second factor already.");
    }
    await store.markConfirmed(tx, person.session.id, now(), "second_factor");
    await noteIn(tx, person, "sign_in.second_factor_enabled");
    return await newRecoveryCodesIn(tx, userId);
  });
}

/** Removes the second factor and its recovery codes. Throws `state_invalid` if there is none, or if one of the person's
 *  accounts requires one. */
export async function disableSecondFactor(person: Person): Promise<void> {
  await transact(async (tx) => {
    if (!(await store.deleteFactor(tx, person.session.user.id))) {
      throw new ApiError("state_invalid", "You have no second factor.");
    }
    const [asking] = await namesOfAsking(tx, person.session.user.id);
    if (asking) {
      throw new ApiError("state_invalid", `${asking} requires a second factor of every member.`);
    }
    await noteIn(tx, person, "sign_in.second_factor_disabled");
  });
}

/** Replaces all recovery codes. Throws `state_invalid` without a second factor. */
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

/** 49 bits: cannot be guessed with five attempts in ten minutes. */
function newRecoveryCode(): string {
  const signs = Array.from({ length: CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${signs.slice(0, CODE_CHARS / 2).join("")}-${signs.slice(CODE_CHARS / 2).join("")}`;
}

/** Records an action in the audit log of every account of the person. */
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
 * Sets whether every member of the account needs a second factor. Members without one have no access, from their next
 * request on, until they have set one up. The caller must have one, so that they do not lock themselves out. Throws
 * `state_invalid`. Locks the caller's factor, then the account.
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
      throw new ApiError("state_invalid", "This setting is active already.");
    }
    const action = ofEverybody ? "account.second_factor_asked" : "account.second_factor_left";
    await recordChangeIn(tx, ctx, { action, subject: account });
  });
}
