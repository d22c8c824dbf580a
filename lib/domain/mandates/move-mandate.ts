import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { type EventType, emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  type Answer,
  type IdempotentRequest,
  once,
  type Renderer,
} from "#lib/domain/idempotency/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { wireOf } from "#lib/wire/index.ts";
import { getMandate } from "./list-mandates.ts";
import { MANDATE_MOVES, type MandateStatus } from "./mandate-state.ts";
import * as store from "./store.ts";
import type { Mandate, Revocation } from "./types.ts";

const EVENTS: Readonly<Record<MandateStatus, EventType | null>> = {
  pending: null,
  active: "mandate.active",
  failed: "mandate.failed",
  revoked: "mandate.revoked",
  // Merchants see it on the mandate; the specification names no event for it.
  expired: null,
};

/** The bank has taken the mandate (`railReference` null: nobody had to be asked). Throws
 *  `state_invalid`. Locks it. */
export function activateIn(
  tx: Tx,
  ctx: Context,
  mandate: Mandate,
  railReference: string | null,
): Promise<Mandate> {
  const railCheckAt = mandate.expiresAt;
  return moveIn(tx, ctx, mandate, { ...mandate, status: "active", railReference, railCheckAt });
}

/** The bank will not have the mandate. Throws `state_invalid`. Locks it. */
export function failIn(
  tx: Tx,
  ctx: Context,
  mandate: Mandate,
  { failureCode, railReference }: Pick<Mandate, "failureCode" | "railReference">,
): Promise<Mandate> {
  const to: Mandate = { ...mandate, status: "failed", failureCode, railReference };
  return moveIn(tx, ctx, mandate, { ...to, railCheckAt: null, expiresAt: null });
}

/** A mandate that was not used for as long as its scheme allows. Throws `state_invalid`. Locks it. */
export function expireIn(tx: Tx, ctx: Context, mandate: Mandate): Promise<Mandate> {
  return moveIn(tx, ctx, mandate, { ...mandate, status: "expired", railCheckAt: null });
}

/** Ends a mandate. Nothing is debited on it from now on; of a revocation by the merchant the rail is told
 *  by the recovery loop, for as often as it takes. Throws `state_invalid`. Locks it. */
export function revokeIn(
  tx: Tx,
  ctx: Context,
  mandate: Mandate,
  revocation: Revocation,
): Promise<Mandate> {
  const toBeTold = revocation.source === "merchant" && mandate.scheme !== "card";
  const railCheckAt = toBeTold ? businessNow(ctx) : null;
  const to: Mandate = { ...mandate, status: "revoked", revocation, railCheckAt, expiresAt: null };
  return moveIn(tx, ctx, mandate, to);
}

/** The merchant's own call. Throws `resource_missing` and `state_invalid`. Locks the mandate. */
export async function revokeMandateIn(tx: Tx, ctx: Context, id: string): Promise<Mandate> {
  const mandate = await getMandate(ctx, id, tx);
  const subject = { id, name: mandate.reference };
  await recordChangeIn(tx, ctx, { action: "mandate.revoked", subject });
  return await revokeIn(tx, ctx, mandate, { source: "merchant", code: null });
}

/** As `revokeMandateIn`, once for a request, in a transaction of its own; wakes the dispatcher. */
export async function revokeMandate(
  ctx: Context,
  id: string,
  request: IdempotentRequest,
  render: Renderer<Mandate>,
): Promise<Answer> {
  const answer = await once(ctx, request, (tx) => revokeMandateIn(tx, ctx, id), render);
  notifyDispatcher();
  return answer;
}

/** Records that a payer or bank ended a mandate; nothing happens to one that is not active (any more). */
export async function noteRevocation(
  ctx: Context,
  id: string,
  revocation: Revocation,
): Promise<void> {
  const revoked = await transact(async (tx) => {
    const mandate = await getMandate(ctx, id, tx);
    if (mandate.status !== "active") return false;
    await revokeIn(tx, ctx, mandate, revocation);
    return true;
  });
  if (revoked) notifyDispatcher();
}

/** The move with its event. The mandate was locked by whoever calls. */
async function moveIn(tx: Tx, ctx: Context, from: Mandate, to: Mandate): Promise<Mandate> {
  if (!MANDATE_MOVES[from.status].includes(to.status)) throw cannot(from, to.status);
  if (!(await store.move(tx, ctx, from, to))) {
    throw new Error(`${from.id} changed while it was locked`);
  }
  const type = EVENTS[to.status];
  if (type) await emitEvent(tx, ctx, { type, objectId: to.id, data: wireOf("mandate", to) });
  return to;
}

function cannot({ status }: Mandate, wanted: MandateStatus): ApiError {
  const starts = (Object.keys(MANDATE_MOVES) as MandateStatus[]).filter((name) =>
    MANDATE_MOVES[name].includes(wanted),
  );
  return new ApiError(
    "state_invalid",
    `Only a mandate that is ${starts.join(" or ")} can become ${wanted}; this one is ${status}.`,
  );
}
