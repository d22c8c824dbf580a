import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { pickScenario } from "#lib/kernel/scenarios.ts";
import { failIn, payIn } from "./finish-settlement.ts";
import { getSettlement } from "./list-settlements.ts";
import type { Settlement } from "./types.ts";

const SCENARIOS = {
  paid: payIn,
  bank_account_closed: (tx: Tx, ctx: Context, settlement: Settlement) =>
    failIn(tx, ctx, settlement, "account_closed"),
};

/**
 * Lets a scheduled settlement of the sandbox arrive at once, or come back from the bank. Answers it as it
 * then stands. Throws `resource_missing`, `parameter_invalid` (`scenario`), and `state_invalid` when it
 * has its outcome. Locks the settlement.
 */
export async function simulateSettlementIn(
  tx: Tx,
  ctx: Context,
  id: string,
  scenario: string,
): Promise<Settlement> {
  const settlement = await getSettlement(ctx, id, tx);
  const happen = pickScenario("A settlement", SCENARIOS, scenario);
  if (!(await happen(tx, ctx, settlement))) {
    throw new ApiError(
      "state_invalid",
      `Only a settlement that is scheduled can take another way; this one is ${settlement.status}.`,
    );
  }
  const simulated = await getSettlement(ctx, id, tx);
  await recordChangeIn(tx, ctx, {
    action: "sandbox.settlement_simulated",
    subject: { id },
    before: { status: settlement.status },
    after: { status: simulated.status },
  });
  return simulated;
}
