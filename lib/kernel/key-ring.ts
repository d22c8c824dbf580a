import { createHmac, hkdfSync } from "node:crypto";
import { env } from "./env.ts";

/** Each use of the master key has its own derived key, so that one never weakens another. */
export type Purpose = Carried | Renewed;

/**
 * Purposes whose results are stored to recognise a value that nobody can compute again: API keys, devices, fingerprints of
 * cards, links in e-mails, and the chains of the audit log and the ledger. A rotation carries their derived keys on.
 */
const CARRIED = [
  "api-key-hash",
  "payload-hash",
  "card-fingerprint",
  "invitation",
  "recovery-code",
  "audit-seal",
  "ledger-seal",
  "device",
  "password-reset",
  "sign-up",
  "pairing",
] as const;
type Carried = (typeof CARRIED)[number];

/** Purposes that follow the newest master key. */
type Renewed =
  | "key-check"
  | "secret-encryption"
  | "file-encryption"
  | "session"
  | "sandbox-rail"
  | "listener-secret"
  | "challenge-link"
  | "passkey-challenge";

/** Ciphertexts of the carried keys are bound to this. */
export const CARRIED_KEYS = "carried keys";

const derived = new Map<string, Buffer>();

/** 32 bytes derived from a master key for one purpose (HKDF-SHA256). */
export function derivedFrom(masterKey: Buffer, purpose: Purpose): Buffer {
  const name = `${masterKey.toString("base64")} ${purpose}`;
  let key = derived.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", masterKey, "paydesk", purpose, 32));
    derived.set(name, key);
  }
  return key;
}

/** The master keys of this process, newest first; two while the key is rotated. */
export const heldKeys = (): readonly Buffer[] =>
  env.previousMasterKey ? [env.masterKey, env.previousMasterKey] : [env.masterKey];

/** Recognises a master key: stored in the database, and useless for anything else. */
export const checkOf = (masterKey: Buffer): Buffer =>
  createHmac("sha256", derivedFrom(masterKey, "key-check")).update("").digest();

/** Names a master key in ciphertexts. */
export const keyId = (masterKey: Buffer): Buffer =>
  createHmac("sha256", derivedFrom(masterKey, "key-check")).update("id").digest().subarray(0, 4);

let carried: ReadonlyMap<string, Buffer> | undefined;

/** The key of a purpose: the one that earlier rotations carried on, or one of the newest master key. */
export const purposeKey = (purpose: Purpose): Buffer =>
  carried?.get(purpose) ?? derivedFrom(env.masterKey, purpose);

/** Whether a second master key is or was known, so that ciphertexts must name theirs. */
export const wasRotated = (): boolean => env.previousMasterKey !== null || carried !== undefined;

type CarriedText = Partial<Record<Carried, string>>;

/** Carries keys on in this process, as `carriedText` wrote them; null for an installation whose key was never rotated. */
export function carryKeys(text: string | null): void {
  const keys = text === null ? null : (JSON.parse(text) as CarriedText);
  carried = keys
    ? new Map(Object.entries(keys).map(([name, key]) => [name, Buffer.from(key, "base64")]))
    : undefined;
}

/** The keys that a rotation away from `masterKey` carries on: those that earlier ones did, and of this key those of
 *  younger purposes. A secret: stored encrypted only. */
export function carriedText(masterKey: Buffer, earlier: string | null): string {
  const kept = earlier === null ? {} : (JSON.parse(earlier) as CarriedText);
  const own = CARRIED.map((purpose) => [
    purpose,
    derivedFrom(masterKey, purpose).toString("base64"),
  ]);
  return JSON.stringify({ ...Object.fromEntries(own), ...kept });
}
