import { randomBytes, timingSafeEqual } from "node:crypto";
import { dateFromMs, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import * as store from "./passkey-store.ts";

const LASTS_MS = 5 * MINUTE_MS;
const RANDOM_BYTES = 16;
const TIME_BYTES = 8;

/** What a challenge is for: one for a sign-in adds no passkey, and one person's is not another's. */
export type Purpose = "sign-in" | `passkey of ${string}`;

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
