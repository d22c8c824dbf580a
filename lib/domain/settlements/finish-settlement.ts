import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { raiseAlertIn, settlementWords } from "#lib/domain/alerts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { recordEntryIn, WITHOUT_FEES } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { recordTransfersIn } from "#lib/domain/ledger/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { pickScenario } from "#lib/kernel/scenarios.ts";
import { railFor, type SettlementOutcome } from "#lib/rails/index.ts";
import { wireOf } from "#lib/wire/index.ts";
import { getSettlement } from "./read-settlements.ts";
import { receiptsOf } from "./receipts.ts";
import { SETTLEMENT_MOVES } from "./settlement-state.ts";
import * as store from "./store.ts";
import type { Settlement } from "./types.ts";

const LEASE_MS = HOUR_MS;
/** The rail's clock can be ahead of ours. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/** Marks test settlements as paid on their arrival date. Asks the rail about live ones, from their arrival date on or when
 *  it sends news: a date is no proof. Those that have not arrived are asked about again after an hour. */
export const settlementArrivals = defineDueWork({
  name: "settlement arrivals",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  async finish(settlement) {
    const ctx = await systemContext(settlement, "settlement");
    const outcome =
      settlement.mode === "live" ? await askRail(ctx, settlement) : arrived(settlement);
    if (outcome.result === "paid") await transact((tx) => payIn(tx, ctx, settlement, outcome));
    else if (outcome.result === "returned") {
      await transact((tx) => failIn(tx, ctx, settlement, outcome.failureReason));
    } else return;
    notifyDispatcher();
  },
  failure: "a settlement's arrival was not recorded",
});

type Arrival = { paidAtMs: number; bankReference: string | null };

/** The worker can be late; the bank had the money at the start of the day. */
const arrived = ({ arrivalDate, bankReference }: Settlement) =>
  ({ result: "paid", paidAtMs: Date.parse(arrivalDate), bankReference }) as const;

/** The rail's answer. Throws if it names a time that cannot be: before the cut-off, or in the future. */
async function askRail(ctx: Context, settlement: Settlement): Promise<SettlementOutcome> {
  const { id, accountId, net: amountMinor, currency, periodEnd } = settlement;
  const askedAtMs = businessNowMs(ctx);
  const question = {
    id,
    accountId,
    amountMinor,
    currency,
    cutOffMs: periodEnd.getTime(),
    askedAtMs,
  };
  const outcome = await railFor(ctx.mode).settlementStatus(question);
  if (outcome.result !== "paid") return outcome;
  const { paidAtMs } = outcome;
  if (paidAtMs < periodEnd.getTime() || paidAtMs > askedAtMs + CLOCKS_DIFFER_MS) {
    throw new Error(`the rail says that ${id} was paid at ${dateFromMs(paidAtMs).toISOString()}`);
  }
  return outcome;
}

/** Records that the money arrived: status, ledger transfers and event. Returns false, and writes nothing, if another
 *  process recorded an outcome first. Locks the settlement. */
async function payIn(
  tx: Tx,
  ctx: Context,
  settlement: Settlement,
  { paidAtMs, bankReference }: Arrival,
): Promise<boolean> {
  const paidAt = dateFromMs(paidAtMs);
  const arrivalDate = paidAt.toISOString().slice(0, 10);
  const arrival = { paidAt, arrivalDate, bankReference, railCheckAt: null };
  const to: Settlement = { ...settlement, ...arrival, status: "paid" };
  if (!mayMove(settlement, to) || !(await store.move(tx, to))) return false;
  const { net: amountMinor, currency, id: sourceId } = to;
  const transfer = { kind: "settlement_paid", amountMinor, currency, sourceId } as const;
  await bookReceiptsIn(tx, ctx, to, paidAt);
  await recordTransfersIn(tx, ctx, [transfer], paidAt);
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
    ...WITHOUT_FEES,
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
    payIn(tx, ctx, settlement, {
      paidAtMs: businessNowMs(ctx),
      bankReference: settlement.bankReference,
    }),
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
