// npm run -s model -- [--together | --lives] [--minutes 20] [--seed N] [--path P]
//
// Random histories of a merchant, with crashes and a failing rail, held against a reference model (with
// --together: many calls at once, held against what must always be true; with --lives: everything the API can do,
// its books, states and events held against each other after each step); on a throwaway database. `npm test` does a
// few seconds of the same. A failure prints the seed and path with which it can be repeated.

import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { onThrowawayDatabase } from "#test/throwaway-database.ts";
import { runLives } from "#tools/lives/run-lives.ts";
import { runModel } from "#tools/model/run-model.ts";
import { runTogether } from "#tools/model/run-together.ts";

const SLICE_MS = MINUTE_MS / 2;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    seed: { type: "string" },
    path: { type: "string" },
    together: { type: "boolean", default: false },
    lives: { type: "boolean", default: false },
  },
});

const run = values.together ? runTogether : runModel;

await onThrowawayDatabase(async () => {
  const endMs = nowMs() + Number(values.minutes) * MINUTE_MS;
  let seed = Number(values.seed ?? randomInt(2 ** 31));
  const { path } = values;
  let histories = 0;
  let steps = 0;
  for (; nowMs() < endMs; seed++) {
    const params = { seed, numRuns: 5_000, limitMs: SLICE_MS, ...(path ? { path } : {}) };
    if (values.lives) {
      const lived = await runLives(params);
      histories += lived.lives;
      steps += lived.steps;
    } else histories += await run(params);
    const ofSteps = values.lives ? ` of ${steps} steps` : "";
    process.stdout.write(
      `seed ${seed}: all as it must be; ${histories} histories${ofSteps} so far\n`,
    );
    // A path leads to a history of its own seed alone.
    if (path) break;
  }
});
