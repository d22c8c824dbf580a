import { hashPassword as scryptHash } from "better-auth/crypto";
import { invalid } from "#lib/kernel/errors.ts";

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;

/** scrypt, in the form that sign-in verifies. Throws `parameter_invalid` on one too short, too
 *  long, or made of one repeated character. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < MIN_PASSWORD) {
    throw invalid("password", `The password needs at least ${MIN_PASSWORD} characters.`);
  }
  if (password.length > MAX_PASSWORD) {
    throw invalid("password", `The password may have at most ${MAX_PASSWORD} characters.`);
  }
  if (new Set(password).size < 4) {
    throw invalid("password", "The password repeats too few characters to be safe.");
  }
  return await scryptHash(password);
}
