import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { now } from "#lib/kernel/clock.ts";
import { headersOf } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { getAuth } from "./auth.ts";
import { guess } from "./confirm-person.ts";
import * as store from "./passkey-store.ts";
import { isOurs, loadWebauthn, newChallenge, requirePasskeyHost, useUp } from "./passkeys.ts";

import { openState } from "./session-store.ts";
import type { SignInOutcome } from "./sign-in.ts";
import { noteSignedIn, type SignInFrom } from "./sign-in-notes.ts";
import { countUnknownPasskey, knowPlace } from "./throttle.ts";

/** Options for the browser to sign in with any of its passkeys for this host. Throws `state_invalid` if passkeys are not
 *  possible. */
export async function askForPasskey() {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return await generateAuthenticationOptions({
    rpID: requirePasskeyHost(),
    challenge: newChallenge("sign-in"),
    userVerification: "required",
  });
}

/**
 * Signs a person in with a passkey, which counts as both factors. Attempts are limited per IP address, and for a known
 * passkey per person and IP address, so that nobody elsewhere can block it. An unknown passkey and a wrong signature get
 * the same answer.
 */
export async function signInWithPasskey(
  response: AuthenticationResponseJSON,
  from: SignInFrom,
): Promise<SignInOutcome> {
  const passkey = await store.findCredential(response.id);
  if (!passkey) {
    const retryAfterSeconds = await countUnknownPasskey(from.caller.address);
    return retryAfterSeconds > 0
      ? { outcome: "too_many", retryAfterSeconds }
      : { outcome: "refused" };
  }
  const person = `${passkey.user.id} from ${from.caller.address}`;
  const guessed = { by: "passkey", person } as const;
  const confirmation = await guess(guessed, passkey, from, () => hasSigned(passkey, response));
  if (confirmation.outcome !== "confirmed") return confirmation;
  await knowPlace(passkey.user.email, from.caller.address);
  const cookies = await open(passkey.user.id, from);
  await noteSignedIn(passkey.user, from, `passkey "${passkey.name}"`);
  return { outcome: "signed_in", cookies, awaitsSecondFactor: false };
}

/** Verifies the signature, uses up the challenge and records the use of the passkey. */
async function hasSigned(
  passkey: store.StoredPasskey,
  response: AuthenticationResponseJSON,
): Promise<boolean> {
  const signed = await verify(passkey, response, requirePasskeyHost());
  if (!signed || !(await useUp("sign-in", signed.challenge))) return false;
  return await store.noteUse(passkey.id, signed.signatures);
}

async function verify(
  { credentialId, publicKey, signatures }: store.StoredPasskey,
  response: AuthenticationResponseJSON,
  expectedRPID: string,
): Promise<{ challenge: string; signatures: number } | null> {
  let challenge = "";
  const { verifyAuthenticationResponse } = await loadWebauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (signed) => {
        challenge = signed;
        return isOurs("sign-in", signed);
      },
      expectedOrigin: [...env.origins],
      expectedRPID,
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(publicKey),
        counter: signatures,
      },
    });
    return verified ? { challenge, signatures: authenticationInfo.newCounter } : null;
  } catch {
    // The library throws for every kind of invalid response.
    return null;
  }
}

async function open(userId: string, { caller }: SignInFrom): Promise<string[]> {
  const opened = await (await getAuth()).api.openSession({
    body: { userId },
    headers: headersOf(caller),
    returnHeaders: true,
  });
  const moment = now();
  const state = { confirmedAt: moment, secondFactorAt: moment, lastAddress: caller.address };
  await openState(opened.response.token, state);
  return opened.headers.getSetCookie();
}
