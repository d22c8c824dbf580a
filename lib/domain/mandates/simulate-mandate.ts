import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { pickScenario } from "#lib/kernel/scenarios.ts";
import { getMandate } from "./list-mandates.ts";
import { activateIn, expireIn, failIn, revokeIn } from "./move-mandate.ts";
import type { Mandate } from "./types.ts";

type Scenario = (tx: Tx, ctx: Context, mandate: Mandate) => Promise<Mandate>;

/** The schemes' codes for an instruction that the payer has canceled, and for an unknown account. */
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
 * Lets the bank take a pending mandate of the sandbox or refuse it, the payer revoke an active one, or one
 * run out. Answers it as it then stands. Throws `resource_missing`, `parameter_invalid` (`scenario`), and
 * `state_invalid` from another state. Locks the mandate.
 */
export async function simulateMandateIn(
  tx: Tx,
  ctx: Context,
  id: string,
  scenario: string,
): Promise<Mandate> {
  const mandate = await getMandate(ctx, id, tx);
  const moved = await pickScenario("A mandate", SCENARIOS, scenario)(tx, ctx, mandate);
  await recordChangeIn(tx, ctx, {
    action: "sandbox.mandate_simulated",
    subject: { id },
    before: { status: mandate.status },
    after: { status: moved.status },
  });
  return moved;
}
