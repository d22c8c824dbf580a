import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import * as store from "./store.ts";
import type { Plan, PlanChanges } from "./types.ts";

/** Changes what is given and leaves the rest, in the transaction of whoever asks; locks the plan until
 *  it ends. Subscriptions that there are keep their trials. Throws `resource_missing`. */
export async function updatePlanIn(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: PlanChanges,
): Promise<Plan> {
  const plan = await store.find(ctx, id, tx);
  if (!plan) throw missing("plan", id);
  const changed: Plan = {
    ...plan,
    name: changes.name ?? plan.name,
    trialDays: changes.trialDays ?? plan.trialDays,
    active: changes.active ?? plan.active,
    metadata: mergeMetadata(plan.metadata, changes.metadata),
  };
  await store.update(tx, changed);
  await recordChangeIn(tx, ctx, {
    action: "plan.updated",
    subject: { id, name: changed.name },
    before: factsOf(plan),
    after: factsOf(changed),
  });
  return changed;
}

const factsOf = ({ name, trialDays, active }: Plan) => ({ name, trialDays, active });
