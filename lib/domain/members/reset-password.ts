import { type Tx, transact } from "#db/transact.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Caller } from "#lib/kernel/context.ts";
import { keyedHash, randomSecret } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { accountsOf } from "./notes-store.ts";
import { hashNewPassword } from "./password.ts";
import * as store from "./reset-store.ts";
import { noteOfPersonIn } from "./sign-in-notes.ts";
import { countResetRequest, noteReset } from "./throttle.ts";
import type { User } from "./types.ts";

export const RESET_MINUTES = 30;
const TOKEN_CHARS = 40;
const REQUESTS_AT_ONCE = 100;

type From = { caller: Caller; requestId: Id<"req"> };

const hashOf = (token: string) => keyedHash("password-reset", token);

/**
 * Takes a request for an e-mail with a link that sets a new password. Says and does the same for every address: whether
 * it has an account is looked up when a worker calls `sendResetLinks`. Returns how many seconds to wait when there were
 * too many requests, else 0. Throws `state_invalid` where no mail server is set.
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

/** Sends a link to those of the requests whose e-mail address is a member's, and forgets the others. Answers how many
 *  there were. Any number of workers may call it. */
export async function sendResetLinks(): Promise<number> {
  return await transact(async (tx) => {
    const requests = await store.takeResetRequests(tx, REQUESTS_AT_ONCE);
    for (const { user, address, client, requestId } of requests) {
      if (user) await sendLinkIn(tx, user, { caller: { address, client }, requestId });
    }
    return requests.length;
  });
}

async function sendLinkIn(tx: Tx, user: User, from: From): Promise<void> {
  const [accountId] = await accountsOf(tx, user.id);
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
        `Somebody asked to set a new password for your sign-in. The link works once, for ${RESET_MINUTES} minutes.`,
        "If that was not you, do nothing: your password stays as it is.",
      ],
      facts: [["Asked from the address", from.caller.address ?? "unknown"]],
      action: { label: "Set a new password", url: `${env.publicUrl}/reset-password` },
      secret,
    },
  });
}

/** Makes the one link that sets a new password of a person; the one before works no longer. */
export async function newTokenIn(tx: Tx, userId: string): Promise<string> {
  const token = randomSecret(TOKEN_CHARS);
  await store.putReset(tx, userId, {
    tokenHash: hashOf(token),
    validMs: RESET_MINUTES * MINUTE_MS,
  });
  return token;
}

/**
 * Sets a new password by a link, once. All sessions of the person end, an e-mail tells them, and the second factor is
 * asked for as before. Throws `resource_missing` for a link that does not work, and `parameter_invalid` (`password`) for
 * a password that is refused, which leaves the link as it is. Locks the link's row.
 */
export async function resetPassword(
  { token, password }: { token: string; password: string },
  from: From,
): Promise<void> {
  const user = await store.findReset(hashOf(token));
  if (!user) throw unusable();
  const hash = await hashNewPassword(password, [user.name, user.email]);
  await transact(async (tx) => {
    if (!(await store.claimReset(tx, hashOf(token)))) throw unusable();
    const sessions = await replacePasswordIn(tx, user, hash, from);
    await noteOfPersonIn(tx, user, from, { action: "sign_in.password_reset", after: { sessions } });
  });
  await noteReset(user.email, from.caller.address);
}

function unusable(): ApiError {
  return new ApiError(
    "resource_missing",
    `This link does not work: it was used or replaced, or is older than ${RESET_MINUTES} minutes.`,
  );
}

/** Sets a password, ends the person's sessions and their link, and queues the e-mail that tells them. Answers how many
 *  sessions ended. Throws `state_invalid` for somebody who has no password. */
export async function replacePasswordIn(
  tx: Tx,
  user: User,
  hash: string,
  { caller, requestId }: { caller: Caller | null; requestId: Id<"req"> },
): Promise<number> {
  if (!(await store.setPassword(tx, user.id, hash))) {
    throw new ApiError("state_invalid", "This person does not sign in with a password.");
  }
  const sessions = await store.deleteSessions(tx, user.id);
  await store.deleteReset(tx, user.id);
  const [accountId] = await accountsOf(tx, user.id);
  if (!accountId) return sessions;
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
          ? "Your password was changed by a link that was sent to you. You are signed out everywhere."
          : "An operator of this installation changed your password. You are signed out everywhere.",
        "If you did not expect that, tell an owner of your account at once.",
      ],
      facts: caller ? [["From the address", caller.address ?? "unknown"]] : [],
      action: { label: "Sign in", url: `${env.publicUrl}/sign-in` },
    },
  });
  return sessions;
}
