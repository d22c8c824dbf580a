import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { type Action, EXPIRY, recordChangeIn } from "#lib/domain/audit/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { listMembersWhoMayIn } from "#lib/domain/members/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, HOUR_MS, MINUTE_MS, toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { PAYOUT_CURRENCIES } from "../corridors.ts";
import type { LimitChange, Limits } from "../types.ts";
import * as store from "./limit-store.ts";

/** How long a change waits for confirmation before it expires. */
const CONFIRM_WITHIN_MS = 72 * HOUR_MS;
const MAX_MINOR = 99_999_999_999n;

/**
 * Sets the payout limits of a currency in this mode; null disables them. Stricter limits take effect with the commit. Less
 * strict ones wait until another admin confirms: that change is returned, or null if nothing waits. A pending change is
 * superseded.
 *
 * Throws `parameter_invalid` (`currency`, `perPayout`, `perDay`), `state_invalid` if nothing would change, and
 * `key_scope` for a key. Locks the account.
 */
export async function setPayoutLimits(
  ctx: Context,
  currency: string,
  to: Limits | null,
): Promise<LimitChange | null> {
  if (!PAYOUT_CURRENCIES.includes(currency)) {
    throw invalid("currency", `Payouts are possible in ${PAYOUT_CURRENCIES.join(", ")}.`);
  }
  if (to) checkLimits(to);
  const by = personOf(ctx);
  const change = await transact((tx) => setIn(tx, ctx, { currency, to, by }));
  announceLive(ctx.accountId, "payout_limit");
  return change;
}

function checkLimits({ perPayoutMinor, perDayMinor }: Limits): void {
  if (perPayoutMinor < 0n || perPayoutMinor > MAX_MINOR) {
    throw invalid("perPayout", "The limit per payout is out of range.");
  }
  if (perDayMinor < perPayoutMinor || perDayMinor > MAX_MINOR) {
    throw invalid("perDay", "The daily limit must be at least the limit per payout.");
  }
}

/** The member who changes limits. Throws `key_scope` for any other actor. */
function personOf({ actor }: Context): { id: string; name: string } {
  if (actor.type === "member") return { id: actor.userId, name: actor.name };
  throw new ApiError("key_scope", "Only members can change payout limits.");
}

type Params = { currency: string; to: Limits | null; by: { id: string; name: string } };

async function setIn(tx: Tx, ctx: Context, { currency, to, by }: Params) {
  await store.lockLimits(tx, ctx);
  const from = await store.findLimit(tx, ctx, currency);
  const earlier = await store.findPending(tx, ctx, currency);
  if (isSame(from, to) && !earlier) {
    throw new ApiError("state_invalid", "These limits are set already.");
  }
  if (earlier) {
    await store.settleChange(tx, ctx, earlier.id, { state: "superseded", decidedBy: by.id });
  }
  const strict = stricter(from, to);
  if (!isSame(from, strict)) {
    await store.putLimit(tx, ctx, currency, strict);
    await recordChangeIn(tx, ctx, {
      action: "payout_limit.changed",
      subject: { id: currency, name: currency },
      before: limitFacts(currency, from),
      after: limitFacts(currency, strict),
    });
  }
  return isSame(strict, to) ? null : await askIn(tx, ctx, { currency, from: strict, to, by });
}

