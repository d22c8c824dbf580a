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
 * Gives payouts whose time has come to their rail, and asks what became of those that are on their way, may come
 * back, or were left open by a crash.
 */
export const unsettledPayouts = defineDueWork({
  name: "payouts",
  queue: store.dueRows,
  leaseMs: takeoverMs,
  async finish(payout) {
    const ctx = await systemContext(payout, "payouts");
    await underLease(payout, (lease) => goOn(ctx, payout.id, lease));
  },
  failure: "a payout's outcome is still unknown",
});

async function goOn(ctx: Context, id: string, lease: RailLease): Promise<void> {
  const payout = await store.find(ctx, id);
  // Whoever held the lease before may have finished it, or it was canceled.
  if (!payout || payout.railCheckAt === null) return;
  const sent = payout.sentAt === null ? await markSent(ctx, payout) : payout;
  // It was canceled at this moment.
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

/** Notes before the rail hears of it that it does, with the moment from which its delays count. */
async function markSent(ctx: Context, payout: Payout): Promise<Payout | null> {
  const verified = payout.payeeVerification ?? (await verifyPayee(ctx, payout)).result;
  const sentAt = businessNow(ctx);
  const arrivalDate = expectedArrival(payout.rail, sentAt);
  const sent: Payout = { ...payout, sentAt, arrivalDate, payeeVerification: verified };
  return (await store.markSent(sent)) ? sent : null;
}

/** The rail said for good that it will not carry it: another one is asked, under a name of its own, so that
 *  neither can be taken for the other. */
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

/** What the rail is told. The id is the rail's idempotency key, one for each rail it is tried on. */
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

/** Asks what became of it, and sends it when the rail never saw it. Throws when the rail does not answer, or
 *  has forgotten what it had answered for: that is never sent again. */
async function askRail(ctx: Context, payout: Payout, lease: RailLease): Promise<PayoutOutcome> {
  const known = await railUnder(lease).payoutStatus(railRequest(ctx, payout));
  if (known.result !== "unknown") return known;
  if (payout.railReference !== null) throw new Error(`the rail no longer knows ${payout.id}`);
  return await send(ctx, payout, lease);
}
