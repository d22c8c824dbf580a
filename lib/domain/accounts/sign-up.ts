import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { queueMailIn, renderMail, type SendMail } from "#lib/domain/mail/index.ts";
import {
  checkedEmail,
  checkPassword,
  countGuess,
  countSignUp,
  hashPassword,
  isPasswordOf,
} from "#lib/domain/members/index.ts";
import { DAY_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Caller } from "#lib/kernel/context.ts";
import { keyedHash, randomSecret } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { checkedFacts, createAccountIn } from "./create-account.ts";
import * as store from "./sign-up-store.ts";

/** How long the link of a sign-up works. */
const SIGN_UP_MS = DAY_MS;

type From = { caller: Caller; requestId: Id<"req"> };

/** Throws `state_invalid`, with the reason, where the operator has not opened the sign-up. */
export function checkSignUpOpen(): void {
  if (env.signUp === "open") return;
  throw new ApiError(
    "state_invalid",
    "This installation takes new people by invitation only. Ask a colleague to invite you, or the operator for an account.",
  );
}

type SignUpRequest = {
  name: string;
  email: string;
  password: string;
  country: string;
  currency: string;
  timezone: string;
};

const hashOfSignUp = (token: string) => keyedHash("sign-up", token);

/**
 * Takes a stranger's request for an account. Says and does the same for every address: whether it has an account is
 * looked up when a worker calls `finishSignUps`. Returns how many seconds to wait when there were too many requests, else
 * 0. Throws `state_invalid` where the operator has not opened the sign-up, and `parameter_invalid` naming the field.
 */
export async function requestSignUp(
  { password, ...given }: SignUpRequest,
  { caller, requestId }: From,
): Promise<number> {
  checkSignUpOpen();
  const { name, country, currency, timezone } = checkedFacts(given);
  const email = checkedEmail(given.email);
  await checkPassword(password, [name, email]);
  const retryAfterSeconds = await countSignUp(email, caller.address);
  if (retryAfterSeconds > 0) return retryAfterSeconds;
  const passwordHash = await hashPassword(password);
  const facts = { name, country: country.code, currency, timezone };
  await store.insertSignUp({ ...facts, ...caller, requestId, email, passwordHash });
  return 0;
}

type Confirmed =
  | { outcome: "confirmed"; email: string }
  | { outcome: "refused" }
  | { outcome: "too_many"; retryAfterSeconds: number };

/**
 * Makes the account of a link, once, for the password that was chosen with it: whoever has the mailbox only, and did not
 * ask for the account, cannot be given one whose password a stranger knows. Throws `resource_missing` for a link that
 * does not work, `state_invalid` where the operator has closed the sign-up since, and `parameter_invalid` when the address has an account by now. Locks the link's row.
 */
export async function confirmSignUp(
  { token, password }: { token: string; password: string },
  from: From,
): Promise<Confirmed> {
  checkSignUpOpen();
  const tokenHash = hashOfSignUp(token);
  const found = await store.findSignUp(tokenHash, SIGN_UP_MS);
  if (!found) throw unusable();
  const guessed = { by: "password", person: `sign-up ${tokenHash.toString("hex")}` } as const;
  const { retryAfterSeconds } = await countGuess(guessed, from.caller.address);
  if (retryAfterSeconds > 0) return { outcome: "too_many", retryAfterSeconds };
  if (!(await isPasswordOf(found.passwordHash, password))) return { outcome: "refused" };
  await transact(async (tx) => {
    if (!(await store.claimSignUp(tx, tokenHash, SIGN_UP_MS))) throw unusable();
    await openAccountIn(tx, found, from);
    await store.deleteOfEmail(tx, found.email);
  });
  return { outcome: "confirmed", email: found.email };
}

function unusable(): ApiError {
  return new ApiError(
    "resource_missing",
    "This link does not work: it was used or replaced, or is older than 24 hours.",
  );
}

