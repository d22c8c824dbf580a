import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { type RailLease, railUnder, underLease } from "#lib/domain/rail-leases/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { type PayoutOutcome, type PayoutRequest, takeoverMs } from "#lib/rails/index.ts";
import { verifyPayee } from "./create-payout.ts";
import { expectedArrival, fallbackFor, stepsTo } from "./payout-state.ts";
import { nextCheck, recordOutcome } from "./record-outcome.ts";
import * as store from "./store.ts";
import type { Payout } from "./types.ts";

/**
 * Due work of payouts: sends due payouts to their rail, and asks for the outcome of those that are in transit, may be
 * returned, or were left unfinished by a crash.
 */
export const unsettledPayouts = defineDueWork({
  name: "payouts",
  queue: store.dueRows,
  leaseMs: takeoverMs,
  async finish(payout) {
    const ctx = await systemContext(payout, "payouts");
    await underLease(payout, (lease) => continuePayout(ctx, payout.id, lease));
  },
  failure: "the outcome of a payout is still unknown; will retry",
});

async function continuePayout(ctx: Context, id: string, lease: RailLease): Promise<void> {
  const payout = await store.find(ctx, id);
  // The lease's previous holder may have finished it, or it was canceled.
  if (!payout || payout.railCheckAt === null) return;
  const sent = payout.sentAt === null ? await markSent(ctx, payout) : payout;
  // It was canceled concurrently.
  if (!sent) return;
  const ask = payout.sentAt === null ? send : askRail;
  await follow(ctx, sent, await ask(ctx, sent, lease), lease);
}

async function follow(
  ctx: Context,
  payout: Payout,
  outcome: PayoutOutcome,
  lease: RailLease,
): Promise<void> {
  if (outcome.result === "rejected") {
    const rail = fallbackFor(payout.rail, outcome.reasonCode);
    if (rail) return await fallBack(ctx, payout, { rail, reasonCode: outcome.reasonCode }, lease);
  }
  const isNews = payout.railReference === null || stepsTo(payout.status, outcome).length > 0;
  if (isNews) await recordOutcome(ctx, payout, outcome);
  else await store.postpone(payout, nextCheck(ctx, outcome));
}

/** Records that the payout is being sent before the rail is called, with the start time of the rail's delays. Null if it
 *  was canceled. */
async function markSent(ctx: Context, payout: Payout): Promise<Payout | null> {
  const verified = payout.payeeVerification ?? (await verifyPayee(ctx, payout)).result;
  const sentAt = businessNow(ctx);
  const arrivalDate = expectedArrival(payout.rail, sentAt);
  const sent: Payout = { ...payout, sentAt, arrivalDate, payeeVerification: verified };
  return (await store.markSent(sent)) ? sent : null;
}

/** Sends the payout over another rail after a final rejection, under an id of its own, so that the two cannot be
 *  confused. */
async function fallBack(
  ctx: Context,
  payout: Payout,
  { rail, reasonCode }: { rail: Payout["rail"]; reasonCode: string },
  lease: RailLease,
): Promise<void> {
  const sentAt = businessNow(ctx);
  const next: Payout = {
    ...payout,
    rail,
    fallbackReason: reasonCode,
    sentAt,
    arrivalDate: expectedArrival(rail, sentAt),
    railReference: null,
  };
  if (!(await transact((tx) => store.move(tx, ctx, payout, next)))) return;
  await follow(ctx, next, await send(ctx, next, lease), lease);
}

/** The request to the rail. Its id is the idempotency key at the rail, one per rail that is tried. */
function railRequest(ctx: Context, payout: Payout): PayoutRequest {
  const { id, accountId, rail, amountMinor, currency, beneficiary, reference, endToEndId } = payout;
  return {
    id: payout.fallbackReason === null ? id : `${id}_fallback`,
    ...{ accountId, rail, amountMinor, currency, beneficiary, reference, endToEndId },
    requestedAtMs: payout.sentAt?.getTime() ?? 0,
    askedAtMs: businessNowMs(ctx),
  };
}

const send = (ctx: Context, payout: Payout, lease: RailLease) =>
  railUnder(lease).payOut(railRequest(ctx, payout));

/** Asks for the outcome, and sends the payout if the rail has never seen it. Throws if the rail does not answer, or if it
 *  has forgotten a payout that it answered for, which is never sent again. */
async function askRail(ctx: Context, payout: Payout, lease: RailLease): Promise<PayoutOutcome> {
  const known = await railUnder(lease).payoutStatus(railRequest(ctx, payout));
  if (known.result !== "unknown") return known;
  if (payout.railReference !== null) throw new Error(`the rail no longer knows ${payout.id}`);
  return await send(ctx, payout, lease);
}
