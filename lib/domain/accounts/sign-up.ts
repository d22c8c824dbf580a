import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { queueMailIn, renderMail, type SendMail } from "#lib/domain/mail/index.ts";
import { beginTourIn } from "#lib/domain/member-settings/index.ts";
import {
  checkedEmail,
  checkPassword,
  countGuess,
  countNewPassword,
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

/** How long a sign-up's link is valid. */
const SIGN_UP_MS = DAY_MS;

type From = { caller: Caller; requestId: Id<"req"> };

/** Throws `state_invalid` if the operator has not opened sign-up (`SIGN_UP=open`). */
export function checkSignUpOpen(): void {
  if (env.signUp === "open") return;
  throw new ApiError(
    "state_invalid",
    "New accounts are by invitation only. Ask a colleague to invite you, or the operator for an account.",
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
 * Stores a request for an account. Behaves the same for every e-mail address, so that nobody can probe who has an
 * account; `finishSignUps` looks that up later. Returns the seconds to wait after too many requests, else 0. Throws
 * `state_invalid` if the operator has not opened sign-up, and `parameter_invalid` naming the field.
 */
export async function requestSignUp(
  { password, ...given }: SignUpRequest,
  { caller, requestId }: From,
): Promise<number> {
  checkSignUpOpen();
  const { name, country, currency, timezone } = checkedFacts(given);
  const email = checkedEmail(given.email);
  const waitSeconds = await countNewPassword(caller.address);
  if (waitSeconds > 0) return waitSeconds;
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
 * Creates the account of a link, once. The password chosen at sign-up must be given again, so that the owner of a
 * mailbox is not tricked into an account whose password a stranger knows. Throws `resource_missing` for an unusable
 * link, `state_invalid` if the operator has closed sign-up, and `parameter_invalid` if the e-mail address has an
 * account by now. Locks the link's row.
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
    "This link does not work. It was used or replaced, or is older than 24 hours.",
  );
}

/** Creates the account of a request and records who asked for it. */
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
  await beginTourIn(tx, { accountId: account.id, userId: owner.id });
}

const BATCH = 20;
const TOKEN_CHARS = 40;
/** Waits between attempts to send the link. After the last one, sending is given up. */
const RETRY_WAITS_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);

type LinkMail = { to: string; token: string };

/**
 * Handles up to `BATCH` sign-up requests: sends a link, or creates the account immediately if there is no mail server
 * (`send` is null). If the e-mail address has an account already, its owner is informed instead. Every attempt to send
 * uses a new link, of which only the hash is stored. Returns the number of requests handled. Any number of workers
 * may call it.
 */
export async function finishSignUps(send: SendMail | null): Promise<number> {
  await store.deleteOlder(SIGN_UP_MS);
  let finished = 0;
  while (finished < BATCH) {
    const next = await transact((tx) => finishNext(tx, send !== null));
    if (!next) break;
    finished++;
    if (next.mail && send) await sendLink(next.mail, send);
  }
  return finished;
}

/** Handles one request in one transaction, so a second request for the same e-mail address sees the first's result. */
async function finishNext(tx: Tx, byMail: boolean): Promise<{ mail: LinkMail | null } | null> {
  const due = await store.lockDue(tx);
  if (!due) return null;
  const holder = await store.findHolder(tx, due.email);
  if (!holder && byMail) return { mail: await newLinkIn(tx, due) };
  if (holder) await mailHolderIn(tx, holder, due);
  else await openAccountIn(tx, due, { caller: due, requestId: due.requestId });
  await store.deleteSignUp(tx, due.requestId);
  return { mail: null };
}

async function newLinkIn(tx: Tx, { requestId, email, attempts }: store.SignUp): Promise<LinkMail> {
  const token = randomSecret(TOKEN_CHARS);
  const retryMs = RETRY_WAITS_MS[attempts] ?? null;
  await store.putLink(tx, requestId, { tokenHash: hashOfSignUp(token), retryMs });
  return { to: email, token };
}

/** The e-mail quotes nothing that the requester entered, so that nobody can send texts through us. */
async function sendLink({ to, token }: LinkMail, send: SendMail): Promise<void> {
  const content = {
    subject: "Confirm your e-mail address",
    paragraphs: [
      "Someone requested a Paydesk account with this e-mail address. Open the link within 24 hours and enter the password that you chose.",
      "If this was not you, ignore this message: no account is created.",
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
    `You receive this because someone entered your e-mail address on Paydesk (${host}).`,
  );
  try {
    await send({ id: newId("eml"), recipient: to, subject, text, html });
    await store.recordSent(hashOfSignUp(token));
  } catch (error) {
    log.warn("could not send a sign-up link", { error });
  }
}

async function mailHolderIn(
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
    to: { address: email, because: "it concerns your own sign-in" },
    content: {
      subject: "You already have an account",
      paragraphs: [
        "Someone requested a new account with your e-mail address. You already have one, so nothing was created or changed.",
        "If this was you, sign in. If you forgot your password, you can reset it there.",
      ],
      facts: [["IP address", address ?? "unknown"]],
      action: { label: "Sign in", url: `${env.publicUrl}/sign-in` },
    },
  });
}
