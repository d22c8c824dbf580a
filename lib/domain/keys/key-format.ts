import { crc32 } from "node:zlib";
import { randomSecret } from "#lib/kernel/crypto.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { KeyKind } from "./types.ts";

/**
 * `sk_test_` + 32 random characters + 6 of check sum, all base 62. The check sum lets us refuse a
 * mistyped key without a query, and lets secret scanners tell a key from a look-alike.
 */
const SHAPE = /^(sk|pk)_(test|live)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
const RANDOM_CHARS = 32;
const CHECK_CHARS = 6;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A new key, never stored as such. 190 bits of randomness. */
export function makeKey(kind: KeyKind, mode: Mode): string {
  const body = `${kind === "secret" ? "sk" : "pk"}_${mode}_${randomSecret(RANDOM_CHARS)}`;
  return body + checkSum(body);
}

/** Whether a text can be a key of ours at all. Says nothing of whether it exists. */
export function looksLikeKey(text: string): boolean {
  return SHAPE.test(text) && checkSum(text.slice(0, -CHECK_CHARS)) === text.slice(-CHECK_CHARS);
}

/** What may be shown for ever: `sk_test_…4f9K`. */
export function hintOf(key: string): string {
  return `${key.slice(0, "sk_test_".length)}…${key.slice(-4)}`;
}

/** Covers the prefix too, so that a key whose mode was changed by hand is refused as well. */
function checkSum(body: string): string {
  let rest = crc32(body);
  let out = "";
  for (let i = 0; i < CHECK_CHARS; i++) {
    out = BASE62[rest % 62] + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}
