import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Plan } from "#lib/domain/plans/index.ts";
import { DAY_MS, dateFromMs, nowMs, SECOND_MS, secondOf } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { PRORATION_BEHAVIORS } from "#lib/kernel/vocabulary/billing.ts";
import { changeOf, wantedChange } from "./plan-change.ts";
import type { Subscription } from "./types.ts";

const START_MS = Date.UTC(2026, 0, 31);
const PLANS = [1_000n, 3_333n, 9_999n].map(
  (amountMinor, at) =>
    ({
      id: `plan_${at}`,
      name: `Plan ${at}`,
      amountMinor,
      interval: "month",
      intervalCount: 1,
    }) as unknown as Plan,
);
const SUBSCRIPTION = {
  status: "active",
  planId: "plan_0",
  quantity: 1,
  trialEnd: null,
  anchorAt: dateFromMs(START_MS),
  currentPeriodStart: dateFromMs(START_MS),
  currentPeriodEnd: dateFromMs(START_MS + 28 * DAY_MS),
  changedAt: dateFromMs(START_MS),
  billedPlanId: null,
  billedQuantity: null,
} as unknown as Subscription;

const change = fc.record({
  plan: fc.nat(PLANS.length - 1),
  quantity: fc.integer({ min: 1, max: 5 }),
  behavior: fc.constantFrom(...PRORATION_BEHAVIORS),
  atMs: fc.integer({ min: 0, max: 28 * DAY_MS }),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const planOf = (id: string) => PLANS.find((plan) => plan.id === id)!;

/** The lines that changes of one period add, in the order of their times. */
function linesOf(changes: readonly Change[]) {
  let sub = SUBSCRIPTION;
  return changes.flatMap(({ plan, quantity, behavior, atMs }) => {
    const billed = {
      plan: planOf(sub.billedPlanId ?? sub.planId),
      quantity: sub.billedQuantity ?? sub.quantity,
    };
    const moment = dateFromMs(START_MS + atMs);
    const effect = changeOf(sub, { plan: PLANS[plan]!, quantity, billed, behavior, moment });
    sub = effect.to;
    return effect.lines;
  });
}

test("changes without proration alter no line of other changes, and what is credited was invoiced", () => {
  const sequence = fc
    .array(change, { maxLength: 8 })
    .map((changes) => changes.sort((a, b) => a.atMs - b.atMs));
  fc.assert(
    fc.property(sequence, (changes) => {
      const lines = linesOf(changes);
      assert.deepEqual(lines, linesOf(changes.filter(({ behavior }) => behavior !== "none")));
      let invoiced = PLANS[0]!.amountMinor;
      for (const { amountMinor } of lines) {
        invoiced += amountMinor;
        assert.ok(invoiced >= 0n, String(invoiced));
      }
    }),
  );
});

test("a change by a clock that is behind takes effect when the subscription last changed, not before", async () => {
  const ctx = { clockAheadMs: 0 } as Context;
  const startMs = secondOf(dateFromMs(nowMs() + DAY_MS)).getTime();
  const renewed: Subscription = {
    ...SUBSCRIPTION,
    anchorAt: dateFromMs(startMs),
    currentPeriodStart: dateFromMs(startMs),
    currentPeriodEnd: dateFromMs(startMs + 28 * DAY_MS),
    changedAt: dateFromMs(startMs + SECOND_MS),
  };
  const params = { quantity: 2, prorationDate: null };
  const wanted = await wantedChange(ctx, renewed, params, async (id) => planOf(id));
  assert.deepEqual(wanted?.moment, renewed.changedAt);
});
