import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { raiseAlertIn, settlementWords } from "#lib/domain/alerts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { NO_FEES, recordEntryIn } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { recordTransfersIn } from "#lib/domain/ledger/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { pickScenario } from "#lib/kernel/scenarios.ts";
import { wireOf } from "#lib/wire/index.ts";
import { getSettlement } from "./read-settlements.ts";
import { receiptsOf } from "./receipts.ts";
import { SETTLEMENT_MOVES } from "./settlement-state.ts";
import * as store from "./store.ts";
import type { Settlement } from "./types.ts";

const LEASE_MS = HOUR_MS;

/** Marks test settlements as paid on their arrival date. Live settlements stay scheduled until the acquirer reports the
 *  arrival. */
export const settlementArrivals = defineDueWork({
  name: "settlement arrivals",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  async finish(settlement) {
    if (settlement.mode === "live") return;
    const ctx = await systemContext(settlement, "settlement");
    // The worker can be late; the bank had the money at the start of the day.
    const paidAt = dateFromMs(Date.parse(settlement.arrivalDate));
    await transact((tx) => payIn(tx, ctx, settlement, paidAt));
    notifyDispatcher();
  },
  failure: "a settlement's arrival was not recorded",
});

/** Records that the money arrived at `paidAt`: status, ledger transfer and event. Returns false, and writes nothing, if
 *  another process recorded an outcome first. Locks the settlement. */
async function payIn(tx: Tx, ctx: Context, settlement: Settlement, paidAt: Date): Promise<boolean> {
  const arrivalDate = paidAt.toISOString().slice(0, 10);
  const to: Settlement = { ...settlement, status: "paid", paidAt, arrivalDate, railCheckAt: null };
  if (!mayMove(settlement, to) || !(await store.move(tx, to))) return false;
  const { net: amountMinor, currency, id: sourceId } = to;
  const arrival = { kind: "settlement_paid", amountMinor, currency, sourceId } as const;
  await bookReceiptsIn(tx, ctx, to, paidAt);
  await recordTransfersIn(tx, ctx, [arrival], paidAt);
  await announce(tx, ctx, to);
  return true;
}

/** Records that the merchant's bank returned the money: it goes back to the balance for the next cut-off. Returns false,
 *  and writes nothing, if another process recorded an outcome first. Locks the settlement. */
async function failIn(
  tx: Tx,
  ctx: Context,
  settlement: Settlement,
  failureReason: string,
): Promise<boolean> {
  const to: Settlement = { ...settlement, status: "failed", failureReason, railCheckAt: null };
  if (!mayMove(settlement, to) || !(await store.move(tx, to))) return false;
  await bookReceiptsIn(tx, ctx, to, businessNow(ctx));
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
  const [key, at] = [to.id, businessNow(ctx)];
  const content = settlementWords({ id: to.id, netMinor: to.net, currency: to.currency });
  await raiseAlertIn(tx, ctx, { kind: "settlement_failed", key, at, content });
  return true;
}

/** Books what the acquirer paid for the settlement's entries, and the fees that were paid on: also if the merchant's bank
 *  returns the settlement. */
async function bookReceiptsIn(tx: Tx, ctx: Context, settlement: Settlement, at: Date) {
  const { currency, id: sourceId } = settlement;
  const sums = await store.railSums(tx, settlement);
  await recordTransfersIn(tx, ctx, receiptsOf(sums, { currency, sourceId }), at);
}

function mayMove(from: Settlement, to: Settlement): boolean {
  return SETTLEMENT_MOVES[from.status].includes(to.status);
}

async function announce(tx: Tx, ctx: Context, settlement: Settlement): Promise<void> {
  const data = wireOf("settlement", settlement);
  const type = settlement.status === "paid" ? "settlement.paid" : "settlement.failed";
  await emitEvent(tx, ctx, { type, objectId: settlement.id, data });
}

const SCENARIOS = {
  paid: (tx: Tx, ctx: Context, settlement: Settlement) =>
    payIn(tx, ctx, settlement, businessNow(ctx)),
  bank_account_closed: (tx: Tx, ctx: Context, settlement: Settlement) =>
    failIn(tx, ctx, settlement, "account_closed"),
};

/**
 * Simulates that a scheduled settlement arrives now, or is returned by the bank. Returns the new settlement. Throws
 * `resource_missing`, `parameter_invalid` (`scenario`), and `state_invalid` if the settlement is not scheduled. Locks
 * the settlement.
 */
export async function simulateSettlementIn(
  tx: Tx,
  ctx: Context,
  id: string,
  scenario: string,
): Promise<Settlement> {
  const settlement = await getSettlement(ctx, id, tx);
  const happen = pickScenario("A settlement", SCENARIOS, scenario);
  if (!(await happen(tx, ctx, settlement))) {
    throw new ApiError(
      "state_invalid",
      `Only a settlement that is scheduled can be simulated; this one is ${settlement.status}.`,
    );
  }
  const simulated = await getSettlement(ctx, id, tx);
  await recordChangeIn(tx, ctx, {
    action: "sandbox.settlement_simulated",
    subject: { id },
    before: { status: settlement.status },
    after: { status: simulated.status },
  });
  return simulated;
}
