import { crc32 } from "node:zlib";
import { randomSecret } from "#lib/kernel/crypto.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { KeyKind } from "#lib/kernel/vocabulary/keys.ts";

/**
 * `sk_test_` + 32 random characters + 6 checksum characters, in base 62. The checksum allows refusing a mistyped key
 * without a query, and lets secret scanners recognise real keys.
 */
const SHAPE = /^(sk|pk)_(test|live)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
const RANDOM_CHARS = 32;
const CHECK_CHARS = 6;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A new key with 190 random bits. Its plaintext is never stored. */
export function makeKey(kind: KeyKind, mode: Mode): string {
  const body = `${kind === "secret" ? "sk" : "pk"}_${mode}_${randomSecret(RANDOM_CHARS)}`;
  return body + checkSum(body);
}

/** Whether a text has the format and checksum of a key; the key need not exist. */
export function looksLikeKey(text: string): boolean {
  return SHAPE.test(text) && checkSum(text.slice(0, -CHECK_CHARS)) === text.slice(-CHECK_CHARS);
}

/** The part that may always be shown: `sk_test_…4f9K`. */
export function hintOf(key: string): string {
  return `${key.slice(0, "sk_test_".length)}…${key.slice(-4)}`;
}

/** Includes the prefix, so that a key whose mode was edited is refused too. */
function checkSum(body: string): string {
  let rest = crc32(body);
  let out = "";
  for (let i = 0; i < CHECK_CHARS; i++) {
    out = BASE62[rest % 62] + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}
