import { setTimeout as sleep } from "node:timers/promises";
import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { findPaymentMethods } from "#lib/domain/payment-methods/index.ts";
import {
  LeaseHeldError,
  type RailLease,
  railUnder,
  releaseLease,
  takeIfOpen,
  underLease,
} from "#lib/domain/rail-leases/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import {
  type DebitScheme,
  type MandateOutcome,
  type MandateRequest,
  takeoverMs,
} from "#lib/rails/index.ts";
import { activateIn, expireIn, failIn } from "./move-mandate.ts";
import { getMandate, lockMandate } from "./read-mandates.ts";
import * as store from "./store.ts";
import type { Mandate } from "./types.ts";

/** Debits that wait for one mandate try this often, at this interval, to get its lease. */
const MAX_TRIES = 100;
const TRY_INTERVAL_MS = 50;

/**
 * Registers a pending mandate with the payer's bank, or asks for the result if it is registered, and records the answer
 * with its event. Returns the new mandate. Can be repeated, because the mandate's id is the rail's idempotency key.
 * Throws the rail's errors: the mandate then stays pending, and the recovery loop asks again. Waits at most 5 s while
 * another process holds the mandate's lease, then throws `LeaseHeldError`.
 */
export async function settleMandate(ctx: Context, id: string): Promise<Mandate> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(ctx, id);
    } catch (error) {
      if (!(error instanceof LeaseHeldError) || attempt === MAX_TRIES) throw error;
      await sleep(TRY_INTERVAL_MS);
    }
  }
}

async function askOnce(ctx: Context, id: string): Promise<Mandate> {
  const { object: mandate, lease } = await takeIfOpen(
    () => getMandate(ctx, id),
    ({ status }) => status === "pending",
  );
  if (!lease) return mandate;
  try {
    return await record(ctx, mandate, await askRail(ctx, mandate, lease));
  } finally {
    await releaseLease(lease);
  }
}

async function askRail(ctx: Context, mandate: Mandate, lease: RailLease): Promise<MandateOutcome> {
  const rail = railUnder(lease);
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
    const locked = await lockMandate(tx, ctx, mandate.id);
    // Another process recorded it first.
    if (locked.status !== "pending") return locked;
    const { railReference } = outcome;
    switch (outcome.result) {
      case "active":
        return await activateIn(tx, ctx, locked, railReference);
      case "failed":
        return await failIn(tx, ctx, locked, { failureCode: outcome.failureCode, railReference });
      case "pending": {
        const railCheckAt = dateFromMs(businessNowMs(ctx) + outcome.askAgainAfterMs);
        const waiting: Mandate = { ...locked, railReference, railCheckAt };
        const asked = { ...locked, railCheckAt: mandate.railCheckAt };
        await store.move(tx, ctx, asked, waiting);
        return waiting;
      }
    }
  });
  notifyDispatcher();
  return recorded;
}

/** Asks for the result of pending mandates, expires unused ones, and informs the rail of revocations by merchants. */
export const dueMandates = defineDueWork({
  name: "mandates",
  queue: store.dueRows,
  leaseMs: takeoverMs,
  finish: async (mandate) => await finishOne(await systemContext(mandate, "mandates"), mandate),
  failure: "a mandate's outcome is still unknown",
});

async function finishOne(ctx: Context, claimed: Mandate): Promise<void> {
  const { id } = claimed;
  if (claimed.status === "active") return await expireIfUnused(ctx, id);
  await underLease(claimed, async (lease) => {
    const mandate = await getMandate(ctx, id);
    // The previous holder of the lease may have finished it.
    if (mandate.railCheckAt === null) return;
    if (mandate.status === "pending") {
      await record(ctx, mandate, await askRail(ctx, mandate, lease));
    } else if (mandate.status === "revoked") {
      await railUnder(lease).revokeMandate(await requestOf(ctx, mandate));
      await transact((tx) => store.move(tx, ctx, mandate, { ...mandate, railCheckAt: null }));
    }
  });
}

async function expireIfUnused(ctx: Context, id: string): Promise<void> {
  await transact(async (tx) => {
    const locked = await lockMandate(tx, ctx, id);
    if (locked.status !== "active" || locked.expiresAt === null) return;
    if (locked.expiresAt <= businessNow(ctx)) await expireIn(tx, ctx, locked);
    // It was used after this row was claimed.
    else await store.move(tx, ctx, locked, { ...locked, railCheckAt: locked.expiresAt });
  });
}
