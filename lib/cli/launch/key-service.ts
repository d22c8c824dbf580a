import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

/** Keeps a key that never leaves it, and protects the master key with that: a KMS or an HSM. */
export interface KeyService {
  /** Encrypts a master key. */
  wrap(key: Buffer): Promise<Buffer>;
  /** Throws if the key was wrapped by another service or altered. */
  unwrap(wrapped: Buffer): Promise<Buffer>;
}

const BOUND_TO = Buffer.from("paydesk master key");
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key service whose key is in a file: 32 bytes as base64, such as one on another disk or one that a vault mounts. */
export function fileKeyService(path: string): KeyService {
  const key = () => {
    const bytes = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
    if (bytes.length !== 32) throw new Error(`${path} does not hold 32 bytes as base64.`);
    return bytes;
  };
  return {
    async wrap(plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key(), iv);
      cipher.setAAD(BOUND_TO);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    async unwrap(wrapped) {
      const decipher = createDecipheriv("aes-256-gcm", key(), wrapped.subarray(0, IV_BYTES));
      decipher.setAAD(BOUND_TO);
      decipher.setAuthTag(wrapped.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = wrapped.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]);
    },
  };
}

const WRAPPED = "wrapped:";

/** Whether the text of a key file is a wrapped key. */
export const isWrapped = (text: string): boolean => text.startsWith(WRAPPED);

/** The text of a key file that holds a key wrapped. */
export async function wrappedText(service: KeyService, key: Buffer): Promise<string> {
  return WRAPPED + (await service.wrap(key)).toString("base64");
}

/** Opens such a text. Throws as `unwrap`. */
export async function unwrapText(service: KeyService, text: string): Promise<Buffer> {
  try {
    return await service.unwrap(Buffer.from(text.slice(WRAPPED.length), "base64"));
  } catch (error) {
    throw new Error("The master key could not be unwrapped: PAYDESK_KMS is not what wrapped it.", {
      cause: error,
    });
  }
}
