import { randomInt } from "node:crypto";
import { test } from "node:test";
import { runModel } from "./run-model.ts";
import { runTogether } from "./run-together.ts";

test("whatever a merchant, payers, rails and crashes do, everything is as the model says", async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  await runModel({ seed, numRuns: 1_000, limitMs: 8_000 });
});

test("whatever happens at once, in whatever order, the books of both sides agree", async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  await runTogether({ seed, numRuns: 1_000, limitMs: 6_000 });
});
