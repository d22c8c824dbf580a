import assert from "node:assert/strict";
import fc from "fast-check";
import { predict } from "./calls.ts";
import { commands, historyOf } from "./commands.ts";
import { compare } from "./compare.ts";
import { emptyModel, type Model } from "./model.ts";
import { recover } from "./model-recovery.ts";
import type { World } from "./world.ts";
import * as real from "./world.ts";

/** Runs random histories of a merchant against the service and the model. A failure is shrunk to a short
 *  history and thrown with its seed and path. Returns the number of histories. */
export async function runModel(params: {
  seed: number;
  numRuns: number;
  /** Starts no further run after this time. */
  limitMs: number;
  path?: string;
}): Promise<number> {
  const { seed, numRuns, limitMs, path } = params;
  const endMs = performance.now() + limitMs;
  let runs = 0;
  let failed = false;
  await fc.assert(
    fc.asyncProperty(commands, async (history) => {
      // Not fast-check's own limit, which would leave the interrupted run running.
      if (!failed && performance.now() > endMs) return;
      runs += 1;
      const world = await real.openWorld();
      const model = emptyModel(world.clock.ms);
      try {
        await fc.asyncModelRun(async () => ({ model, real: world }), history);
        await comeToRest(model, world);
      } catch (error) {
        // Shrinking has no time limit.
        failed = true;
        throw error;
      } finally {
        await world.close();
      }
    }),
    { seed, numRuns, ...(path === undefined ? {} : { path }) },
  );
  return runs;
}

/** Checks that after all faults end, no work stays open, every call gets a final response, and the books of
 *  both sides agree. */
async function comeToRest(model: Model, world: World): Promise<void> {
  for (const seconds of [3_601, 31, 31]) {
    model.now += seconds * 1_000;
    world.clock.ms += seconds * 1_000;
    recover(model, "answers");
    await real.recover(world, "answers");
  }
  await compare(model, world);
  for (const { key, params } of historyOf(model)) {
    const reply = predict(model, key, params, "answers");
    const heard = await real.send(world, key, params, "answers");
    assert.equal(heard?.status, reply?.status, `${key} at last`);
  }
  await compare(model, world);
  const { payments, charges } = await real.observe(world);
  for (const { id, status, amount_captured: captured } of payments) {
    assert.notEqual(status, "processing");
    const taken = Number(charges.get(id)?.capturedMinor ?? 0n);
    assert.equal(taken, captured, `${id}: what the rail took is what we say`);
  }
}
