import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { setShards } from "#db/shards.ts";
import { createPace, type Pace } from "./pace.ts";

let rounds: number;
let failing: boolean;
let pace: Pace;
beforeEach(() => {
  rounds = 0;
  failing = false;
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  pace = createPace({
    round: async () => {
      rounds++;
      if (failing) throw new Error("the database went away");
      return { pauseMs: 5, again: false };
    },
    mayRun: () => true,
    onFailure: () => {},
  });
});
afterEach(async () => {
  await pace.stop();
  mock.timers.reset();
  setShards(null);
});

/** Lets so many polls pass; each round ends before the next. */
async function poll(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    mock.timers.tick(250);
    await new Promise(setImmediate);
  }
}

const onCluster = () => setShards([{ shard: 1, first: -(2 ** 31), last: 2 ** 31 - 1, node: 1 }]);

test("without a notification a round runs every 250 ms", async () => {
  await poll(8);
  assert.equal(rounds, 8);
});

test("on a cluster it runs every second, because each looks on all shards", async () => {
  onCluster();
  await poll(8);
  assert.equal(rounds, 2);
});

test("on a cluster a notification runs one at once", async () => {
  onCluster();
  pace.wake();
  await new Promise(setImmediate);
  assert.equal(rounds, 1);
});

test("on a cluster a round that failed is repeated after 250 ms", async () => {
  onCluster();
  failing = true;
  pace.wake();
  await new Promise(setImmediate);
  failing = false;
  await poll(2);
  assert.equal(rounds, 2);
});
