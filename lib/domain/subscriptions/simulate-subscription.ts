import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Answer } from "#lib/domain/idempotency/index.ts";
import { type Invoice, lockInvoice } from "#lib/domain/invoices/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { pickScenario } from "#lib/kernel/scenarios.ts";
import { type Call, changeOnce } from "./change-once.ts";
import { takeFinalActionIn } from "./collect-invoice.ts";
import { lockSubscription } from "./list-subscriptions.ts";
import { dun, renew } from "./renew-subscription.ts";
import * as store from "./store.ts";
import { isInTrial } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

type Scenario = (tx: Tx, ctx: Context, sub: Subscription) => Promise<void>;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  trial_ends: endTrial,
  attempt_now: attemptNow,
  dunning_ends: endDunning,
};

/**
 * Simulates a due event of a sandbox subscription now, once per idempotency key. Throws `parameter_invalid`
 * (`scenario`), and refuses with `resource_missing` and `state_invalid`. Keys, repeats and crashes as `changeOnce`.
 */
export async function simulateSubscription(
  call: Call,
  id: Subscription["id"],
  scenario: string,
): Promise<Answer> {
  const happen = pickScenario("A subscription", SCENARIOS, scenario);
  const { ctx } = call;
  return await changeOnce(call, id, async (tx) => {
    await happen(tx, ctx, await lockSubscription(tx, ctx, id));
    const action = "sandbox.subscription_simulated";
    await recordChangeIn(tx, ctx, { action, subject: { id }, after: { scenario } });
  });
}

async function endTrial(tx: Tx, ctx: Context, sub: Subscription): Promise<void> {
  if (sub.status !== "trialing" || !isInTrial(sub)) throw wrong(sub, "in its trial");
  // A period is at least one second long.
  const earliest = sub.currentPeriodStart.getTime() + SECOND_MS;
  const end = dateFromMs(
    Math.max(earliest, Math.floor(businessNowMs(ctx) / SECOND_MS) * SECOND_MS),
  );
  const ended: Subscription = {
    ...sub,
    trialEnd: end,
    anchorAt: end,
    currentPeriodEnd: end,
    trialReminded: true,
  };
  await store.update(tx, sub, ended);
  await renew(tx, ctx, ended, end);
}

async function attemptNow(tx: Tx, ctx: Context, sub: Subscription): Promise<void> {
  const open = await openInvoice(tx, ctx, sub);
  if (sub.nextAttemptAt === null) throw wrong(sub, "to be tried again: the refusal was hard");
  await dun(tx, ctx, sub, open);
}

async function endDunning(tx: Tx, ctx: Context, sub: Subscription): Promise<void> {
  await takeFinalActionIn(tx, ctx, sub, await openInvoice(tx, ctx, sub));
}

async function openInvoice(tx: Tx, ctx: Context, sub: Subscription): Promise<Invoice> {
  const open = sub.openInvoiceId ? await lockInvoice(tx, ctx, sub.openInvoiceId) : null;
  if (sub.status !== "past_due" || !open) throw wrong(sub, "past due");
  if (open.collecting) throw wrong(sub, "waiting: its invoice is being collected");
  return open;
}

function wrong({ status }: Subscription, wanted: string): ApiError {
  return new ApiError(
    "state_invalid",
    `For this scenario a subscription has to be ${wanted}; this one is ${status}.`,
  );
}
