import { invalid } from "#lib/kernel/errors.ts";

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;

/** The estimate takes half a second for 128 repeated characters, 20 ms for this many, and up to 200 ms for as many signs
 *  that stand for letters. */
const MAX_ESTIMATED = 40;
/** On a scale of 0 to 4; 3 means more than 10⁸ guesses (https://zxcvbn-ts.github.io/zxcvbn/guide/getting-started). */
const SAFE_SCORE = 3;
/** The estimate rates three known words in a row as 10⁸ guesses, so it alone would accept a name and a digit. */
const MIN_UNKNOWN = 8;

type Estimator = { check(password: string, about: (string | number)[]): { score: number } };
let estimator: Promise<Estimator> | undefined;

/** Loaded on first use: the dictionaries take 9 MB, and most processes never hash a password. */
async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/**
 * Refuses a password that is too short, too long, common, or made of the texts in `about`, which others know of the person
 * (name, e-mail address, account). Throws `parameter_invalid` (`password`).
 */
export async function checkPassword(password: string, about: readonly string[]): Promise<void> {
  if (password.length < MIN_PASSWORD) {
    throw invalid("password", `The password needs at least ${MIN_PASSWORD} characters.`);
  }
  if (password.length > MAX_PASSWORD) {
    throw invalid("password", `The password may have at most ${MAX_PASSWORD} characters.`);
  }
  const known = labelOf(about);
  estimator ??= loadEstimator();
  const { score } = (await estimator).check(password.slice(0, MAX_ESTIMATED), known);
  if (score >= SAFE_SCORE && lengthWithout(known, password) >= MIN_UNKNOWN) return;
  throw invalid(
    "password",
    "This password is easy to guess: it is common, follows a pattern, or is made of a name or e-mail address. Use three or four unrelated words.",
  );
}

/** Loaded on first use, as the estimator. */
const loadHashing = () => import("better-auth/crypto");

/** Checks a chosen password with `checkPassword` and hashes it. */
export async function hashNewPassword(password: string, about: readonly string[]): Promise<string> {
  await checkPassword(password, about);
  return await hashPassword(password);
}

/** Hashes a password with scrypt, in the form that sign-in verifies, without checking it. */
export async function hashPassword(password: string): Promise<string> {
  const library = await loadHashing();
  return await library.hashPassword(password);
}

/** Whether `hash` is the hash of this password. */
export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const library = await loadHashing();
  return await library.verifyPassword({ hash, password });
}

/** The number of characters without all known words. */
function lengthWithout(known: readonly string[], password: string): number {
  const longestFirst = [...known].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ""), password.toLowerCase())
    .length;
}

/** The texts and their words: `ada@bakery.example` also gives `ada`, `bakery` and `example`. */
function labelOf(about: readonly string[]): string[] {
  const label = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u));
  return [...about.map((text) => text.toLowerCase()), ...label, "paydesk"].filter(
    (word) => word.length > 2,
  );
}
