import { networkOfCaller } from "#lib/kernel/address-ranges.ts";
import { dateFromMs, HOUR_MS, MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { hashOfDevice, type SignInFrom } from "./sign-in-notes.ts";
import {
  clearFailures,
  countAttempt,
  isKnownDevice,
  isKnownPlace,
  rememberPlace,
  takeBackAttempt,
} from "./store.ts";

/** Attempts at one e-mail address from one network address, or in one browser in which its person has signed in before. */
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
/** Logins of command lines that one network address begins, and polls with a secret that nobody has. */
const PER_PAIRING = { most: 30, windowMs: 10 * MINUTE_MS };
const LONGEST_WINDOW_MS = HOUR_MS;

const hashOf = (text: string) => keyedHash("payload-hash", `sign-in ${text}`);
const networkOf = (address: string | null) => networkOfCaller(address ?? "unknown");
const placeOf = (address: string | null) => hashOf(`from ${networkOf(address)}`);
const pairOf = (email: string, address: string | null) =>
  hashOf(`${email} from ${networkOf(address)}`);
const browserOf = (email: string, device: string) => hashOf(`${email} in ${device}`);

/** Whether somebody has signed in, with all that was asked of them, in this browser before. */
export async function isOwnBrowser(email: string, device: string): Promise<boolean> {
  return await isKnownDevice(email, hashOfDevice(device));
}

type Origin = { address: string | null; device: SignInFrom["device"] };

/**
 * Counts one more attempt at signing in, and says how many seconds to wait when there were too many. Attempts in a
 * browser in which the person has signed in before are counted by themselves, so nobody else can lock them out of it,
 * not even from the same network. A stranger who guesses uses up only the attempts of their own address, and those of
 * addresses that the person has never signed in from. Whether the e-mail address has an account changes nothing for
 * anybody without such a browser. The counts are in the database, shared by all processes.
 */
export async function countSignIn(email: string, { address, device }: Origin): Promise<Counted> {
  if (await isOwnBrowser(email, device)) {
    const own = [await countUp(browserOf(email, device), PER_PAIR)];
    return counted(own, own);
  }
  const isKnown = await isKnownPlace(email, placeOf(address));
  const all = await countUp(placeOf(address), PER_ADDRESS);
  const own = [await countUp(pairOf(email, address), PER_PAIR)];
  // An attempt that its address stops does not count for the e-mail: otherwise one address would lock out all others.
  const isStopped = [all, ...own].some(({ waitMs }) => waitMs > 0);
  if (!isKnown && !isStopped) own.push(await countUp(hashOf(email), PER_EMAIL));
  return counted([all, ...own], own);
}

/** Counts one more request for a link that sets a new password, as `countSignIn`; returns the seconds to wait. */
export async function countResetRequest(email: string, address: string | null): Promise<number> {
  return await countRequest("reset", email, address);
}

/** Counts one more password that somebody chooses, good or not, from a network: for an account, on a link or for their own
 *  sign-in. Returns the seconds to wait. Judging it can take the time of a hundred other requests. */
export async function countNewPassword(address: string | null): Promise<number> {
  const all = await countUp(hashOf(`new passwords from ${networkOf(address)}`), PER_ADDRESS);
  return counted([all], [all]).retryAfterSeconds;
}

/** Counts one more request for an account, as `countResetRequest`. */
export async function countSignUp(email: string, address: string | null): Promise<number> {
  return await countRequest("sign-up", email, address);
}

async function countRequest(kind: string, email: string, address: string | null): Promise<number> {
  const isKnown = await isKnownPlace(email, placeOf(address));
  const counts = [
    await countUp(placeOf(address), PER_ADDRESS),
    await countUp(hashOf(`${kind} of ${email} from ${networkOf(address)}`), PER_REQUEST),
  ];
  if (!isKnown) counts.push(await countUp(hashOf(`${kind} of ${email}`), PER_REQUEST));
  return counted(counts, []).retryAfterSeconds;
}

/** Forgets a person's attempts from an address from which they have set a new password by their link, and knows the
 *  address from now on: strangers who guess cannot stop the sign-in that follows. */
export async function noteReset(email: string, address: string | null): Promise<void> {
  await rememberPlace(email, placeOf(address));
  await clearFailures(pairOf(email, address), LONGEST_WINDOW_MS);
}

/** Forgets a person's attempts from an address at which they gave the right password, and knows the address from now on.
 *  Takes back only this attempt from the address's own count: others who guess from there go on being counted. */
export async function noteSignIn(email: string, { address, device }: Origin): Promise<void> {
  await rememberPlace(email, placeOf(address));
  if (await isOwnBrowser(email, device)) {
    return await clearFailures(browserOf(email, device), LONGEST_WINDOW_MS);
  }
  await takeBackAttempt(placeOf(address));
  await clearFailures(pairOf(email, address), LONGEST_WINDOW_MS);
}

/** Knows an address from now on, where a person signed in without a password. */
export async function knowPlace(email: string, address: string | null): Promise<void> {
  await rememberPlace(email, placeOf(address));
}

/** Counts one more login that a command line begins, or one more poll with an unknown secret; returns the seconds to
 *  wait. Sign-ins from the address are counted by themselves. */
export async function countPairing(
  what: "begun" | "unknown",
  address: string | null,
): Promise<number> {
  const all = await countUp(hashOf(`pairing ${what} from ${networkOf(address)}`), PER_PAIRING);
  return counted([all], [all]).retryAfterSeconds;
}

/** A guess of somebody who is signed in, at their own password or code, or at a passkey. */
export type Guessed = { by: "password" | "code" | "passkey"; person: string };
/** The same, or at the code of a pairing. */
type AnyGuess = { by: Guessed["by"] | "pairing"; person: string };

const subjectOf = ({ by, person }: AnyGuess) => hashOf(`${by} ${person}`);

/** Counts one more guess, per person and per network address, as `countSignIn`. */
export async function countGuess(guessed: AnyGuess, address: string | null): Promise<Counted> {
  const all = address ? [await countUp(placeOf(address), PER_ADDRESS)] : [];
  const own = await countUp(subjectOf(guessed), guessed.by === "code" ? PER_CODE : PER_PERSON);
  return counted([...all, own], [own]);
}

/** Counts one more attempt to sign in with a passkey that nobody has; returns the seconds to wait. */
export async function countUnknownPasskey(address: string | null): Promise<number> {
  const all = await countUp(placeOf(address), PER_ADDRESS);
  return counted([all], [all]).retryAfterSeconds;
}

/** Forgets the earlier guesses of a person who was right, and takes this one back from their network address. */
export async function forgetGuesses(guessed: Guessed, address: string | null): Promise<void> {
  if (address) await takeBackAttempt(placeOf(address));
  await clearFailures(subjectOf(guessed), LONGEST_WINDOW_MS);
}

/** Takes back one guess that was right. Unlike `forgetGuesses` it keeps the earlier ones, for what a person can get right
 *  at will. */
export async function takeBackGuess(guessed: AnyGuess, address: string | null): Promise<void> {
  if (address) await takeBackAttempt(placeOf(address));
  await takeBackAttempt(subjectOf(guessed));
}

/** The count for one attempt. The first of its window and the one that stops the sign-in are worth an entry in the audit
 *  log; the others would flood it. */
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