/** Makes the account of a request, and writes down who asked for it. */
async function openAccountIn(
  tx: Tx,
  { name, email, country, currency, timezone, passwordHash }: store.SignUp,
  { caller, requestId }: From,
): Promise<void> {
  const request = { name, email, country, currency, timezone };
  const { account, owner } = await createAccountIn(tx, request, passwordHash);
  const actor = { type: "member", userId: owner.id, name: owner.name } as const;
  const ctx = { accountId: account.id, requestId, actor, caller };
  await recordChangeIn(tx, ctx, {
    action: "account.created",
    subject: account,
    after: { country },
  });
}

const AT_ONCE = 20;
const TOKEN_CHARS = 40;
/** Time from a failed try to the next. After the last one nobody is told any more. */
const SPACINGS_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);

type Letter = { to: string; token: string };

/**
 * Sends a link to those who asked for an account, or makes the account at once where there is no mail server (`send`
 * null). Somebody whose address has an account is told so by e-mail instead, and nothing is made. The e-mail leaves after the
 * commit, each time with a new link, so that the link is stored nowhere. Answers how many requests there were. Any
 * number of workers may call it.
 */
export async function finishSignUps(send: SendMail | null): Promise<number> {
  await store.deleteOlder(SIGN_UP_MS);
  let finished = 0;
  while (finished < AT_ONCE) {
    const next = await transact((tx) => finishNext(tx, send !== null));
    if (!next) break;
    finished++;
    if (next.letter && send) await sendLink(next.letter, send);
  }
  return finished;
}

/** One request in one transaction: of two for one address, the second sees what came of the first. */
async function finishNext(tx: Tx, byMail: boolean): Promise<{ letter: Letter | null } | null> {
  const due = await store.lockDue(tx);
  if (!due) return null;
  const holder = await store.findHolder(tx, due.email);
  if (!holder && byMail) return { letter: await newLinkIn(tx, due) };
  if (holder) await tellHolderIn(tx, holder, due);
  else await openAccountIn(tx, due, { caller: due, requestId: due.requestId });
  await store.deleteSignUp(tx, due.requestId);
  return { letter: null };
}

async function newLinkIn(tx: Tx, { requestId, email, attempts }: store.SignUp): Promise<Letter> {
  const token = randomSecret(TOKEN_CHARS);
  const retryMs = SPACINGS_MS[attempts] ?? null;
  await store.putLink(tx, requestId, { tokenHash: hashOfSignUp(token), retryMs });
  return { to: email, token };
}

/** Says nothing that the stranger wrote: nobody may send their words through us. */
async function sendLink({ to, token }: Letter, send: SendMail): Promise<void> {
  const content = {
    subject: "Confirm your e-mail address",
    paragraphs: [
      "Somebody asked for a Paydesk account with this e-mail address. Follow the link within 24 hours and give the password that you chose.",
      "If that was not you, do nothing: no account is made.",
    ],
    action: { label: "Confirm", url: `${env.publicUrl}/confirm-sign-up#${token}` },
  };
  const host = new URL(env.publicUrl).host;
  const {
    subject,
    textBody: text,
    htmlBody: html,
  } = renderMail(
    content,
    `You get this because somebody entered your address on Paydesk (${host}).`,
  );
  try {
    await send({ id: newId("eml"), recipient: to, subject, text, html });
    await store.recordSent(hashOfSignUp(token));
  } catch (error) {
    log.warn("the e-mail of a sign-up could not be sent", { error });
  }
}

async function tellHolderIn(
  tx: Tx,
  { userId, accountId }: NonNullable<Awaited<ReturnType<typeof store.findHolder>>>,
  { email, address, requestId }: store.SignUp,
): Promise<void> {
  if (!accountId) return;
  await queueMailIn(tx, {
    accountId,
    mode: null,
    kind: "sign_up_known",
    fact: `${userId} ${requestId}`,
    to: { address: email, because: "it is about your own sign-in" },
    content: {
      subject: "You have an account already",
      paragraphs: [
        "Somebody asked for a new account with your e-mail address. You have one already, so nothing was made or changed.",
        "If that was you, sign in. If you forgot the password, set a new one from there.",
      ],
      facts: [["From the address", address ?? "unknown"]],
      action: { label: "Sign in", url: `${env.publicUrl}/sign-in` },
    },
  });
}
