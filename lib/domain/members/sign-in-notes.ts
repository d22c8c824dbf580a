import { type Tx, transact } from "#db/transact.ts";
import { type Action, recordChangeIn, STRANGER } from "#lib/domain/audit/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import type { Caller } from "#lib/kernel/context.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import type { Id } from "#lib/kernel/ids.ts";
import * as store from "./notes-store.ts";
import type { User } from "./types.ts";

/** Where an attempt at signing in comes from. */
export type SignInFrom = {
  caller: Caller;
  requestId: Id<"req">;
  /** What is in the browser's cookie: 32 random bytes as text. */
  device: string;
};

type Noted = {
  action: Action;
  after?: Record<string, string | number>;
  /** Nobody has proved to be this person. */
  byStranger?: boolean;
};

const REFUSALS_AT_ONCE = 100;

/** What is stored of a browser's cookie. */
export const hashOfDevice = (device: string) => keyedHash("device", device);

/** Writes an entry about a person's sign-in to the log of every account that they may open. */
export async function noteOfPersonIn(
  tx: Tx,
  user: User,
  { caller, requestId }: Pick<SignInFrom, "caller" | "requestId">,
  { action, after, byStranger = false }: Noted,
): Promise<void> {
  const actor = byStranger
    ? ({ type: "system", name: STRANGER } as const)
    : ({ type: "member", userId: user.id, name: user.name } as const);
  const subject = { id: user.id, name: user.email };
  for (const accountId of await store.accountsOf(tx, user.id)) {
    const ctx = { accountId, requestId, actor, caller };
    await recordChangeIn(tx, ctx, { action, subject, ...(after ? { after } : {}) });
  }
}

/**
 * Writes down that a person has signed in, with all that was asked of them, and knows their browser from now on. Of
 * another browser than before they are told by e-mail as well.
 */
export async function noteSignedIn(user: User, from: SignInFrom, by: string): Promise<void> {
  await transact(async (tx) => {
    const known = await store.countDevices(tx, user.id);
    const isNew = await store.rememberDevice(tx, user.id, hashOfDevice(from.device));
    const action = isNew ? "sign_in.new_device" : "sign_in.signed_in";
    await noteOfPersonIn(tx, user, from, { action, after: { by } });
    const [accountId] = await store.accountsOf(tx, user.id);
    if (!isNew || known === 0 || !accountId) return;
    await queueMailIn(tx, {
      accountId,
      mode: null,
      kind: "new_device",
      fact: `${user.id} ${from.requestId}`,
      to: { address: user.email, because: "it is about your own sign-in" },
      content: noticeFor(from.caller),
    });
  });
}

function noticeFor({ address, client }: Caller) {
  return {
    subject: "You signed in from a new device",
    paragraphs: [
      "Somebody has just signed in as you in a browser that was not used for it before.",
      "If that was not you, change your password and end that session at once, under Security.",
    ],
    facts: [
      ["From the address", address ?? "unknown"],
      ["With", client ?? "unknown"],
    ],
    action: { label: "Look at your sign-in", url: `${env.publicUrl}/test/settings/security` },
  } as const;
}

/**
 * Keeps a wrong password, or a stop after too many, for the audit log. Says nothing of whether the e-mail address has
 * an account: that is looked up when a worker calls `noteRefusals`.
 */
export async function keepRefusal(
  email: string,
  { caller, requestId }: SignInFrom,
  refusal: { isStop: boolean; attempts: number },
): Promise<void> {
  const { address, client } = caller;
  await store.insertRefusal({ ...refusal, email, address, client, requestId });
}

/** Writes the refusals that were kept to the logs of the accounts of those whom they are about. Answers how many there
 *  were. Any number of workers may call it. */
export async function noteRefusals(): Promise<number> {
  return await transact(async (tx) => {
    const refusals = await store.takeRefusals(tx, REFUSALS_AT_ONCE);
    for (const { user, isStop, attempts, address, client, requestId } of refusals) {
      if (!user) continue;
      const from = { caller: { address, client }, requestId };
      const action = isStop ? "sign_in.stopped" : "sign_in.password_refused";
      const after = isStop ? { after: { attempts } } : {};
      await noteOfPersonIn(tx, user, from, { action, ...after, byStranger: true });
    }
    return refusals.length;
  });
}
