import { rollUp } from "#lib/domain/analytics/index.ts";
import { forEachConcurrently } from "#lib/kernel/concurrency.ts";
import { pairAllWeeks } from "#test/pair-weeks.ts";
import { type Dice, diceOf } from "#tools/fuzz/dice.ts";
import { compareBank } from "./compare-bank.ts";
import { compareJournal } from "./compare-journal.ts";
import { compareReport, type Difference, queryOf } from "./compare-report.ts";
import { compareScreens } from "./compare-screens.ts";
import { compareDeclines } from "./declines/compare-declines.ts";
import { ask } from "./question.ts";
import { liveRandomly, type RandomAccount } from "./random-account.ts";

/** A cell that differs, and where. */
export type Found = Difference & {
  /** Repeats the account and its questions. */
  seed: number;
  account: string;
  /** The path and query of the report or screen. */
  path: string;
};

export type Run = { accounts: number; comparisons: number; found: Found[]; seconds: number };

const AT_ONCE = 4;

/**
 * Lets `accounts` merchants live, asks `questions` random reports of each and the screens, and compares every cell with the
 * recomputation. Account number `n` has the seed `seed + n`.
 */
export async function runRecompute(params: {
  accounts: number;
  seed: number;
  questions?: number;
  tell?: (done: number, run: Omit<Run, "seconds">) => void;
}): Promise<Run> {
  const { accounts, seed, questions = 25, tell } = params;
  const startMs = performance.now();
  const run = { accounts: 0, comparisons: 0, found: [] as Found[] };
  const seeds = Array.from({ length: accounts }, (_, n) => seed + n);
  await forEachConcurrently(AT_ONCE, seeds, async (own) => {
    const account = await liveRandomly(own);
    // Figures of the other accounts come from facts that are not rolled up.
    if (own % 2 === 0) await rollUp();
    if (own % 4 === 0) await pairAllWeeks();
    const { found, comparisons } = await compareAccount(account, questions);
    const declines = await compareDeclines(own);
    const others = declines.differences.map((one) => foundIn(declines.account, one));
    run.found.push(...found, ...others);
    run.comparisons += comparisons + declines.asked;
    run.accounts += 1;
    tell?.(run.accounts, run);
  });
  return { ...run, seconds: (performance.now() - startMs) / 1_000 };
}

/** Compares random reports, the screens and the bank of one account. */
async function compareAccount(
  account: RandomAccount,
  questions: number,
): Promise<{ found: Found[]; comparisons: number }> {
  const dice = diceOf(account.seed);
  const reports = await compareReports(account, { questions, dice });
  const screens = await compareScreens(account, dice);
  const bank = await compareBank(account, dice);
  const journal = await compareJournal(account, dice);
  const others = [screens, bank, journal];
  const found = others.flatMap(({ differences }) => differences);
  return {
    found: [...reports.found, ...found.map((one) => foundIn(account, one))],
    comparisons: others.reduce((sum, { asked }) => sum + asked, questions),
  };
}

/** Compares random reports of one account. */
export async function compareReports(
  account: RandomAccount,
  { questions, dice }: { questions: number; dice: Dice },
): Promise<{ found: Found[] }> {
  const found: Found[] = [];
  for (let n = 0; n < questions; n++) {
    const question = await ask(dice, account.till.account.id);
    const from = question.format === "csv" && dice.chance(0.3) ? "screen" : "api";
    const head = from === "api" ? "/v1/reports" : "/internal/test/reports/export";
    const path = `${head}?${queryOf(question)}`;
    for (const one of await compareReport(account, question, from)) {
      found.push(foundIn(account, { ...one, path }));
    }
  }
  return { found };
}

const foundIn = ({ seed, till }: RandomAccount, one: Difference & { path: string }): Found => ({
  ...one,
  seed,
  account: till.account.id,
});

/** A difference as one line. */
export const lineOf = ({ seed, account, path, row, column, answered, recomputed }: Found) =>
  `seed ${seed} ${account} ${path}\n  row ${row}, column ${column}: ${answered} is answered, ${recomputed} recomputed`;
