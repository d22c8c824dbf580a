import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env.ts";
import {
  CARRIED_KEYS,
  carriedText,
  carryKeys,
  checkOf,
  derivedFrom,
  heldKeys,
  keyId,
  type Purpose,
  purposeKey,
  wasRotated,
} from "./key-ring.ts";

let opened = false;

/** 32 bytes derived from the master key for one purpose (HKDF-SHA256). Purposes that recognise stored values keep their
 *  keys when the master key is rotated. */
export function deriveKey(purpose: Purpose): Buffer {
  // Commands get the carried keys from their launcher; web and worker read them (`useKeysOf`).
  if (!opened && env.carriedKeys) carryKeys(decryptSecret(env.carriedKeys, CARRIED_KEYS));
  opened = true;
  return purposeKey(purpose);
}

/** A database's record of its master key. */
export type KeyRecord = { keyCheck: Buffer | null; carriedKeys: Buffer | null };

/**
 * Uses the keys of a database in this process; returns whether one of the held master keys is its key. During a rotation the
 * keys that the previous master key recognised values with are carried on.
 */
export function useKeysOf({ keyCheck, carriedKeys }: KeyRecord): boolean {
  const [newest, previous] = heldKeys();
  const isNewest = keyCheck?.equals(checkOf(newest!)) ?? false;
  const isPrevious = previous !== undefined && (keyCheck?.equals(checkOf(previous)) ?? false);
  if (!isNewest && !isPrevious) return false;
  opened = true;
  carryKeys(carriedBy(carriedKeys, isPrevious ? previous : null));
  return true;
}

/** The carried keys of a database, encrypted for the newest master key; null if its key was never rotated. */
export function carriedKeysOf({ keyCheck, carriedKeys }: KeyRecord): Buffer | null {
  const previous = env.previousMasterKey;
  const leaves = previous !== null && (keyCheck?.equals(checkOf(previous)) ?? false);
  const text = carriedBy(carriedKeys, leaves ? previous : null);
  return text === null
    ? null
    : encryptMarked("secret-encryption", Buffer.from(text), CARRIED_KEYS, newestKeyMark());
}

function carriedBy(carriedKeys: Buffer | null, leaving: Buffer | null): string | null {
  const earlier = carriedKeys ? decryptSecret(carriedKeys, CARRIED_KEYS) : null;
  return leaving ? carriedText(leaving, earlier) : earlier;
}

/** HMAC-SHA256 with a purpose's key, stored instead of a secret that only has to be recognised. */
export function keyedHash(purpose: Purpose, value: string | Buffer): Buffer {
  return createHmac("sha256", deriveKey(purpose)).update(value).digest();
}

/** Initialisation vector, tag, ciphertext. */
const BARE = 1;
/** The same after the id of the master key. Older programs cannot read it, so it is written only once a second key is known. */
const NAMED = 2;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts with AES-256-GCM. `boundTo` (the row's id) is authenticated, so a ciphertext cannot be moved to another row. */
export function encryptSecret(plaintext: string, boundTo: string): Buffer {
  return encrypt("secret-encryption", Buffer.from(plaintext), boundTo);
}

/** Throws when the ciphertext was altered, moved to another row, or encrypted with another key. */
export function decryptSecret(stored: Buffer, boundTo: string): string {
  return decrypt("secret-encryption", stored, boundTo).toString("utf8");
}

/** The check value of the held master key that encrypted a secret; null if none did. */
export function checkOfOpener(stored: Buffer, boundTo: string): Buffer | null {
  for (const key of heldKeys()) {
    try {
      decrypt("secret-encryption", stored, boundTo, [key]);
      return checkOf(key);
    } catch {
      // Another key's.
    }
  }
  return null;
}

/** The check value of the newest master key. */
export const newestCheck = (): Buffer => checkOf(heldKeys()[0]!);

/** As `encryptSecret`, for the bytes of a file. */
export function encryptFile(bytes: Buffer, boundTo: string): Buffer {
  return encrypt("file-encryption", bytes, boundTo);
}

/** Throws as `decryptSecret`. */
export function decryptFile(stored: Buffer, boundTo: string): Buffer {
  return decrypt("file-encryption", stored, boundTo);
}

/** The keyed hashes of a value under every master key that is held, newest first: a link that was made before a rotation
 *  began is still recognised. For purposes that a rotation does not carry on. */
export const keyedHashes = (purpose: Purpose, value: string): Buffer[] =>
  heldKeys().map((key) => createHmac("sha256", derivedFrom(key, purpose)).update(value).digest());

/** The start of every ciphertext that the newest master key made after a rotation began. */
export const newestKeyMark = (): Buffer =>
  Buffer.concat([Buffer.from([NAMED]), keyId(heldKeys()[0]!)]);

/** The same secret under the newest master key, and marked with it. Throws if no key that is held opens it. */
export function reencrypted(kind: Encryption, stored: Buffer, boundTo: string): Buffer {
  return encryptMarked(kind, decrypt(kind, stored, boundTo), boundTo, newestKeyMark());
}

/** Purposes that encrypt: secrets as text, or the bytes of a file. */
export type Encryption = Extract<Purpose, "secret-encryption" | "file-encryption">;

function encrypt(purpose: Encryption, plain: Buffer, boundTo: string): Buffer {
  const mark = wasRotated() || env.carriedKeys ? newestKeyMark() : Buffer.from([BARE]);
  return encryptMarked(purpose, plain, boundTo, mark);
}

function encryptMarked(purpose: Encryption, plain: Buffer, boundTo: string, mark: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(purpose), iv);
  cipher.setAAD(Buffer.from(boundTo));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([mark, iv, cipher.getAuthTag(), body]);
}

function decrypt(
  purpose: Encryption,
  stored: Buffer,
  boundTo: string,
  held: readonly Buffer[] = heldKeys(),
): Buffer {
  const named = stored[0] === NAMED;
  if (!named && stored[0] !== BARE) throw new Error("unknown secret format");
  const start = named ? 1 + KEY_ID_BYTES : 1;
  const id = stored.subarray(1, start);
  const keys = held.filter((key) => !named || keyId(key).equals(id));
  const sealed = stored.subarray(start);
  let failure: unknown = new Error("the secret is encrypted with another master key");
  for (const key of keys) {
    try {
      return decipher(derivedFrom(key, purpose), sealed, boundTo);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function decipher(key: Buffer, sealed: Buffer, boundTo: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = sealed.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` characters of base 62, without modulo bias. */
export function randomSecret(length: number): string {
  let out = "";
  while (out.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && out.length < length) out += BASE62[byte % 62];
    }
  }
  return out;
}

export function equalInConstantTime(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
