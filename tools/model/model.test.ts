import { randomInt } from "node:crypto";
import { test } from "node:test";
import { runModel } from "./run-model.ts";
import { runTogether } from "./run-together.ts";

test("in random histories with crashes and rail failures, the service agrees with the model", async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  await runModel({ seed, numRuns: 1_000, limitMs: 8_000 });
});

test("after concurrent calls in any order, our books and the rail's agree", async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  await runTogether({ seed, numRuns: 1_000, limitMs: 6_000 });
});
