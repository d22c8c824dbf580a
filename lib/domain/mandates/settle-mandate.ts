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
import { getMandate } from "./list-mandates.ts";
import { activateIn, expireIn, failIn } from "./move-mandate.ts";
import * as store from "./store.ts";
import type { Mandate } from "./types.ts";

/** Several debits may wait for one mandate. Each waits this often, for this long, for its turn to ask. */
const TURNS = 100;
const TURN_MS = 50;

/**
 * Registers a pending mandate with the payer's bank, or asks what the bank made of it, and records the
 * answer with its event. Answers the mandate as it then stands. Its id is the rail's idempotency key, so it
 * may be called any number of times. Throws what the rail throws: the mandate then stays pending, and the
 * recovery loop asks again. Waits at most 5 s while another call holds the mandate's lease, then throws
 * `LeaseHeldError`.
 */
export async function settleMandate(ctx: Context, id: string): Promise<Mandate> {
  for (let turn = 1; ; turn++) {
    try {
      return await askOnce(ctx, id);
    } catch (error) {
      if (!(error instanceof LeaseHeldError) || turn === TURNS) throw error;
      await sleep(TURN_MS);
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
        const railCheckAt = dateFromMs(businessNowMs(ctx) + outcome.askAgainAfterMs);
        const waiting: Mandate = { ...locked, railReference, railCheckAt };
        await store.move(tx, ctx, locked, waiting);
        return waiting;
      }
    }
  });
  notifyDispatcher();
  return recorded;
}

/** Asks what banks made of pending mandates, ends those that were not used for too long, and tells the rail which
 *  ones merchants have revoked. */
export const dueMandates = defineDueWork({
  name: "mandates",
  queue: store.dueRows,
  leaseMs: takeoverMs,
  finish: async (mandate) => await finishOne(await systemContext(mandate, "mandates"), mandate),
  failure: "a mandate's outcome is still unknown",
});

async function finishOne(ctx: Context, claimed: Mandate): Promise<void> {
  const { id } = claimed;
  if (claimed.status === "active") return await endUnused(ctx, id);
  await underLease(claimed, async (lease) => {
    const mandate = await getMandate(ctx, id);
    // Whoever held the lease before may have finished it.
    if (mandate.railCheckAt === null) return;
    if (mandate.status === "pending") {
      await record(ctx, mandate, await askRail(ctx, mandate, lease));
    } else if (mandate.status === "revoked") {
      await railUnder(lease).revokeMandate(await requestOf(ctx, mandate));
      await transact((tx) => store.move(tx, ctx, mandate, { ...mandate, railCheckAt: null }));
    }
  });
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
