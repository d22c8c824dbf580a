// `npm test` compares a few accounts.

import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { answerHelp, wholeNumberOf } from "#lib/cli/usage.ts";
import { onThrowawayDatabase } from "#test/throwaway-database.ts";
import { lineOf, runRecompute } from "./run-recompute.ts";

answerHelp(`Usage: npm run -s recompute -- [--accounts 1000] [--seed N] [--questions 25]

Lets merchants live at random on a throwaway database, and compares every cell of their reports, screens and bank
statements with a second implementation: SQL over raw rows, written from the glossary. Exits 1 and prints each cell that
differs with the seed of its account: --accounts 1 --seed THAT repeats it.

  --accounts   number of merchants; the first has the seed N, the next N + 1
  --questions  random queries of GET /v1/reports per merchant, beside the screens`);

const { values } = parseArgs({
  options: {
    accounts: { type: "string", default: "1000" },
    questions: { type: "string", default: "25" },
    seed: { type: "string" },
  },
});

/** Differences that are printed; their number is always. */
const SHOWN = 50;
const EVERY = 50;

const seed = wholeNumberOf(values.seed ?? String(randomInt(2 ** 31)), "seed");
const count = wholeNumberOf(values.accounts, "accounts");
const questions = wholeNumberOf(values.questions, "questions");

await onThrowawayDatabase(async () => {
  let told = 0;
  const { accounts, comparisons, found, seconds } = await runRecompute({
    accounts: count,
    questions,
    seed,
    tell: (done, run) => {
      for (const one of run.found.slice(told, SHOWN)) process.stdout.write(`${lineOf(one)}\n`);
      told = run.found.length;
      if (done % EVERY === 0) {
        process.stderr.write(
          `${done} accounts, ${run.comparisons} comparisons, ${run.found.length} differences\n`,
        );
      }
    },
  });
  process.stdout.write(
    `seed ${seed}: ${accounts} accounts, ${comparisons} comparisons in ${Math.round(seconds)} s; ${found.length} cells differ\n`,
  );
  if (found.length > 0) process.exitCode = 1;
});
