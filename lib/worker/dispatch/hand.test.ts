import assert from "node:assert/strict";
import { test } from "node:test";
import type { Arrival } from "#lib/domain/webhooks/index.ts";
import { createHand } from "./hand.ts";

const row = { id: "dlv_1", lane: 3 } as unknown as Arrival;

test("a row is taken once, and its lane is under way until it is over", () => {
  const hand = createHand();
  assert.deepEqual([hand.take(row), hand.take(row)], [true, false]);
  hand.begin(row);
  assert.equal(hand.isUnderWay(3), true);
  assert.deepEqual([hand.end(row.id), hand.end(row.id)], [true, false]);
  assert.equal(hand.isUnderWay(3), false);
  assert.equal(hand.take(row), true);
});

test("a read that saw a row before it was recorded does not bring it back", async () => {
  const hand = createHand();
  hand.take(row);
  hand.begin(row);
  const answered = Promise.withResolvers<void>();
  const taken = hand.whileReading(async () => {
    await answered.promise;
    return hand.take(row);
  });
  hand.end(row.id);
  answered.resolve();
  assert.equal(await taken, false);
  assert.equal(await hand.whileReading(async () => hand.take(row)), true);
});
