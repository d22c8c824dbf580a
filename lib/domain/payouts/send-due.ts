import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { type PayoutOutcome, type PayoutRequest, railFor, takeoverMs } from "#lib/rails/index.ts";
import { expectedArrival, fallbackFor, stepsTo } from "./payout-state.ts";
import { nextCheck, recordOutcome } from "./record-outcome.ts";
import * as store from "./store.ts";
import type { Payout } from "./types.ts";
import { verifyPayee } from "./verify-payee.ts";

const BATCH = 50;
/** Rails take their time to answer; no more of them at once than there are connections to spare. */
const AT_ONCE = 8;

/**
 * Gives payouts whose time has come to their rail, and asks what became of those that are on their way, may
 * come back, or were left open by a crash. Answers whether there may be more. `account`: only of this one.
 * Safe to run in many processes at once.
 */
export async function finishUnsettledPayouts(account: Id<"acct"> | null = null): Promise<boolean> {
  const due = await store.claimDue({
    nowMs: nowMs(),
    leaseMs: takeoverMs(),
    limit: BATCH,
    account,
  });
  for (let start = 0; start < due.length; start += AT_ONCE) {
    await Promise.all(due.slice(start, start + AT_ONCE).map(tryToGoOn));
  }
  return due.length >= BATCH;
}

async function tryToGoOn(payout: Payout): Promise<void> {
  try {
    await goOn(await systemContext(payout, "payouts"), payout);
  } catch (error) {
    log.warn("a payout's outcome is still unknown", { error, payout: payout.id });
  }
}

async function goOn(ctx: Context, payout: Payout): Promise<void> {
  const sent = payout.sentAt === null ? await markSent(ctx, payout) : payout;
  // It was canceled in this very moment.
  if (!sent) return;
  const outcome = await (payout.sentAt === null ? send(ctx, sent) : askRail(ctx, sent));
  await follow(ctx, sent, outcome);
}

async function follow(ctx: Context, payout: Payout, outcome: PayoutOutcome): Promise<void> {
  if (outcome.result === "rejected") {
    const rail = fallbackFor(payout.rail, outcome.reasonCode);
    if (rail) return await fallBack(ctx, payout, { rail, reasonCode: outcome.reasonCode });
  }
  const isNews = payout.railReference === null || stepsTo(payout.status, outcome.result).length > 0;
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
  await follow(ctx, next, await send(ctx, next));
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

const send = (ctx: Context, payout: Payout) =>
  railFor(payout.mode).payOut(railRequest(ctx, payout));

/** Asks what became of it, and sends it when the rail never saw it. Throws when the rail does not answer, or
 *  has forgotten what it had answered for: that is never sent again. */
async function askRail(ctx: Context, payout: Payout): Promise<PayoutOutcome> {
  const known = await railFor(payout.mode).payoutStatus(railRequest(ctx, payout));
  if (known.result !== "unknown") return known;
  if (payout.railReference !== null) throw new Error(`the rail no longer knows ${payout.id}`);
  return await send(ctx, payout);
}
