import { type Tx, transact } from "#db/transact.ts";
import { isLarge, raiseAlertIn, returnedWords } from "#lib/domain/alerts/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { type FundsMove, movePayoutFundsIn } from "#lib/domain/payout-balance/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { PayoutStatus } from "#lib/kernel/vocabulary/payouts.ts";
import type { PayoutOutcome } from "#lib/rails/index.ts";
import { wireOf } from "#lib/wire/index.ts";
import { recount } from "./batches/batch-store.ts";
import { dayOf, stepsTo } from "./payout-state.ts";
import * as store from "./store.ts";
import type { Payout } from "./types.ts";

/**
 * Moves a payout to the status that the rail reports, with each transition's ledger transfer, batch count and event, in
 * one transaction. Returns false and writes nothing if it was changed concurrently. Locks the payout, its batch and, if
 * money is returned, the currency's balance.
 */
export async function recordOutcome(
  ctx: Context,
  payout: Payout,
  outcome: PayoutOutcome,
): Promise<boolean> {
  const steps = stepsTo(payout.status, outcome);
  const to = afterOutcome(ctx, payout, outcome, steps.at(-1) ?? payout.status);
  const moved = await transact((tx) => moveIn(tx, ctx, payout, { steps, to }));
  if (moved && steps.length > 0) notifyDispatcher();
  return moved;
}

/** Moves a payout through `steps` in the caller's transaction. Call `notifyDispatcher` after the commit. */
export async function moveIn(
  tx: Tx,
  ctx: Context,
  payout: Payout,
  { steps, to }: { steps: readonly PayoutStatus[]; to: Payout },
): Promise<boolean> {
  if (!(await store.move(tx, ctx, payout, to))) return false;
  let from = payout.status;
  for (const status of steps) {
    await recordStep(
      tx,
      ctx,
      status === to.status ? to : { ...to, status, reasonCode: null },
      from,
    );
    from = status;
  }
  return true;
}

function afterOutcome(
  ctx: Context,
  payout: Payout,
  outcome: PayoutOutcome,
  status: PayoutStatus,
): Payout {
  const hasLanded = outcome.result === "settled" && payout.status !== "settled";
  return {
    ...payout,
    status,
    railReference: outcome.railReference,
    railCheckAt: nextCheck(ctx, outcome),
    reasonCode: "reasonCode" in outcome ? outcome.reasonCode : null,
    arrivalDate: hasLanded ? dayOf(businessNow(ctx)) : payout.arrivalDate,
  };
}

export function nextCheck(ctx: Context, outcome: PayoutOutcome): Date | null {
  const afterMs =
    outcome.result === "submitted"
      ? outcome.askAgainAfterMs
      : outcome.result === "settled"
        ? outcome.watchAfterMs
        : undefined;
  return afterMs === undefined ? null : dateFromMs(businessNowMs(ctx) + afterMs);
}

/** The ledger transfer of a transition, or null. */
function transferOf(from: PayoutStatus, to: PayoutStatus): FundsMove["kind"] | null {
  if (to === "settled") return "payout_settled";
  if (to === "returned" && from === "settled") return "payout_returned";
  return ["failed", "canceled", "returned"].includes(to) ? "payout_released" : null;
}

const ANNOUNCED = {
  submitted: "payout.submitted",
  settled: "payout.settled",
  returned: "payout.returned",
  failed: "payout.failed",
} as const;

/** Tells by the account's alert rules that a payout came back. */
async function tellReturned(tx: Tx, ctx: Context, payout: Payout): Promise<void> {
  const [key, at, content] = [
    payout.id,
    businessNow(ctx),
    returnedWords({ ...payout, beneficiaryName: payout.beneficiary.name }),
  ];
  await raiseAlertIn(tx, ctx, { kind: "payout_returned", key, at, content }, (rules) =>
    rules.filter(({ params }) => isLarge(payout, params)),
  );
}

/** Records the effects of a transition: the batch's count, the ledger transfer and the event. */
async function recordStep(tx: Tx, ctx: Context, payout: Payout, from: PayoutStatus): Promise<void> {
  const { id, status, amountMinor, currency, batchId } = payout;
  if (batchId) await recount(tx, ctx, batchId, { from, to: status });
  const kind = transferOf(from, status);
  if (kind) await movePayoutFundsIn(tx, ctx, currency, [{ kind, amountMinor, sourceId: id }]);
  if (!(status in ANNOUNCED)) return;
  const type = ANNOUNCED[status as keyof typeof ANNOUNCED];
  await emitEvent(tx, ctx, { type, objectId: id, data: wireOf("payout", payout) });
  if (status === "returned") await tellReturned(tx, ctx, payout);
}
