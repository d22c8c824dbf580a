import { createHmac, randomBytes } from "node:crypto";
import { nowMs } from "#lib/kernel/clock.ts";
import { equalInConstantTime } from "#lib/kernel/crypto.ts";

export const SIGNATURE_HEADER = "rail-signature";

/** How far the clocks of both sides can differ, and how long a recorded message stays valid. A replay within it is a
 * repeat of the same operation. */
export const TOLERANCE_SECONDS = 300;

/** The signed values beside the body. An answer includes its request's nonce and its status, so it cannot answer another
 * request; a request cannot be turned into an answer. */
export type Signed =
  | { kind: "request"; nonce: string; path: string; body: Buffer }
  | { kind: "answer"; nonce: string; status: number; body: Buffer };

export const newNonce = (): string => randomBytes(16).toString("base64url");

/** Signs the message: `t=<unix seconds>,n=<nonce>,v1=<hex HMAC-SHA256>`. */
export function sign(secret: string, message: Signed): string {
  const t = String(Math.floor(nowMs() / 1_000));
  return `t=${t},n=${message.nonce},v1=${digestOf(secret, t, message).toString("hex")}`;
}

/** Whether `header` is a current signature of this message with the secret. Compares in constant time. */
export function verify(secret: string, header: string | undefined, message: Signed): boolean {
  const parts = readSignature(header);
  if (!parts || parts.nonce !== message.nonce) return false;
  const expected = digestOf(secret, parts.t, message);
  if (!equalInConstantTime(expected, Buffer.from(parts.digest, "hex"))) return false;
  return Math.abs(nowMs() / 1_000 - Number(parts.t)) <= TOLERANCE_SECONDS;
}

/** The nonce in a signature; null if the header is malformed. */
export function nonceOf(header: string | undefined): string | null {
  return readSignature(header)?.nonce ?? null;
}

function readSignature(header: string | undefined) {
  const parts = /^t=(\d{1,12}),n=([\w-]{16,64}),v1=([0-9a-f]{64})$/.exec(header ?? "");
  if (!parts) return null;
  const [, t = "", nonce = "", digest = ""] = parts;
  return { t, nonce, digest };
}

function digestOf(secret: string, t: string, message: Signed): Buffer {
  const about = message.kind === "request" ? message.path : String(message.status);
  return createHmac("sha256", secret)
    .update(`${message.kind}\n${t}\n${message.nonce}\n${about}\n`)
    .update(message.body)
    .digest();
}
