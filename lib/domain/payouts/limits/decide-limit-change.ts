import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { type Action, EXPIRY, recordChangeIn } from "#lib/domain/audit/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import * as store from "./limit-store.ts";
import { limitFacts, personOf } from "./set-limits.ts";
import type { LimitChange } from "./types.ts";

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
