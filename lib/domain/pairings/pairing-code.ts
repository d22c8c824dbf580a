import { randomInt } from "node:crypto";
import { keyedHash, randomSecret } from "#lib/kernel/crypto.ts";

/** Consonants only, as RFC 8628 §6.1 recommends: no words, and no letters that look like digits. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_CHARS = 8;
const SECRET_CHARS = 43;

/** A new code as people read it: `BCDF-GHJK`, one of 25,600,000,000. */
export function newCode(): string {
  const letters = Array.from({ length: CODE_CHARS }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

/** A typed code in the same form, or null if it cannot be one. */
export function readCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[^A-Z]/g, "");
  const isCode =
    letters.length === CODE_CHARS && [...letters].every((one) => LETTERS.includes(one));
  return isCode ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

/** The secret with which a command line polls: 256 random bits. */
export const newPollSecret = (): string => randomSecret(SECRET_CHARS);

export const hashOfCode = (code: string): Buffer => keyedHash("pairing", `code ${code}`);
export const hashOfPollSecret = (secret: string): Buffer => keyedHash("pairing", `poll ${secret}`);
