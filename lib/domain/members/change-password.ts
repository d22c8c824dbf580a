import { type Tx, transact } from "#db/transact.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { MINUTE_MS, now } from "#lib/kernel/clock.ts";
import type { Caller } from "#lib/kernel/context.ts";
import { keyedHash, randomSecret } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { removeAll as removePasskeys } from "./passkey-store.ts";
import { hashNewPassword, isPasswordOf } from "./password.ts";
import * as store from "./reset-store.ts";
import { noteIn, type Person } from "./second-factor.ts";
import * as sessionStore from "./session-store.ts";
import { noteOfPersonIn } from "./sign-in-notes.ts";
import {
  countGuess,
  countNewPassword,
  countResetRequest,
  forgetGuesses,
  noteReset,
} from "./throttle.ts";
import type { User } from "./types.ts";

export type PasswordOutcome =
  | { outcome: "changed"; sessionsEnded: number }
  | { outcome: "refused" }
  | { outcome: "too_many"; retryAfterSeconds: number };

/**
 * Changes a person's password after checking the current one; each call counts as a guess at it. Ends all other sessions
 * and the reset link, and sends an e-mail. One of two concurrent changes is refused. Throws `parameter_invalid`
 * (`password`) for an invalid new password, before the guess is counted, but not before the new password is.
 */
export async function changePassword(
  person: Person,
  given: { current: string; password: string },
  caller: Caller,
): Promise<PasswordOutcome> {
  const { id: sessionId, user } = person.session;
  if (given.password === given.current) {
    throw invalid("password", "The new password equals the current one.");
  }
  const waitSeconds = await countNewPassword(caller.address);
  if (waitSeconds > 0) return { outcome: "too_many", retryAfterSeconds: waitSeconds };
  const to = await hashNewPassword(given.password, [user.name, user.email]);
  const guessed = { by: "password", person: user.id } as const;
  const { retryAfterSeconds } = await countGuess(guessed, caller.address);
  if (retryAfterSeconds > 0) return { outcome: "too_many", retryAfterSeconds };
  const from = await sessionStore.findPasswordHash(user.id);
  if (!from || !(await isPasswordOf(from, given.current))) {
    return { outcome: "refused" };
  }
  const sessionsEnded = await transact(async (tx) => {
    if (!(await sessionStore.replacePassword(tx, user.id, { from, to }))) return null;
    const sessions = await sessionStore.deleteOtherSessions(tx, user.id, sessionId);
    await store.deleteReset(tx, user.id);
    // With a second factor, only that confirms a session.
    if (!person.session.hasSecondFactor) {
      await sessionStore.markConfirmed(tx, sessionId, now(), "password");
    }
    await noteIn(tx, person, "sign_in.password_changed", { sessions });
    await queueMailIn(tx, {
      accountId: person.ctx.accountId,
      mode: null,
      kind: "password_changed",
      fact: `${user.id} ${person.ctx.requestId}`,
      to: { address: user.email, because: "it concerns your own sign-in" },
      content: noticeFor(caller),
    });
    return sessions;
  });
  if (sessionsEnded === null) return { outcome: "refused" };
  await forgetGuesses(guessed, caller.address);
  return { outcome: "changed", sessionsEnded };
}

function noticeFor({ address, client }: Caller) {
  return {
    subject: "Your password was changed",
    paragraphs: [
      "Your password was just changed. All your other sessions were signed out.",
      "If this was not you, someone else can sign in as you: ask an owner of your account immediately to remove you.",
    ],
    facts: [
      ["IP address", address ?? "unknown"],
      ["Browser", client ?? "unknown"],
    ],
    action: { label: "Review your sign-in", url: `${env.publicUrl}/test/settings/security` },
  } as const;
}

export const RESET_MINUTES = 30;
const TOKEN_CHARS = 40;
const BATCH = 100;

type From = { caller: Caller; requestId: Id<"req"> };

const hashOf = (token: string) => keyedHash("password-reset", token);

/**
 * Stores a request for an e-mail with a link to set a new password. Behaves the same for every e-mail address, so that
 * nobody can probe who has an account; `sendResetLinks` looks that up later. Returns the seconds to wait after too many
 * requests, else 0. Throws `state_invalid` without a mail server.
 */
export async function requestReset(email: string, { caller, requestId }: From): Promise<number> {
  if (env.smtpUrl === null) {
    throw new ApiError(
      "state_invalid",
      "This installation sends no e-mail. Ask its operator to reset your password.",
    );
  }
  const known = email.trim().toLowerCase();
  const retryAfterSeconds = await countResetRequest(known, caller.address);
  if (retryAfterSeconds > 0) return retryAfterSeconds;
  await store.insertResetRequest({ ...caller, email: known, requestId });
  return 0;
}

/** Sends links for requests whose e-mail address has a user and drops the others. Returns the number of requests. Any
 *  number of workers may call it. */
