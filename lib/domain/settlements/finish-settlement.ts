import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { NO_FEES, recordEntryIn } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { recordTransfersIn } from "#lib/domain/ledger/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { HOUR_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { wireOf } from "#lib/wire/index.ts";
import { SETTLEMENT_MOVES } from "./settlement-state.ts";
import * as store from "./store.ts";
import type { Settlement } from "./types.ts";

const LEASE_MS = HOUR_MS;

/** Records that settlements have arrived whose day has come. In live mode nothing is taken for granted: they stay
 *  scheduled until the acquirer says so. */
export const settlementArrivals = defineDueWork({
  name: "settlement arrivals",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  async finish(settlement) {
    if (settlement.mode === "live") return;
    const ctx = await systemContext(settlement, "settlement");
    await transact((tx) => payIn(tx, ctx, settlement));
    notifyDispatcher();
  },
  failure: "a settlement's arrival was not recorded",
});

/** The money has arrived: status, transfer and event together. False, and nothing written, when a rival
 *  recorded an outcome first. Locks the settlement. */
export async function payIn(tx: Tx, ctx: Context, settlement: Settlement): Promise<boolean> {
  const to: Settlement = { ...settlement, status: "paid", railCheckAt: null };
  if (!mayMove(settlement, to) || !(await store.move(tx, to))) return false;
  const { net: amountMinor, currency, id: sourceId } = to;
  const arrival = { kind: "settlement_paid", amountMinor, currency, sourceId } as const;
  await recordTransfersIn(tx, ctx, [arrival], businessNow(ctx));
  await announce(tx, ctx, to);
  return true;
}

/** The merchant's bank would not take it: the money is on the balance again, for the next cut-off. False,
 *  and nothing written, when a rival recorded an outcome first. Locks the settlement. */
export async function failIn(
  tx: Tx,
  ctx: Context,
  settlement: Settlement,
  failureReason: string,
): Promise<boolean> {
  const to: Settlement = { ...settlement, status: "failed", failureReason, railCheckAt: null };
  if (!mayMove(settlement, to) || !(await store.move(tx, to))) return false;
  await recordEntryIn(tx, ctx, {
    type: "settlement_failure",
    amountMinor: to.net,
    currency: to.currency,
    fees: NO_FEES,
    disputeFee: 0n,
    pricing: null,
    sourceId: to.id,
    paymentId: null,
    bookedAt: businessNow(ctx),
  });
  await announce(tx, ctx, to);
  return true;
}

function mayMove(from: Settlement, to: Settlement): boolean {
  return SETTLEMENT_MOVES[from.status].includes(to.status);
}

async function announce(tx: Tx, ctx: Context, settlement: Settlement): Promise<void> {
  const data = wireOf("settlement", settlement);
  const type = settlement.status === "paid" ? "settlement.paid" : "settlement.failed";
  await emitEvent(tx, ctx, { type, objectId: settlement.id, data });
}
