import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { SCOPE_RESOURCES } from "#lib/domain/keys/index.ts";
import { countGuess, countPairing, takeBackGuess } from "#lib/domain/members/index.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Caller, Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { redact } from "#lib/kernel/log.ts";
import type { ScopeVerb } from "#lib/kernel/vocabulary/keys.ts";
import { hashOfCode, hashOfPollSecret, newCode, newPollSecret, readCode } from "./pairing-code.ts";
import * as store from "./store.ts";
import type { Pairing } from "./types.ts";

/** How long a code and its poll secret are valid. */
export const PAIRING_MS = 10 * MINUTE_MS;
/** Afterwards a command line that polls on is still told what became of it. */
const KEPT_MS = 60 * MINUTE_MS;
const LONGEST_DEVICE = 60;
const MOST_TRIES = 3;

type TooMany = { outcome: "too_many"; retryAfterSeconds: number };

type Begun = { outcome: "begun"; code: string; pollSecret: string; expiresInSeconds: number };

/**
 * Begins a pairing: a command line without a key asks for one. Returns the code, which a person compares, and the
 * secret with which the command line polls; of both only hashes are stored. Counts beginnings per network address.
 */
export async function beginPairing(
  { device }: { device: string },
  caller: Caller,
): Promise<Begun | TooMany> {
  const retryAfterSeconds = await countPairing("begun", caller.address);
  if (retryAfterSeconds > 0) return { outcome: "too_many", retryAfterSeconds };
  const pollSecret = newPollSecret();
  const facts = { device: deviceName(device), pollHash: hashOfPollSecret(pollSecret), ...caller };
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const code = newCode();
    const row = { ...facts, id: newId("prg"), codeHash: hashOfCode(code) };
    if (!(await store.insertPairing(row))) continue;
    return { outcome: "begun", code, pollSecret, expiresInSeconds: PAIRING_MS / SECOND_MS };
  }
  throw new Error("no free code for a pairing was found");
}

/** Deletes pairings that began more than an hour ago. */
export async function prunePairings(): Promise<void> {
  await store.deleteOlder(KEPT_MS);
}

/** The name of a machine with letters, digits and harmless signs only: a person decides by it, and it becomes part of a
 *  key's name. */
function deviceName(given: string): string {
  const plain = redact(given.normalize("NFKC")).replace(/[^\p{L}\p{N} ._'()-]/gu, "");
  return [...plain].slice(0, LONGEST_DEVICE).join("").trim() || "unknown machine";
}

type Looker = { userId: string; address: string | null };

/**
 * The pairing of a code that somebody who is signed in typed or opened; null for one that is unknown or older than ten
 * minutes. A member may be wrong ten times in ten minutes.
 */
export async function findPairing(
  typed: string,
  looker: Looker,
): Promise<{ outcome: "looked"; code: string | null; pairing: Pairing | null } | TooMany> {
  const code = readCode(typed);
  if (code === null) return { outcome: "looked", code: null, pairing: null };
  const guessed = { by: "pairing", person: looker.userId } as const;
  const { retryAfterSeconds } = await countGuess(guessed, looker.address);
  if (retryAfterSeconds > 0) return { outcome: "too_many", retryAfterSeconds };
  const pairing = await store.findByCode(hashOfCode(code), PAIRING_MS);
  if (pairing) await takeBackGuess(guessed, looker.address);
  return { outcome: "looked", code, pairing };
}

type MemberContext = Context & { actor: { type: "member"; userId: string; name: string } };

/**
 * Confirms a pairing for the member's account: the command line gets its key with its next poll. `access`: whether the
 * key only reads. Throws `state_invalid` in live mode and if it was answered before, and `resource_missing` for a code
 * that is unknown or older than ten minutes.
 */
export async function confirmPairing(
  ctx: MemberContext,
  typed: string,
  access: ScopeVerb,
): Promise<Pairing | TooMany> {
  if (ctx.mode !== "test") {
    throw new ApiError("state_invalid", "A command line is paired in test mode only.");
  }
  const scopes = SCOPE_RESOURCES.flatMap((resource) =>
    access === "read" ? [`${resource}:read`] : [`${resource}:read`, `${resource}:write`],
  );
  return await answerPairing(ctx, typed, { status: "confirmed", scopes });
}

/** Refuses a pairing: the command line is told. Throws as `confirmPairing`. */
export async function refusePairing(ctx: MemberContext, typed: string): Promise<Pairing | TooMany> {
  return await answerPairing(ctx, typed, { status: "refused", scopes: null });
}

/** The name of the key that a pairing makes. */
export const keyNameOf = ({ device }: Pick<Pairing, "device">) => `CLI on ${device}`;

async function answerPairing(
  ctx: MemberContext,
  typed: string,
  answer: { status: "confirmed" | "refused"; scopes: string[] | null },
): Promise<Pairing | TooMany> {
  const { userId } = ctx.actor;
  const found = await findPairing(typed, { userId, address: ctx.caller?.address ?? null });
  if (found.outcome === "too_many") return found;
  const { code } = found;
  const answered =
    code &&
    (await transact(async (tx) => {
      const changes = { ...answer, accountId: ctx.accountId, answeredBy: userId };
      const pairing = await store.answer(tx, hashOfCode(code), PAIRING_MS, changes);
      if (pairing) {
        const { id, device, address } = pairing;
        await recordChangeIn(tx, ctx, {
          action: answer.status === "confirmed" ? "key.pairing_confirmed" : "key.pairing_refused",
          subject: { id, name: keyNameOf(pairing) },
          after: { device, address, ...(answer.scopes && { scopes: answer.scopes }) },
        });
      }
      return pairing;
    }));
  if (answered) return answered;
  if (found.pairing) {
    throw new ApiError("state_invalid", "This login was answered already. Start it again.");
  }
  throw new ApiError(
    "resource_missing",
    "This code is unknown or older than 10 minutes. Start the login again.",
  );
}
