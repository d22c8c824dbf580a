import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/kernel/ids.ts";
import { createWaiting } from "./waiting.ts";

const delivery = { accountId: newId("acct"), endpointId: newId("we") };

function scene() {
  const clock = { ms: 0 };
  const waiting = createWaiting(64, () => clock.ms);
  return {
    clock,
    waiting,
    send: (count: number) => {
      for (let n = 0; n < count; n++) waiting.sent(delivery);
    },
    isFull: () => waiting.full().includes(delivery.endpointId),
  };
}

test("who has never answered gets eight at a time, and all that it may have once it answers", () => {
  const { waiting, send, isFull } = scene();
  send(7);
  assert.equal(isFull(), false);
  send(1);
  assert.equal(isFull(), true);
  waiting.answered(delivery.endpointId);
  send(55);
  assert.equal(isFull(), false);
  send(1);
  assert.equal(isFull(), true);
});

test("who stops answering gets no more until it is written down that most of what waits came to nothing", () => {
  const { clock, waiting, send, isFull } = scene();
  send(1);
  waiting.answered(delivery.endpointId);
  waiting.over(delivery);
  send(20);
  clock.ms = 1_900;
  assert.equal(isFull(), false);
  clock.ms = 2_100;
  assert.equal(isFull(), true);
  for (let n = 0; n < 12; n++) waiting.over(delivery);
  assert.equal(isFull(), true);
  waiting.over(delivery);
  assert.equal(isFull(), false);
});

test("an endpoint slower than any that answers in time is held up by nothing", () => {
  const { clock, waiting, isFull } = scene();
  // One a second, each answered after eight: never fewer than one answer in two seconds.
  for (let second = 0; second < 30; second++) {
    clock.ms = second * 1_000;
    if (second >= 8) {
      waiting.answered(delivery.endpointId);
      waiting.over(delivery);
    }
    assert.equal(isFull(), false, `at ${second} s`);
    waiting.sent(delivery);
  }
});
