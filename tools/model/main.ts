// `npm test` runs a few seconds of each kind.

import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { answerHelp, numberOf, wholeNumberOf } from "#lib/cli/usage.ts";
import { MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { onThrowawayDatabase } from "#test/throwaway-database.ts";
import { runLives } from "#tools/lives/run-lives.ts";
import { runModel } from "#tools/model/run-model.ts";
import { runTogether } from "#tools/model/run-together.ts";

answerHelp(`Usage: npm run -s model -- [--together | --lives] [--minutes 5] [--seed N] [--path P]

Runs random histories of a merchant, with crashes and a failing rail, on a throwaway database and compares them with
a reference model. A failure prints the seed and path that repeat it.

  --together  concurrent calls, checked against invariants
  --lives     everything that the API can do, with books, states and events compared after each step`);

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

const minutes = numberOf(values.minutes, "minutes");
const firstSeed = wholeNumberOf(values.seed ?? String(randomInt(2 ** 31)), "seed");
const run = values.together ? runTogether : runModel;

await onThrowawayDatabase(async () => {
  const endMs = nowMs() + minutes * MINUTE_MS;
  let seed = firstSeed;
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
    // A path is valid only with its own seed.
    if (path) break;
  }
});
