import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  checkedEmail,
  checkPassword,
  countGuess,
  countSignUp,
  hashPassword,
  isPasswordOf,
} from "#lib/domain/members/index.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import type { Caller } from "#lib/kernel/context.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { checkedFacts, createAccountIn } from "./create-account.ts";
import * as store from "./sign-up-store.ts";

/** How long the link of a sign-up works. */
export const SIGN_UP_MS = DAY_MS;

type From = { caller: Caller; requestId: Id<"req"> };

/** Throws `state_invalid`, with the reason, where the operator has not opened the sign-up. */
export function checkSignUpOpen(): void {
  if (env.signUp === "open") return;
  throw new ApiError(
    "state_invalid",
    "This installation takes new people by invitation only. Ask a colleague to invite you, or the operator for an account.",
  );
}

export type SignUpRequest = {
  name: string;
  email: string;
  password: string;
  country: string;
  currency: string;
  timezone: string;
};

export const hashOfSignUp = (token: string) => keyedHash("sign-up", token);

/**
 * Takes a stranger's request for an account. Says and does the same for every address: whether it has an account is
 * looked up when a worker calls `finishSignUps`. Returns how many seconds to wait when there were too many requests, else
 * 0. Throws `state_invalid` where the operator has not opened the sign-up, and `parameter_invalid` naming the field.
 */
export async function requestSignUp(
  { password, ...given }: SignUpRequest,
  { caller, requestId }: From,
): Promise<number> {
  checkSignUpOpen();
  const { name, country, currency, timezone } = checkedFacts(given);
  const email = checkedEmail(given.email);
  await checkPassword(password, [name, email]);
  const retryAfterSeconds = await countSignUp(email, caller.address);
  if (retryAfterSeconds > 0) return retryAfterSeconds;
  const passwordHash = await hashPassword(password);
  const facts = { name, country: country.code, currency, timezone };
  await store.insertSignUp({ ...facts, ...caller, requestId, email, passwordHash });
  return 0;
}

export type Confirmed =
  | { outcome: "confirmed"; email: string }
  | { outcome: "refused" }
  | { outcome: "too_many"; retryAfterSeconds: number };

/**
 * Makes the account of a link, once, for the password that was chosen with it: whoever has the mailbox only, and did not
 * ask for the account, cannot be given one whose password a stranger knows. Throws `resource_missing` for a link that
 * does not work, `state_invalid` where the operator has closed the sign-up since, and `parameter_invalid` when the address has an account by now. Locks the link's row.
 */
export async function confirmSignUp(
  { token, password }: { token: string; password: string },
  from: From,
): Promise<Confirmed> {
  checkSignUpOpen();
  const tokenHash = hashOfSignUp(token);
  const found = await store.findSignUp(tokenHash, SIGN_UP_MS);
  if (!found) throw unusable();
  const guessed = { by: "password", person: `sign-up ${tokenHash.toString("hex")}` } as const;
  const { retryAfterSeconds } = await countGuess(guessed, from.caller.address);
  if (retryAfterSeconds > 0) return { outcome: "too_many", retryAfterSeconds };
  if (!(await isPasswordOf(found.passwordHash, password))) return { outcome: "refused" };
  await transact(async (tx) => {
    if (!(await store.claimSignUp(tx, tokenHash, SIGN_UP_MS))) throw unusable();
    await openAccountIn(tx, found, from);
    await store.deleteOfEmail(tx, found.email);
  });
  return { outcome: "confirmed", email: found.email };
}

function unusable(): ApiError {
  return new ApiError(
    "resource_missing",
    "This link does not work: it was used or replaced, or is older than 24 hours.",
  );
}

/** Makes the account of a request, and writes down who asked for it. */
export async function openAccountIn(
  tx: Tx,
  { name, email, country, currency, timezone, passwordHash }: store.SignUp,
  { caller, requestId }: From,
): Promise<void> {
  const request = { name, email, country, currency, timezone };
  const { account, owner } = await createAccountIn(tx, request, passwordHash);
  const actor = { type: "member", userId: owner.id, name: owner.name } as const;
  const ctx = { accountId: account.id, requestId, actor, caller };
  await recordChangeIn(tx, ctx, {
    action: "account.created",
    subject: account,
    after: { country },
  });
}
