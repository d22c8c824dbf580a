import { randomInt } from "node:crypto";
import { test } from "node:test";
import { runModel } from "./run-model.ts";

test("whatever a merchant, payers, rails and crashes do, everything is as the model says", async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  await runModel({ seed, numRuns: 1_000, limitMs: 12_000 });
});
