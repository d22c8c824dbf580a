import { randomInt } from "node:crypto";
import { test } from "node:test";
import { runLives } from "./run-lives.ts";

test("in random histories of a merchant, books, states and events agree after each step", async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const { lives, steps } = await runLives({ seed, numRuns: 1_000, limitMs: 10_000 });
  t.diagnostic(`${lives} lives of ${steps} steps`);
});