async function askIn(
  tx: Tx,
  ctx: Context,
  { currency, from, to, by }: Params & { from: Limits | null },
): Promise<LimitChange> {
  const change: LimitChange = {
    id: newId("plc"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    currency,
    to,
    state: "pending",
    requestedBy: by.id,
    decidedBy: null,
    expiresAt: dateFromMs(businessNowMs(ctx) + CONFIRM_WITHIN_MS),
    requestId: ctx.requestId,
    createdAt: businessNow(ctx),
  };
  await store.insertChange(tx, change);
  await recordChangeIn(tx, ctx, {
    action: "payout_limit.change_requested",
    subject: { id: change.id, name: currency },
    before: limitFacts(currency, from),
    after: limitFacts(currency, to),
  });
  await mailAdminsIn(tx, change, { by: by.name, from });
  return change;
}

/**
 * Confirms a change of limits, which takes effect then, or refuses it. The requester can only refuse it. Throws
 * `resource_missing`, `state_invalid` if it is decided or expired or for a confirmation of one's own change, and
 * `key_scope` for a key. Locks the account.
 */
export async function decideLimitChange(
  ctx: Context,
  id: string,
  decision: "confirmed" | "refused",
): Promise<void> {
  const person = personOf(ctx);
  await transact(async (tx) => {
    await store.lockLimits(tx, ctx);
    const change = await store.lockChange(tx, ctx, id);
    if (!change) throw missing("change of payout limits", id);
    const isOver = change.state === "pending" && change.expiresAt <= businessNow(ctx);
    if (isOver || change.state !== "pending") {
      const state = isOver ? "expired" : change.state;
      throw new ApiError("state_invalid", `There is nothing to decide: this is ${state} already.`);
    }
    if (decision === "confirmed" && change.requestedBy === person.id) {
      throw new ApiError(
        "state_invalid",
        "Another admin must confirm the change that you requested.",
      );
    }
    await endIn(tx, ctx, change, { state: decision, decidedBy: person.id });
  });
  announceLive(ctx.accountId, "payout_limit");
}

const ACTIONS = {
  confirmed: "payout_limit.change_confirmed",
  refused: "payout_limit.change_refused",
  expired: "payout_limit.change_expired",
} as const satisfies Record<string, Action>;

async function endIn(
  tx: Tx,
  ctx: Context,
  change: LimitChange,
  outcome: { state: keyof typeof ACTIONS; decidedBy: string | null },
): Promise<void> {
  const { id, currency, to } = change;
  const from = await store.findLimit(tx, ctx, currency);
  if (!(await store.settleChange(tx, ctx, id, outcome))) {
    throw new Error(`${id} was decided while it was locked`);
  }
  if (outcome.state === "confirmed") await store.putLimit(tx, ctx, currency, to);
  await recordChangeIn(tx, ctx, {
    action: ACTIONS[outcome.state],
    subject: { id, name: currency },
    before: limitFacts(currency, from),
    after: limitFacts(currency, to),
  });
}

/** Due work: expires undecided changes of limits. */
export const expiringLimitChanges = defineDueWork({
  name: "payout limit changes",
  queue: store.dueRows,
  leaseMs: () => MINUTE_MS,
  async finish({ id, ...owner }) {
    const ctx = await systemContext(owner, EXPIRY);
    await transact(async (tx) => {
      await store.lockLimits(tx, ctx);
      const change = await store.lockChange(tx, ctx, id);
      if (change?.state !== "pending" || change.expiresAt > businessNow(ctx)) return;
      await endIn(tx, ctx, change, { state: "expired", decidedBy: null });
    });
    announceLive(ctx.accountId, "payout_limit");
  },
  failure: "could not expire a change of payout limits; will retry",
});

function isSame(one: Limits | null, other: Limits | null): boolean {
  return one?.perPayoutMinor === other?.perPayoutMinor && one?.perDayMinor === other?.perDayMinor;
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

/** The stricter of both for each limit; no limit is the least strict. */
function stricter(from: Limits | null, to: Limits | null): Limits | null {
  if (!from || !to) return from ?? to;
  return {
    perPayoutMinor: smaller(from.perPayoutMinor, to.perPayoutMinor),
    perDayMinor: smaller(from.perDayMinor, to.perDayMinor),
  };
}

/** Limits as facts for the audit log. */
function limitFacts(currency: string, limits: Limits | null) {
  const label = (minor: bigint | undefined) =>
    minor === undefined ? "none" : formatMinor(minor, currency);
  return { perPayout: label(limits?.perPayoutMinor), perDay: label(limits?.perDayMinor) };
}

/** Queues an e-mail to every member who may confirm the change, in the caller's transaction. */
async function mailAdminsIn(
  tx: Tx,
  change: LimitChange,
  { by, from }: { by: string; from: Limits | null },
): Promise<void> {
  const { accountId, mode, id, currency, to, requestedBy, expiresAt } = change;
  const people = await listMembersWhoMayIn(tx, accountId, "manage_account");
  const label = (limits: Limits | null) =>
    limits
      ? `${formatMinor(limits.perPayoutMinor, currency)} per payout, ${formatMinor(limits.perDayMinor, currency)} within 24 hours`
      : "none";
  for (const { userId, email } of people) {
    if (userId === requestedBy) continue;
    await queueMailIn(tx, {
      accountId,
      mode,
      kind: "payout_limit_change_requested",
      fact: `payout_limit_change_requested ${id}`,
      to: { address: email, because: "you manage an account" },
      content: {
        subject: to
          ? `${by} requests higher payout limits for ${currency}`
          : `${by} requests to disable the payout limits for ${currency}`,
        paragraphs: [
          `${by} requests new payout limits in ${mode} mode. They take effect when you or another admin confirms them.`,
          "Refuse the change if you did not expect it.",
        ],
        facts: [
          ["Current limits", label(from)],
          ["Requested limits", label(to)],
          ["Decide until", toIsoSeconds(expiresAt)],
        ],
        action: {
          label: "Review the change",
          url: `${env.publicUrl}/${mode}/settings/payout-limits`,
        },
      },
    });
  }
}
