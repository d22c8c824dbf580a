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
import { pickScenario } from "#lib/kernel/scenarios.ts";
import type { MandateStatus } from "#lib/kernel/vocabulary/mandates.ts";
import { wireOf } from "#lib/wire/index.ts";
import { MANDATE_MOVES } from "./mandate-state.ts";
import { lockMandate } from "./read-mandates.ts";
import * as store from "./store.ts";
import type { Mandate, Revocation } from "./types.ts";

const EVENTS: Readonly<Record<MandateStatus, EventType | null>> = {
  pending: null,
  active: "mandate.active",
  failed: "mandate.failed",
  revoked: "mandate.revoked",
  // The specification has no event for it; merchants see the status on the mandate.
  expired: null,
};

/** Records that the bank accepted the mandate (`railReference` null: no bank was asked). Throws `state_invalid`. Locks
 *  the mandate. */
export function activateIn(
  tx: Tx,
  ctx: Context,
  mandate: Mandate,
  railReference: string | null,
): Promise<Mandate> {
  const railCheckAt = mandate.expiresAt;
  return moveIn(tx, ctx, mandate, { ...mandate, status: "active", railReference, railCheckAt });
}

/** Records that the bank rejected the mandate. Throws `state_invalid`. Locks the mandate. */
export function failIn(
  tx: Tx,
  ctx: Context,
  mandate: Mandate,
  { failureCode, railReference }: Pick<Mandate, "failureCode" | "railReference">,
): Promise<Mandate> {
  const to: Mandate = { ...mandate, status: "failed", failureCode, railReference };
  return moveIn(tx, ctx, mandate, { ...to, railCheckAt: null, expiresAt: null });
}

/** Expires a mandate that was not used for the scheme's maximum time. Throws `state_invalid`. Locks the mandate. */
export function expireIn(tx: Tx, ctx: Context, mandate: Mandate): Promise<Mandate> {
  return moveIn(tx, ctx, mandate, { ...mandate, status: "expired", railCheckAt: null });
}

/** Revokes a mandate; it cannot be debited from now on. If the merchant revoked it, the recovery loop informs the rail
 *  and repeats until that succeeds. Throws `state_invalid`. Locks the mandate. */
function revokeIn(
  tx: Tx,
  ctx: Context,
  mandate: Mandate,
  revocation: Revocation,
): Promise<Mandate> {
  const mustInformRail = revocation.source === "merchant" && mandate.scheme !== "card";
  const railCheckAt = mustInformRail ? businessNow(ctx) : null;
  const to: Mandate = { ...mandate, status: "revoked", revocation, railCheckAt, expiresAt: null };
  return moveIn(tx, ctx, mandate, to);
}

/** Revokes a mandate for the merchant. Throws `resource_missing` and `state_invalid`. Locks the mandate. */
export async function revokeMandateIn(tx: Tx, ctx: Context, id: string): Promise<Mandate> {
  const mandate = await lockMandate(tx, ctx, id);
  const subject = { id, name: mandate.reference };
  await recordChangeIn(tx, ctx, { action: "mandate.revoked", subject });
  return await revokeIn(tx, ctx, mandate, { source: "merchant", code: null });
}

/** As `revokeMandateIn`, once per idempotency key, in its own transaction; notifies the dispatcher. */
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

/** Records that a payer or bank ended a mandate. A pending one fails: the bank never accepted it. Does nothing if the mandate
 *  has ended. */
export async function noteRevocation(
  ctx: Context,
  id: string,
  revocation: Revocation,
): Promise<void> {
  const ended = await transact(async (tx) => {
    const mandate = await lockMandate(tx, ctx, id);
    const { status, railReference } = mandate;
    if (status === "active") await revokeIn(tx, ctx, mandate, revocation);
    else if (status !== "pending") return false;
    else await failIn(tx, ctx, mandate, { failureCode: revocation.code, railReference });
    return true;
  });
  if (ended) notifyDispatcher();
}

/** Moves a mandate that the caller has locked, and emits its event. */
async function moveIn(tx: Tx, ctx: Context, from: Mandate, to: Mandate): Promise<Mandate> {
  const refusal = whyNotMoved(from, to.status);
  if (refusal) throw refusal;
  if (!(await store.move(tx, ctx, from, to))) {
    throw new Error(`${from.id} changed while it was locked`);
  }
  const type = EVENTS[to.status];
  if (type) await emitEvent(tx, ctx, { type, objectId: to.id, data: wireOf("mandate", to) });
  return to;
}

/** The refusal of a revocation by the merchant, or null. */
export const whyNotRevoked = (mandate: Pick<Mandate, "status">) => whyNotMoved(mandate, "revoked");

function whyNotMoved({ status }: Pick<Mandate, "status">, wanted: MandateStatus): ApiError | null {
  if (MANDATE_MOVES[status].includes(wanted)) return null;
  const starts = (Object.keys(MANDATE_MOVES) as MandateStatus[]).filter((name) =>
    MANDATE_MOVES[name].includes(wanted),
  );
  return new ApiError(
    "state_invalid",
    `Only a mandate that is ${starts.join(" or ")} can become ${wanted}; this one is ${status}.`,
  );
}

type Scenario = (tx: Tx, ctx: Context, mandate: Mandate) => Promise<Mandate>;

/** The schemes' codes for a mandate that the payer canceled, and for an unknown account. */
const CANCELED = { bacs: "1", sepa_core: "MD01", card: "R1" } as const;
const NO_ACCOUNT = { bacs: "5", sepa_core: "AC01", card: "14" } as const;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  active: (tx, ctx, mandate) => activateIn(tx, ctx, mandate, mandate.railReference),
  failed: (tx, ctx, mandate) =>
    failIn(tx, ctx, mandate, {
      failureCode: NO_ACCOUNT[mandate.scheme],
      railReference: mandate.railReference,
    }),
  revoked: (tx, ctx, mandate) =>
    revokeIn(tx, ctx, mandate, { source: "payer", code: CANCELED[mandate.scheme] }),
  expired: expireIn,
};

/**
 * Simulates that the bank accepts or rejects a pending mandate, that the payer revokes an active one, or that it
 * expires. Returns the new mandate. Throws `resource_missing`, `parameter_invalid` (`scenario`), and `state_invalid` if
 * the mandate is in another status. Locks the mandate.
 */
export async function simulateMandateIn(
  tx: Tx,
  ctx: Context,
  id: string,
  scenario: string,
): Promise<Mandate> {
  const mandate = await lockMandate(tx, ctx, id);
  const moved = await pickScenario("A mandate", SCENARIOS, scenario)(tx, ctx, mandate);
  await recordChangeIn(tx, ctx, {
    action: "sandbox.mandate_simulated",
    subject: { id },
    before: { status: mandate.status },
    after: { status: moved.status },
  });
  return moved;
}
