import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env.ts";

/** Each use of the master key has its own derived key, so that one never weakens another. */
type Purpose =
  | "key-check"
  | "api-key-hash"
  | "secret-encryption"
  | "file-encryption"
  | "session"
  | "payload-hash"
  | "card-fingerprint"
  | "challenge-link"
  | "sandbox-rail"
  | "listener-secret"
  | "invitation"
  | "recovery-code"
  | "audit-seal"
  | "ledger-seal"
  | "device"
  | "passkey-challenge"
  | "password-reset"
  | "sign-up"
  | "pairing";

const derived = new Map<Purpose, Buffer>();

/** 32 bytes derived from the master key for one purpose (HKDF-SHA256). */
export function deriveKey(purpose: Purpose): Buffer {
  let key = derived.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", env.masterKey, "paydesk", purpose, 32));
    derived.set(purpose, key);
  }
  return key;
}

/** HMAC-SHA256 with a purpose's key, stored instead of a secret that only has to be recognised. */
export function keyedHash(purpose: Purpose, value: string | Buffer): Buffer {
  return createHmac("sha256", deriveKey(purpose)).update(value).digest();
}

const FORMAT = 1;
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

/** Whether `decryptSecret` succeeds. */
export function opensWithOurKey(stored: Buffer, boundTo: string): boolean {
  try {
    decryptSecret(stored, boundTo);
    return true;
  } catch {
    return false;
  }
}

/** As `encryptSecret`, for the bytes of a file. */
export function encryptFile(bytes: Buffer, boundTo: string): Buffer {
  return encrypt("file-encryption", bytes, boundTo);
}

/** Throws as `decryptSecret`. */
export function decryptFile(stored: Buffer, boundTo: string): Buffer {
  return decrypt("file-encryption", stored, boundTo);
}

function encrypt(purpose: Purpose, plain: Buffer, boundTo: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(purpose), iv);
  cipher.setAAD(Buffer.from(boundTo));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([FORMAT]), iv, cipher.getAuthTag(), body]);
}

function decrypt(purpose: Purpose, stored: Buffer, boundTo: string): Buffer {
  if (stored[0] !== FORMAT) throw new Error("unknown secret format");
  const iv = stored.subarray(1, 1 + IV_BYTES);
  const tag = stored.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(purpose), iv);
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(tag);
  const body = stored.subarray(1 + IV_BYTES + TAG_BYTES);
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
