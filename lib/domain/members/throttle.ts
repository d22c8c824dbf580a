import { at, MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { clearFailures, countAttempt } from "./store.ts";

/** Guesses at one person are slowed for longer than those of one place, where many may work. */
const PER_PERSON = { most: 10, windowMs: 10 * MINUTE_MS };
const PER_ADDRESS = { most: 30, windowMs: MINUTE_MS };
/** A code has a millionth of a chance, three of them at a time. */
const PER_CODE = { most: 5, windowMs: 10 * MINUTE_MS };

/** Who is guessed at: by e-mail address at the sign-in, by id when a password or code is asked again. */
export type Guessed = { by: "email" | "password" | "code"; person: string };

const subjectOf = ({ by, person }: Guessed) =>
  keyedHash("payload-hash", by === "email" ? `sign-in ${person}` : `sign-in ${by} ${person}`);

/**
 * Counts one more attempt, per person and per address it comes from, and says how many seconds to wait
 * when that is too many; 0 otherwise. In the database: all processes count together, and a window begins
 * and ends whatever is tried in it.
 */
export async function countGuess(guessed: Guessed, address: string | null): Promise<number> {
  const place = address && keyedHash("payload-hash", `sign-in from ${address}`);
  const waitMs = Math.max(
    place ? await countUp(place, PER_ADDRESS) : 0,
    await countUp(subjectOf(guessed), guessed.by === "code" ? PER_CODE : PER_PERSON),
  );
  return Math.ceil(waitMs / SECOND_MS);
}

/** Whoever got it right has their earlier attempts forgotten. */
export async function forgetGuesses(guessed: Guessed): Promise<void> {
  await clearFailures(subjectOf(guessed), at(nowMs() - PER_PERSON.windowMs));
}

/** Counts one more attempt, and says how long to wait when that is too many. */
async function countUp(
  subject: Buffer,
  { most, windowMs }: { most: number; windowMs: number },
): Promise<number> {
  const attempt = await countAttempt(subject, at(nowMs()), windowMs);
  if (attempt.failures <= most) return 0;
  return Math.max(SECOND_MS, attempt.windowStartedAt.getTime() + windowMs - nowMs());
}
