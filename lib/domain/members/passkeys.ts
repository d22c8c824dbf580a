import { randomBytes, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { transact } from "#db/transact.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { dateFromMs, MINUTE_MS, now, nowMs } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import * as store from "./passkey-store.ts";
import { noteIn, type Person } from "./second-factor.ts";
import type { Passkey } from "./types.ts";

const MOST = 20;
const LONGEST_NAME = 60;

/** The host that passkeys are for, or null where browsers know none: they bind them to a name, never to a number. */
export function passkeyHost(): string | null {
  const { hostname } = new URL(env.publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? hostname : null;
}

/** The same. Throws `state_invalid` where there is none. */
export function requirePasskeyHost(): string {
  const host = passkeyHost();
  if (host) return host;
  throw new ApiError(
    "state_invalid",
    "Passkeys need a host name. This installation has an address only.",
  );
}

/** A person's passkeys, oldest first. */
export async function listPasskeys(userId: string): Promise<Passkey[]> {
  return await store.listOf(userId);
}

const purposeOf = ({ session: { user } }: Person) => `passkey of ${user.id}` as const;

/**
 * What the browser is asked to make a passkey with. The person is verified by the authenticator itself (its PIN, a
 * finger, a face), so a passkey is two factors in one. Throws `state_invalid` where passkeys are not possible, and for
 * somebody who has 20.
 */
export async function beginPasskey(person: Person) {
  const { user } = person.session;
  const own = await store.listOf(user.id);
  if (own.length >= MOST)
    throw new ApiError("state_invalid", `You have ${MOST} passkeys. Remove one first.`);
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

/** Keeps the passkey that a browser has made, and tells the person by e-mail. Throws `parameter_invalid` (`name`,
 *  `response`). */
export async function addPasskey(
  person: Person,
  given: { name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const { user } = person.session;
  const name = given.name.trim();
  if (!name || name.length > LONGEST_NAME) {
    throw invalid(
      "name",
      `Give it a name of at most ${LONGEST_NAME} characters, such as "Laptop".`,
    );
  }
  const { credential, challenge } = await verified(person, given.response);
  if (!(await useUp(purposeOf(person), challenge))) throw notTaken();
  await transact(async (tx) => {
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
    if (!isNew) throw invalid("response", "This passkey is known already.");
    await noteIn(tx, person, "sign_in.passkey_added", { name });
    await queueMailIn(tx, {
      accountId: person.ctx.accountId,
      mode: null,
      kind: "passkey_added",
      fact: `${user.id} ${person.ctx.requestId}`,
      to: { address: user.email, because: "it is about your own sign-in" },
      content: {
        subject: "A passkey was added to your sign-in",
        paragraphs: [
          `The passkey "${name}" signs you in from now on, without your password.`,
          "If that was not you, change your password, remove the passkey and sign out everywhere else, under Security.",
        ],
        facts: [["From the address", person.ctx.caller?.address ?? "unknown"]],
        action: { label: "Look at your sign-in", url: `${env.publicUrl}/test/settings/security` },
      },
    });
  });
}

async function verified(person: Person, response: RegistrationResponseJSON) {
  const expectedRPID = requirePasskeyHost();
  let challenge = "";
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
    // The library throws whatever is wrong with what the browser has made.
  }
  throw notTaken();
}

const notTaken = () =>
  invalid("response", "The passkey could not be verified. Try to add it again.");

/** Takes a passkey away. Throws `resource_missing`, also for another person's. */
export async function removePasskey(person: Person, id: string): Promise<void> {
  await transact(async (tx) => {
    const name = await store.remove(tx, person.session.user.id, id);
    if (name === null) throw missing("passkey", id);
    await noteIn(tx, person, "sign_in.passkey_removed", { name });
  });
}

const LASTS_MS = 5 * MINUTE_MS;
const RANDOM_BYTES = 16;
const TIME_BYTES = 8;

/** What a challenge is for: one for a sign-in adds no passkey, and one person's is not another's. */
type Purpose = "sign-in" | `passkey of ${string}`;

/** A challenge that tells by itself what it is for and until when, so that whoever only asks for one leaves nothing here. */
export function newChallenge(purpose: Purpose): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(nowMs() + LASTS_MS));
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
  return new Uint8Array(Buffer.concat([head, sealOf(purpose, head)]));
}

const sealOf = (purpose: Purpose, head: Buffer) =>
  keyedHash("passkey-challenge", `${purpose} ${head.toString("base64url")}`);

/** Whether we made a challenge for this purpose, and it is not too old. */
export function isOurs(purpose: Purpose, challenge: string): boolean {
  return endOf(purpose, challenge) !== null;
}

/** Uses a challenge up: true for one caller only. Call it when all else about the answer is right. */
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
