// npm run -s model -- [--minutes 20] [--seed N] [--path P]
//
// Random histories of a merchant, with crashes and a failing rail, held against a reference model; on
// a throwaway database. `npm test` does a few seconds of the same. A failure prints the seed and path
// with which it can be repeated.

import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { runModel } from "#lib/testing/model/run-model.ts";
import { onThrowawayDatabase } from "#lib/testing/throwaway-database.ts";

const SLICE_MS = MINUTE_MS / 2;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    seed: { type: "string" },
    path: { type: "string" },
  },
});

await onThrowawayDatabase(async () => {
  const endMs = nowMs() + Number(values.minutes) * MINUTE_MS;
  let seed = Number(values.seed ?? randomInt(2 ** 31));
  const { path } = values;
  let runs = 0;
  for (; nowMs() < endMs; seed++) {
    runs += await runModel({
      seed,
      numRuns: 5_000,
      limitMs: SLICE_MS,
      ...(path ? { path } : {}),
    });
    process.stdout.write(`seed ${seed}: all as the model says; ${runs} histories so far\n`);
  }
});
