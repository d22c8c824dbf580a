import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { pokeDispatcher } from "#lib/domain/events/index.ts";
import { findPaymentMethods } from "#lib/domain/payment-methods/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { at, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import {
  type DebitScheme,
  type MandateOutcome,
  type MandateRequest,
  railFor,
  takeoverMs,
} from "#lib/rails/index.ts";
import { getMandate } from "./list-mandates.ts";
import { activateIn, expireIn, failIn } from "./move-mandate.ts";
import * as store from "./store.ts";
import type { Mandate } from "./types.ts";

const BATCH = 50;

/**
 * Has a pending mandate lodged with the payer's bank, or asks what the bank made of it, and records the
 * answer with its event. Answers the mandate as it then stands. Its id is the rail's idempotency key, so it
 * may be called any number of times. Throws what the rail throws: the mandate then stays pending, and the
 * recovery loop asks again.
 */
export async function settleMandate(ctx: Context, id: string): Promise<Mandate> {
  const mandate = await getMandate(ctx, id);
  if (mandate.status !== "pending") return mandate;
  const outcome = await askRail(ctx, mandate);
  return await record(ctx, mandate, outcome);
}

async function askRail(ctx: Context, mandate: Mandate): Promise<MandateOutcome> {
  const rail = railFor(ctx.mode);
  const request = await requestOf(ctx, mandate);
  const known = await rail.mandateStatus(request);
  return known.result === "unknown" ? await rail.setUpMandate(request) : known;
}

async function requestOf(ctx: Context, mandate: Mandate): Promise<MandateRequest> {
  const method = (await findPaymentMethods(ctx, [mandate.paymentMethodId])).get(
    mandate.paymentMethodId,
  );
  if (!method) throw new Error(`${mandate.id} has no payment method`);
  return {
    id: mandate.id,
    scheme: mandate.scheme as DebitScheme,
    reference: mandate.reference,
    railToken: method.railToken,
    requestedAtMs: mandate.createdAt.getTime(),
    askedAtMs: businessNowMs(ctx),
  };
}

async function record(ctx: Context, mandate: Mandate, outcome: MandateOutcome): Promise<Mandate> {
  const recorded = await transact(async (tx) => {
    const locked = await getMandate(ctx, mandate.id, tx);
    // A rival recorded it first.
    if (locked.status !== "pending") return locked;
    const { railReference } = outcome;
    switch (outcome.result) {
      case "active":
        return await activateIn(tx, ctx, locked, railReference);
      case "failed":
        return await failIn(tx, ctx, locked, { failureCode: outcome.failureCode, railReference });
      case "pending": {
        const railCheckAt = at(businessNowMs(ctx) + outcome.askAgainAfterMs);
        const waiting: Mandate = { ...locked, railReference, railCheckAt };
        await store.move(tx, ctx, locked, waiting);
        return waiting;
      }
    }
  });
  pokeDispatcher();
  return recorded;
}

/**
 * Does what is due of mandates by their account's clock: asks what banks made of pending ones, ends those
 * that were not used for too long, and tells the rail which ones merchants have revoked. Answers whether
 * there may be more. `account`: only of this one. Safe to run in many processes at once.
 */
export async function finishDueMandates(account: Id<"acct"> | null = null): Promise<boolean> {
  const leaseMs = takeoverMs();
  const due = await store.claimDue({ nowMs: nowMs(), leaseMs, limit: BATCH, account });
  for (const mandate of due) {
    try {
      await finishOne(await systemContext(mandate, "mandates"), mandate);
    } catch (error) {
      log.warn("a mandate's outcome is still unknown", { error, mandate: mandate.id });
    }
  }
  return due.length >= BATCH;
}

async function finishOne(ctx: Context, mandate: Mandate): Promise<void> {
  if (mandate.status === "pending") await record(ctx, mandate, await askRail(ctx, mandate));
  else if (mandate.status === "active") await endUnused(ctx, mandate.id);
  else if (mandate.status === "revoked") {
    await railFor(ctx.mode).revokeMandate(await requestOf(ctx, mandate));
    await transact((tx) => store.move(tx, ctx, mandate, { ...mandate, railCheckAt: null }));
  }
}

async function endUnused(ctx: Context, id: string): Promise<void> {
  await transact(async (tx) => {
    const locked = await getMandate(ctx, id, tx);
    if (locked.status !== "active" || locked.expiresAt === null) return;
    if (locked.expiresAt <= businessNow(ctx)) await expireIn(tx, ctx, locked);
    // It was used since it was claimed.
    else await store.move(tx, ctx, locked, { ...locked, railCheckAt: locked.expiresAt });
  });
}
