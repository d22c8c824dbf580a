import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/kernel/ids.ts";
import { createEndpointLoad } from "./endpoint-load.ts";

const delivery = { accountId: newId("acct"), endpointId: newId("we") };

function scene() {
  const clock = { ms: 0 };
  const load = createEndpointLoad(64, () => clock.ms);
  return {
    clock,
    load,
    send: (count: number) => {
      for (let n = 0; n < count; n++) load.taken(delivery);
    },
    isFull: () => load.full().includes(delivery.endpointId),
  };
}

test("an endpoint that has never answered gets eight deliveries at a time, and its full limit once it answers", () => {
  const { load, send, isFull } = scene();
  send(7);
  assert.equal(isFull(), false);
  send(1);
  assert.equal(isFull(), true);
  load.answered(delivery.endpointId);
  send(55);
  assert.equal(isFull(), false);
  send(1);
  assert.equal(isFull(), true);
});

test("an endpoint that stops answering gets nothing more until most of its attempts are recorded as failed", () => {
  const { clock, load, send, isFull } = scene();
  send(1);
  load.answered(delivery.endpointId);
  load.recorded(delivery);
  send(20);
  clock.ms = 1_900;
  assert.equal(isFull(), false);
  clock.ms = 2_100;
  assert.equal(isFull(), true);
  for (let n = 0; n < 12; n++) load.recorded(delivery);
  assert.equal(isFull(), true);
  load.recorded(delivery);
  assert.equal(isFull(), false);
});

test("an endpoint that answers just within its deadline is never limited", () => {
  const { clock, load, isFull } = scene();
  // One a second, each answered after eight: never fewer than one answer in two seconds.
  for (let second = 0; second < 30; second++) {
    clock.ms = second * 1_000;
    if (second >= 8) {
      load.answered(delivery.endpointId);
      load.recorded(delivery);
    }
    assert.equal(isFull(), false, `at ${second} s`);
    load.taken(delivery);
  }
});