export async function sendResetLinks(): Promise<number> {
  return await transact(async (tx) => {
    const requests = await store.takeResetRequests(tx, BATCH);
    for (const { user, address, client, requestId } of requests) {
      if (user) await sendLinkIn(tx, user, { caller: { address, client }, requestId });
    }
    return requests.length;
  });
}

async function sendLinkIn(tx: Tx, user: User, from: From): Promise<void> {
  const [accountId] = await store.accountsOf(tx, user.id);
  if (!accountId) return;
  const secret = await newTokenIn(tx, user.id);
  await noteOfPersonIn(tx, user, from, { action: "sign_in.reset_requested", byStranger: true });
  await queueMailIn(tx, {
    accountId,
    mode: null,
    kind: "password_reset",
    fact: `${user.id} ${from.requestId}`,
    to: { address: user.email, because: "it is about your own sign-in" },
    content: {
      subject: "Set a new password",
      paragraphs: [
        `Someone requested a new password for your sign-in. The link works once and expires after ${RESET_MINUTES} minutes.`,
        "If this was not you, ignore this message: your password does not change.",
      ],
      facts: [["Requested from IP address", from.caller.address ?? "unknown"]],
      action: { label: "Set a new password", url: `${env.publicUrl}/reset-password` },
      secret,
    },
  });
}

/** Creates a person's reset link, which replaces an earlier one, and returns its token. */
export async function newTokenIn(tx: Tx, userId: string): Promise<string> {
  const token = randomSecret(TOKEN_CHARS);
  await store.putReset(tx, userId, {
    tokenHash: hashOf(token),
    validMs: RESET_MINUTES * MINUTE_MS,
  });
  return token;
}

/**
 * Sets a new password by a link, once. Ends all sessions and passkeys of the person and sends an e-mail; the second factor
 * stays. Returns the seconds to wait after too many passwords, else 0. Throws `resource_missing` for an unusable link, and
 * `parameter_invalid` (`password`), which does not use up the link. Locks the link's row.
 */
export async function resetPassword(
  { token, password }: { token: string; password: string },
  from: From,
): Promise<number> {
  const user = await store.findReset(hashOf(token));
  if (!user) throw unusable();
  const retryAfterSeconds = await countNewPassword(from.caller.address);
  if (retryAfterSeconds > 0) return retryAfterSeconds;
  const hash = await hashNewPassword(password, [user.name, user.email]);
  await transact(async (tx) => {
    if (!(await store.claimReset(tx, hashOf(token)))) throw unusable();
    const after = await replacePasswordIn(tx, user, hash, from);
    await noteOfPersonIn(tx, user, from, { action: "sign_in.password_reset", after });
  });
  await noteReset(user.email, from.caller.address);
  return 0;
}

function unusable(): ApiError {
  return new ApiError(
    "resource_missing",
    `This link does not work. It was used or replaced, or is older than ${RESET_MINUTES} minutes.`,
  );
}

/**
 * Sets a password, ends the person's sessions, passkeys and reset link, and queues an e-mail. Returns how many sessions and
 * passkeys ended. A passkey is both factors: one that an intruder added, or somebody who had joined under an address of
 * another person, would open what the new password closes. Throws `state_invalid` for a person without a password.
 */
export async function replacePasswordIn(
  tx: Tx,
  user: User,
  hash: string,
  { caller, requestId }: { caller: Caller | null; requestId: Id<"req"> },
): Promise<{ sessions: number; passkeys: number }> {
  if (!(await store.setPassword(tx, user.id, hash))) {
    throw new ApiError("state_invalid", "This person does not sign in with a password.");
  }
  // The sessions first: a passkey that one of them is adding commits before they end, and is seen below.
  const sessions = await store.deleteSessions(tx, user.id);
  const passkeys = await removePasskeys(tx, user.id);
  const ended = { sessions, passkeys };
  await store.deleteReset(tx, user.id);
  const [accountId] = await store.accountsOf(tx, user.id);
  if (!accountId) return ended;
  const without = passkeys > 0 ? " Your passkeys were removed." : "";
  await queueMailIn(tx, {
    accountId,
    mode: null,
    kind: "password_changed",
    fact: `${user.id} ${requestId}`,
    to: { address: user.email, because: "it is about your own sign-in" },
    content: {
      subject: "Your password was changed",
      paragraphs: [
        caller
          ? `Your password was changed with a link that was sent to you. All your sessions were signed out.${without}`
          : `An operator of this installation changed your password. All your sessions were signed out.${without}`,
        "If you did not expect this, tell an owner of your account immediately.",
      ],
      facts: caller ? [["IP address", caller.address ?? "unknown"]] : [],
      action: { label: "Sign in", url: `${env.publicUrl}/sign-in` },
    },
  });
  return ended;
}
