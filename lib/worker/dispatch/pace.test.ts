import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { createPace, type Pace } from "./pace.ts";

let rounds: number;
let failing: boolean;
let seldom: boolean;
let pace: Pace;
beforeEach(() => {
  rounds = 0;
  failing = false;
  seldom = false;
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  pace = createPace({
    round: async () => {
      rounds++;
      if (failing) throw new Error("the database went away");
      return { pauseMs: 5, again: false };
    },
    mayRun: () => true,
    isSeldom: () => seldom,
    onFailure: () => {},
  });
});
afterEach(async () => {
  await pace.stop();
  mock.timers.reset();
});

/** Lets so many polls pass; each round ends before the next. */
async function poll(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    mock.timers.tick(250);
    await new Promise(setImmediate);
  }
}

test("without a notification a round runs every 250 ms", async () => {
  await poll(8);
  assert.equal(rounds, 8);
});

test("while it is to poll seldom, it runs every second", async () => {
  seldom = true;
  await poll(8);
  assert.equal(rounds, 2);
});

test("a notification runs one at once, also while it polls seldom", async () => {
  seldom = true;
  pace.wake();
  await new Promise(setImmediate);
  assert.equal(rounds, 1);
});

test("a round that failed is repeated after 250 ms, also while it polls seldom", async () => {
  seldom = true;
  failing = true;
  pace.wake();
  await new Promise(setImmediate);
  failing = false;
  await poll(2);
  assert.equal(rounds, 2);
});
