import { createHmac, randomBytes } from "node:crypto";
import { nowMs } from "#lib/kernel/clock.ts";
import { equalInConstantTime } from "#lib/kernel/crypto.ts";

export const SIGNATURE_HEADER = "rail-signature";

/** How far the clocks of both sides may differ, and for how long a recorded message is of any use to
 *  somebody else: within it, a repeat of an operation is the same operation. */
export const TOLERANCE_SECONDS = 300;

/** What is signed beside the body. An answer names its question's nonce and status, so that it is
 *  the answer to nothing else; a question cannot be turned into an answer. */
export type Signed =
  | { kind: "request"; nonce: string; path: string; body: Buffer }
  | { kind: "answer"; nonce: string; status: number; body: Buffer };

export const newNonce = (): string => randomBytes(16).toString("base64url");

/** `t=<unix seconds>,n=<nonce>,v1=<hex HMAC-SHA256>` over the message. */
export function sign(secret: string, message: Signed): string {
  const t = String(Math.floor(nowMs() / 1_000));
  return `t=${t},n=${message.nonce},v1=${digestOf(secret, t, message).toString("hex")}`;
}

/** Whether `header` is a signature of this message by somebody who knows the secret, made about now.
 *  Compares in constant time. */
export function verify(secret: string, header: string | undefined, message: Signed): boolean {
  const parts = readSignature(header);
  if (!parts || parts.nonce !== message.nonce) return false;
  const expected = digestOf(secret, parts.t, message);
  if (!equalInConstantTime(expected, Buffer.from(parts.digest, "hex"))) return false;
  return Math.abs(nowMs() / 1_000 - Number(parts.t)) <= TOLERANCE_SECONDS;
}

/** The nonce that a signature names, or null when it is not in the form of one. */
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
