import fc from "fast-check";
import { moveClock } from "#test/moving-clock.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";
import { ACTS } from "./acts.ts";
import { TROUBLES, type Trouble } from "./flaky-rail.ts";
import { assertAtRest, assertLawful, assertRailAgrees } from "./laws.ts";
import { type Act, beginLife, type Dice, type Life } from "./life.ts";

type Step = { act: Act; roll: number; trouble: Trouble };

const acts = fc.oneof(...ACTS.map((act) => ({ arbitrary: fc.constant(act), weight: act.weight })));
const troubles = fc.oneof(
  { arbitrary: fc.constant<Trouble>("none"), weight: 8 },
  ...TROUBLES.map((trouble) => ({ arbitrary: fc.constant(trouble), weight: 1 })),
);
const step: fc.Arbitrary<Step> = fc.record({
  act: acts,
  roll: fc.nat(),
  trouble: troubles,
});
const named = ({ act, roll, trouble }: Step) => `${act.name} (${roll}, ${trouble})`;

/** Pseudo-random numbers from a seed, so that a repeated step does the same. */
function diceFrom(): Dice & { roll(seed: number): void } {
  let state = 1;
  const below = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  return {
    below,
    pick: (of) => of[below(of.length)]!,
    roll: (seed) => {
      state = seed >>> 0;
    },
  };
}

/** Runs random histories of merchants and checks the invariants after each step. A failure is shrunk to a short
 *  history and thrown with its seed and path. Returns the number of histories and steps. */
export async function runLives(params: {
  seed: number;
  numRuns: number;
  /** Starts no further history after this time. */
  limitMs: number;
  path?: string;
}): Promise<{ lives: number; steps: number }> {
  const { seed, numRuns, limitMs, path } = params;
  const endMs = performance.now() + limitMs;
  let lives = 0;
  let steps = 0;
  let failed = false;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (life) => {
      if (!failed && performance.now() > endMs) return;
      try {
        await live(life);
        lives++;
        steps += life.length;
      } catch (error) {
        // Report immediately: shrinking takes many minutes.
        if (!failed)
          process.stderr.write(`seed ${seed}: a life fails; looking for a shorter one\n${error}\n`);
        failed = true;
        throw new Error(`${life.map(named).join("; ")}`, { cause: error });
      }
    }),
    { seed, numRuns, ...(path === undefined ? {} : { path }) },
  );
  return { lives, steps };
}

async function live(steps: readonly Step[]): Promise<void> {
  const dice = diceFrom();
  const clock = moveClock();
  const life = await beginLife(dice);
  try {
    for (const { act, roll, trouble } of steps) {
      dice.roll(roll);
      life.rail.trouble = trouble;
      await act.run(life);
      await assertLawful(life);
    }
    life.rail.trouble = "none";
    await comeToRest(life, clock.advance);
  } finally {
    life.close();
    clock.putBack();
  }
}

const PATIENCE_MS = 90_000;
const SECONDS_OF_A_DAY = 86_400;
/** Days to advance at the end. All late outcomes arrive within a week. Every fourth history advances a month,
 *  which takes as long as a whole history. */
const LAST_DAYS = [8, 8, 8, 31] as const;

async function comeToRest(life: Life, advance: (ms: number) => void): Promise<void> {
  for (let i = 0; i < 2; i++) {
    advance(PATIENCE_MS);
    await settleUnfinished();
  }
  const seconds = life.dice.pick(LAST_DAYS) * SECONDS_OF_A_DAY;
  await life.post("/v1/test/clock/advance", { seconds });
  await assertLawful(life);
  await assertAtRest(life);
  await assertRailAgrees(life);
}
