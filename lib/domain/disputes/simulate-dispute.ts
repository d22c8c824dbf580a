import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { pickScenario } from "#lib/kernel/scenarios.ts";
import { moveIn } from "./answer-dispute.ts";
import type { DisputeStatus } from "./dispute-state.ts";
import * as store from "./store.ts";
import type { Dispute } from "./types.ts";

/** What the issuer, or the deadline, makes of a dispute, and from which status. */
const SCENARIOS: Readonly<Record<string, { from: DisputeStatus; to: DisputeStatus }>> = {
  won: { from: "under_review", to: "won" },
  lost: { from: "under_review", to: "lost" },
  deadline_passes: { from: "needs_response", to: "lost" },
};

/**
 * Lets the issuer of the sandbox decide a dispute that was answered, or the time to answer one pass. Answers it
 * as it then stands. Throws `resource_missing`, `parameter_invalid` (`scenario`), and `state_invalid` from
 * another state. Locks the dispute.
 */
export async function simulateDisputeIn(
  tx: Tx,
  ctx: Context,
  id: string,
  scenario: string,
): Promise<Dispute> {
  const dispute = await store.find(ctx, id, tx);
  if (!dispute) throw missing("dispute", id);
  const { from, to } = pickScenario("A dispute", SCENARIOS, scenario);
  if (dispute.status !== from) {
    const label = `For this scenario a dispute has to be ${from}; this one is ${dispute.status}.`;
    throw new ApiError("state_invalid", label);
  }
  const moved = await moveIn(tx, ctx, dispute, { ...dispute, status: to, railCheckAt: null });
  await recordChangeIn(tx, ctx, {
    action: "sandbox.dispute_simulated",
    subject: { id },
    before: { status: dispute.status },
    after: { status: moved.status },
  });
  return moved;
}
