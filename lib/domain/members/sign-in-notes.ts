import { type Tx, transact } from "#db/transact.ts";
import { type Action, recordChangeIn, STRANGER } from "#lib/domain/audit/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import type { Caller } from "#lib/kernel/context.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import type { Id } from "#lib/kernel/ids.ts";
import * as store from "./reset-store.ts";
import type { User } from "./types.ts";

/** The origin of a sign-in attempt. */
export type SignInFrom = {
  caller: Caller;
  requestId: Id<"req">;
  /** The browser's device cookie: 32 random bytes as text. */
  device: string;
};

type Noted = {
  action: Action;
  after?: Record<string, string | number>;
  /** Whether the caller has not authenticated as this person. */
  byStranger?: boolean;
};

const REFUSALS_AT_ONCE = 100;

/** The stored form of a browser's device cookie. */
export const hashOfDevice = (device: string) => keyedHash("device", device);

/** Records an action about a person's sign-in in the audit log of each of their accounts. */
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
 * Records a complete sign-in and remembers the browser. If the browser is new and others are known, informs the person by
 * e-mail.
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
      to: { address: user.email, because: "it concerns your own sign-in" },
      content: noticeFor(from.caller),
    });
  });
}

function noticeFor({ address, client }: Caller) {
  return {
    subject: "Sign-in from a new device",
    paragraphs: [
      "Someone just signed in as you in a browser that you have not used before.",
      "If this was not you, change your password and end that session immediately, under Security.",
    ],
    facts: [
      ["IP address", address ?? "unknown"],
      ["Browser", client ?? "unknown"],
    ],
    action: { label: "Review your sign-in", url: `${env.publicUrl}/test/settings/security` },
  } as const;
}

/**
 * Stores a wrong password, or a block after too many, for the audit log. Behaves the same whether or not the e-mail
 * address has an account; `noteRefusals` looks that up later.
 */
export async function keepRefusal(
  email: string,
  { caller, requestId }: SignInFrom,
  refusal: { isStop: boolean; attempts: number },
): Promise<void> {
  const { address, client } = caller;
  await store.insertRefusal({ ...refusal, email, address, client, requestId });
}

/** Records stored refusals in the audit logs of the users whom they concern. Returns the number of refusals. Any number of
 *  workers may call it. */
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
