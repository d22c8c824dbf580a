import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import * as store from "./store.ts";
import type { NewPlan, Plan } from "./types.ts";

/** Adds a plan, in the transaction of whoever asks. */
export async function createPlanIn(tx: Tx, ctx: Context, params: NewPlan): Promise<Plan> {
  const moment = businessNow(ctx);
  const plan: Plan = {
    ...params,
    id: newId("plan"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    metadata: mergeMetadata({}, params.metadata),
    createdAt: moment,
    updatedAt: moment,
  };
  await store.insert(tx, plan);
  const { id, name, amountMinor, currency, interval, intervalCount, trialDays } = plan;
  await recordChangeIn(tx, ctx, {
    action: "plan.created",
    subject: { id, name },
    after: { name, amountMinor, currency, interval, intervalCount, trialDays },
  });
  return plan;
}
