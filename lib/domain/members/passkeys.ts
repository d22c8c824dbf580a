import { randomBytes, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { transact } from "#db/transact.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { dateFromMs, MINUTE_MS, now, nowMs } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import * as store from "./passkey-store.ts";
import { noteIn, type Person } from "./second-factor.ts";
import { holdSession } from "./session-store.ts";
import type { Passkey } from "./types.ts";

const MOST = 20;
const LONGEST_NAME = 60;

/** Loaded on first use, as the sign-in library. */
export const loadWebauthn = () => import("@simplewebauthn/server");

/** The host to which passkeys are bound; null if the public URL has an IP address, to which browsers bind none. */
export function passkeyHost(): string | null {
  const { hostname } = new URL(env.publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? hostname : null;
}

/** As `passkeyHost`. Throws `state_invalid` instead of returning null. */
export function requirePasskeyHost(): string {
  const host = passkeyHost();
  if (host) return host;
  throw new ApiError(
    "state_invalid",
    "Passkeys need a host name, but this installation has an IP address only.",
  );
}

/** A person's passkeys, oldest first. */
export async function listPasskeys(userId: string): Promise<Passkey[]> {
  return await store.listOf(userId);
}

const purposeOf = ({ session: { user } }: Person) => `passkey of ${user.id}` as const;

/**
 * Options for the browser to create a passkey. The authenticator verifies the person (by PIN, fingerprint or face), so a
 * passkey counts as two factors. Throws `state_invalid` if passkeys are not possible, or if the person has 20.
 */
export async function beginPasskey(person: Person) {
  const { user } = person.session;
  const own = await store.listOf(user.id);
  if (own.length >= MOST) throw hasMost();
  const { generateRegistrationOptions } = await loadWebauthn();
  return await generateRegistrationOptions({
    rpName: "Paydesk",
    rpID: requirePasskeyHost(),
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: newChallenge(purposeOf(person)),
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

const hasMost = () => new ApiError("state_invalid", `You have ${MOST} passkeys. Remove one first.`);

/** Stores a passkey that a browser has created, and informs the person by e-mail. Throws `parameter_invalid` (`name`,
 *  `response`), and `state_invalid` for a 21st. */
export async function addPasskey(
  person: Person,
  given: { name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const { user } = person.session;
  const name = given.name.trim();
  if (!name || name.length > LONGEST_NAME) {
    throw invalid("name", `Enter a name of at most ${LONGEST_NAME} characters, such as "Laptop".`);
  }
  const { credential, challenge } = await verified(person, given.response);
  if (!(await useUp(purposeOf(person), challenge))) throw notTaken();
  await transact(async (tx) => {
    if ((await store.lockAndCount(tx, user.id)) >= MOST) throw hasMost();
    // A new password that ends the session at the same moment must not leave this passkey behind.
    if (!(await holdSession(tx, person.session.id))) throw notTaken();
    const isNew = await store.insert(tx, {
      id: newId("psk"),
      userId: user.id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signatures: credential.counter,
      transports: credential.transports ?? [],
      name,
      createdAt: now(),
    });
    if (!isNew) throw invalid("response", "This passkey is registered already.");
    await noteIn(tx, person, "sign_in.passkey_added", { name });
    await queueMailIn(tx, {
      accountId: person.ctx.accountId,
      mode: null,
      kind: "passkey_added",
      fact: `${user.id} ${person.ctx.requestId}`,
      to: { address: user.email, because: "it concerns your own sign-in" },
      content: {
        subject: "A passkey was added to your sign-in",
        paragraphs: [
          `You can now sign in with the passkey "${name}" and without your password.`,
          "If this was not you, change your password, remove the passkey and sign out everywhere else, under Security.",
        ],
        facts: [["IP address", person.ctx.caller?.address ?? "unknown"]],
        action: { label: "Review your sign-in", url: `${env.publicUrl}/test/settings/security` },
      },
    });
  });
}

async function verified(person: Person, response: RegistrationResponseJSON) {
  const expectedRPID = requirePasskeyHost();
  let challenge = "";
  const { verifyRegistrationResponse } = await loadWebauthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (signed) => {
        challenge = signed;
        return isOurs(purposeOf(person), signed);
      },
      expectedOrigin: [...env.origins],
      expectedRPID,
      requireUserVerification: true,
    });
    if (verified) return { credential: registrationInfo.credential, challenge };
  } catch {
    // The library throws for every kind of invalid response.
  }
  throw notTaken();
}

const notTaken = () =>
  invalid("response", "The passkey could not be verified. Try adding it again.");

/** Removes a passkey. Throws `resource_missing`, also for another person's. */
export async function removePasskey(person: Person, id: string): Promise<void> {
  await transact(async (tx) => {
    const name = await store.remove(tx, person.session.user.id, id);
    if (name === null) throw missing("passkey", id);
    await noteIn(tx, person, "sign_in.passkey_removed", { name });
  });
}

const VALID_MS = 5 * MINUTE_MS;
const RANDOM_BYTES = 16;
const TIME_BYTES = 8;

/** The purpose of a challenge. One for a sign-in cannot add a passkey, and one for a person is not valid for another. */
type Purpose = "sign-in" | `passkey of ${string}`;

/** A signed challenge with its purpose and expiry, so that requesting one stores nothing. */
export function newChallenge(purpose: Purpose): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(nowMs() + VALID_MS));
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
  return new Uint8Array(Buffer.concat([head, sealOf(purpose, head)]));
}

const sealOf = (purpose: Purpose, head: Buffer) =>
  keyedHash("passkey-challenge", `${purpose} ${head.toString("base64url")}`);

/** Whether we issued the challenge for this purpose and it has not expired. */
export function isOurs(purpose: Purpose, challenge: string): boolean {
  return endOf(purpose, challenge) !== null;
}

/** Uses up a challenge: true for one caller only. Call it after all other checks of the response. */
export async function useUp(purpose: Purpose, challenge: string): Promise<boolean> {
  const endMs = endOf(purpose, challenge);
  return endMs !== null && (await store.claimChallenge(challenge, dateFromMs(endMs)));
}

function endOf(purpose: Purpose, challenge: string): number | null {
  const bytes = Buffer.from(challenge, "base64url");
  const head = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const seal = bytes.subarray(RANDOM_BYTES + TIME_BYTES);
  const wanted = sealOf(purpose, head);
  if (seal.length !== wanted.length || !timingSafeEqual(seal, wanted)) return null;
  const endMs = Number(head.readBigUInt64BE(RANDOM_BYTES));
  return endMs > nowMs() ? endMs : null;
}
