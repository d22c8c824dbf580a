import { type Tx, transact } from "#db/transact.ts";
import { queueMailIn, renderMail, type SendMail } from "#lib/domain/mail/index.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import { randomSecret } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { hashOfSignUp, openAccountIn, SIGN_UP_MS } from "./sign-up.ts";
import * as store from "./sign-up-store.ts";

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
