import { dateFromMs, HOUR_MS, MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import {
  clearFailures,
  countAttempt,
  isKnownPlace,
  rememberPlace,
  takeBackAttempt,
} from "./store.ts";

/** Attempts at one e-mail address from one network address. */
const PER_PAIR = { most: 10, windowMs: 10 * MINUTE_MS };
/** Failures from one network address, where many people may work. */
const PER_ADDRESS = { most: 30, windowMs: MINUTE_MS };
/** Attempts at one e-mail address from all network addresses from which nobody has signed in with it before. */
const PER_EMAIL = { most: 100, windowMs: HOUR_MS };
/** Attempts of somebody who is signed in at their own password. */
const PER_PERSON = { most: 10, windowMs: 10 * MINUTE_MS };
/** A code has a millionth of a chance, three of them at a time. */
const PER_CODE = { most: 5, windowMs: 10 * MINUTE_MS };
/** Requests for a mail with a link that sets a new password or confirms a sign-up: fewer than e-mails that a person may get in an hour. */
const PER_REQUEST = { most: 3, windowMs: HOUR_MS };
const LONGEST_WINDOW_MS = HOUR_MS;

const hashOf = (text: string) => keyedHash("payload-hash", `sign-in ${text}`);
const placeOf = (address: string) => hashOf(`from ${address}`);
const pairOf = (email: string, address: string) => hashOf(`${email} from ${address}`);

/**
 * Counts one more attempt at signing in, and says how many seconds to wait when there were too many.
 * A stranger who guesses uses up only the attempts of their own address, and those of addresses that the person has
 * never signed in from, so nobody can lock a person out of the places they work at. Whether the e-mail address has an
 * account changes nothing. The counts are in the database, shared by all processes.
 */
export async function countSignIn(email: string, address: string | null): Promise<Counted> {
  const from = address ?? "unknown";
  const isKnown = await isKnownPlace(email, placeOf(from));
  const all = await countUp(placeOf(from), PER_ADDRESS);
  const own = [await countUp(pairOf(email, from), PER_PAIR)];
  if (!isKnown) own.push(await countUp(hashOf(email), PER_EMAIL));
  return counted([all, ...own], own);
}

/** Counts one more request for a link that sets a new password, as `countSignIn`; returns the seconds to wait. */
export async function countResetRequest(email: string, address: string | null): Promise<number> {
  return await countRequest("reset", email, address ?? "unknown");
}

/** Counts one more request for an account, as `countResetRequest`. */
export async function countSignUp(email: string, address: string | null): Promise<number> {
  return await countRequest("sign-up", email, address ?? "unknown");
}

async function countRequest(kind: string, email: string, from: string): Promise<number> {
  const isKnown = await isKnownPlace(email, placeOf(from));
  const counts = [
    await countUp(placeOf(from), PER_ADDRESS),
    await countUp(hashOf(`${kind} of ${email} from ${from}`), PER_REQUEST),
  ];
  if (!isKnown) counts.push(await countUp(hashOf(`${kind} of ${email}`), PER_REQUEST));
  return counted(counts, []).retryAfterSeconds;
}

/** Forgets a person's attempts from an address from which they have set a new password. */
export async function forgetSignIns(email: string, address: string | null): Promise<void> {
  await clearFailures(pairOf(email, address ?? "unknown"), LONGEST_WINDOW_MS);
}

/** Forgets a person's attempts from an address at which they gave the right password, and knows the address from now on.
 *  Of those that the address has in all, it takes back this one: others who guess from there go on being counted. */
export async function noteSignIn(email: string, address: string | null): Promise<void> {
  const from = address ?? "unknown";
  await rememberPlace(email, placeOf(from));
  await takeBackAttempt(placeOf(from));
  await clearFailures(pairOf(email, from), LONGEST_WINDOW_MS);
}

/** Knows an address from now on, where a person signed in without a password. */
export async function knowPlace(email: string, address: string | null): Promise<void> {
  await rememberPlace(email, placeOf(address ?? "unknown"));
}

/** A guess of somebody who is signed in, at their own password or code, or at a passkey. */
export type Guessed = { by: "password" | "code" | "passkey"; person: string };

const subjectOf = ({ by, person }: Guessed) => hashOf(`${by} ${person}`);

/** Counts one more guess, per person and per network address, as `countSignIn`. */
export async function countGuess(guessed: Guessed, address: string | null): Promise<Counted> {
  const all = address ? [await countUp(placeOf(address), PER_ADDRESS)] : [];
  const own = await countUp(subjectOf(guessed), guessed.by === "code" ? PER_CODE : PER_PERSON);
  return counted([...all, own], [own]);
}

/** Counts one more attempt to sign in with a passkey that nobody has; returns the seconds to wait. */
export async function countUnknownPasskey(address: string | null): Promise<number> {
  const all = await countUp(placeOf(address ?? "unknown"), PER_ADDRESS);
  return counted([all], [all]).retryAfterSeconds;
}

/** Forgets the earlier guesses of a person who was right, and takes this one back from their network address. */
export async function forgetGuesses(guessed: Guessed, address: string | null): Promise<void> {
  if (address) await takeBackAttempt(placeOf(address));
  await clearFailures(subjectOf(guessed), LONGEST_WINDOW_MS);
}

/** Of one attempt. The first of its window and the one that stops the sign-in are worth an entry in the audit log; the
 *  others would flood it. */
export type Counted = {
  /** How long to wait; 0 when there were not too many. */
  retryAfterSeconds: number;
  isFirst: boolean;
  /** After how many attempts this one is the first that is not judged; null for any other. */
  stopsAfter: number | null;
};

type Count = { attempts: number; most: number; waitMs: number };

function counted(all: readonly Count[], own: readonly Count[]): Counted {
  const waitMs = Math.max(...all.map((count) => count.waitMs));
  const stopped = own.find(({ attempts, most }) => attempts === most + 1);
  return {
    retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
    isFirst: own[0]?.attempts === 1,
    stopsAfter: stopped?.most ?? null,
  };
}

/** Counts one more attempt in a window that begins with its first. */
async function countUp(
  subject: Buffer,
  { most, windowMs }: { most: number; windowMs: number },
): Promise<Count> {
  const { failures, windowStartedAt } = await countAttempt(subject, dateFromMs(nowMs()), windowMs);
  const leftMs = windowStartedAt.getTime() + windowMs - nowMs();
  return { attempts: failures, most, waitMs: failures <= most ? 0 : Math.max(SECOND_MS, leftMs) };
}
