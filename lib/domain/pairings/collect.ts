import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { createKeyIn, type NewKey } from "#lib/domain/keys/index.ts";
import { countPairing, listMembersWhoMayIn } from "#lib/domain/members/index.ts";
import { DAY_MS, dateFromMs, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Caller, Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { keyNameOf, PAIRING_MS } from "./pair.ts";
import { hashOfPollSecret } from "./pairing-code.ts";
import * as store from "./store.ts";

/** How often a command line should poll, and how soon after another one a poll is refused. */
export const POLL_SECONDS = 2;
const SHORTEST_GAP_MS = SECOND_MS;
/** Days for which the key of a command line is valid. */
const KEY_DAYS = 90;

type Polled =
  | { outcome: "pending" | "refused" | "expired" | "collected" | "unknown" }
  | { outcome: "too_many"; retryAfterSeconds: number }
  | { outcome: "ready"; made: NewKey };

type From = { caller: Caller; requestId: Id<"req"> };

/**
 * The outcome of a pairing. Once after its confirmation it creates the key, in the transaction that marks the pairing as
 * collected, and returns its plaintext: nothing stores it, so a lost answer means another login. The key answers for
 * the member who confirmed; it is refused if they may no longer create keys. Polls more often than once a second, and
 * many with unknown secrets, get the seconds to wait.
 */
export async function pollPairing(pollSecret: string, from: From): Promise<Polled> {
  const pollHash = hashOfPollSecret(pollSecret);
  const times = { gapMs: SHORTEST_GAP_MS, validMs: PAIRING_MS };
  const polled = await store.recordPoll(pollHash, times);
  if (!polled) return await unknownOrTooSoon(pollHash, from);
  if (polled.status === "collected" || polled.status === "refused") {
    return { outcome: polled.status };
  }
  if (!polled.isValid) return { outcome: "expired" };
  if (polled.status === "pending" || !polled.accountId) return { outcome: "pending" };
  const subject = { accountId: polled.accountId, mode: "test", requestId: from.requestId } as const;
  const ctx = { ...(await systemContext(subject, "pairing")), caller: from.caller };
  return await collect(pollHash, ctx);
}

async function unknownOrTooSoon(pollHash: Buffer, { caller }: From): Promise<Polled> {
  if (await store.hasSecret(pollHash)) return { outcome: "too_many", retryAfterSeconds: 1 };
  const retryAfterSeconds = await countPairing("unknown", caller.address);
  return retryAfterSeconds > 0
    ? { outcome: "too_many", retryAfterSeconds }
    : { outcome: "unknown" };
}

async function collect(pollHash: Buffer, system: Context): Promise<Polled> {
  return await transact(async (tx): Promise<Polled> => {
    const pairing = await store.claimConfirmed(tx, pollHash, PAIRING_MS);
    if (!pairing) return { outcome: "collected" };
    const members = await listMembersWhoMayIn(tx, pairing.accountId, "manage_keys");
    const member = members.find(({ userId }) => userId === pairing.answeredBy);
    if (!member) {
      await store.markRefused(tx, pairing.id);
      return { outcome: "refused" };
    }
    const actor = { type: "member", userId: member.userId, name: member.name } as const;
    const made = await createKeyIn(
      tx,
      { ...system, actor },
      {
        kind: "secret",
        name: keyNameOf(pairing),
        scopes: pairing.scopes,
        expiresAt: dateFromMs(nowMs() + KEY_DAYS * DAY_MS),
      },
    );
    return { outcome: "ready", made };
  });
}
