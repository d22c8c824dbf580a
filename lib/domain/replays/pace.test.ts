import assert from "node:assert/strict";
import { test } from "node:test";
import { allowance, estimateSeconds, freshPace, nextPace, PACE, type Pace } from "./pace.ts";

const quiet = { ok: 0, failed: 0, untried: 0, elapsedMs: 100 };
const opened = (params: Partial<Pace> = {}): Pace => ({
  ...freshPace(),
  phase: "open",
  perSecond: 10,
  recentOk: 5,
  ...params,
});

test("five deliveries go first, and the rest follows only after all five have arrived", () => {
  let pace: Pace = freshPace();
  assert.equal(allowance(pace, { sent: 0, untried: 0 }, PACE), 5);
  assert.equal(allowance(pace, { sent: 5, untried: 5 }, PACE), 0);
  pace = nextPace(pace, { ...quiet, ok: 4 }, PACE);
  assert.equal(pace.phase, "canary");
  assert.equal(allowance(pace, { sent: 1, untried: 1 }, PACE), 0);
  pace = nextPace(pace, { ...quiet, ok: 1 }, PACE);
  assert.deepEqual([pace.phase, pace.perSecond], ["open", 10]);
});

test("one failure among the first five stops the lane", () => {
  const pace = nextPace(freshPace(), { ...quiet, ok: 4, failed: 1 }, PACE);
  assert.equal(pace.phase, "stopped");
  assert.equal(allowance(pace, { sent: 0, untried: 0 }, PACE), 0);
});

test("a healthy endpoint gets 10 deliveries in its first second, and the rate doubles up to the ceiling", () => {
  let pace = opened();
  const perSecond: number[] = [];
  for (let second = 0; second < 10; second++) {
    let sent = 0;
    for (let tick = 0; tick < 10; tick++) {
      pace = nextPace(pace, { ...quiet, ok: 5 }, PACE);
      const now = allowance(pace, { sent: 0, untried: 0 }, PACE);
      pace = { ...pace, tokens: pace.tokens - now };
      sent += now;
    }
    perSecond.push(sent);
  }
  assert.ok(perSecond[0]! >= 10, `${perSecond[0]} in the first second`);
  assert.ok(perSecond[3]! > 4 * perSecond[0]!, `${perSecond}`);
  assert.ok(perSecond.every((each) => each <= PACE.ceilingPerSecond));
  assert.ok(perSecond.at(-1)! >= 900, `${perSecond}`);
});

test("a failure halves the rate to no less than 10/s and slows later growth", () => {
  const slower = nextPace(opened({ perSecond: 400, recentOk: 50 }), { ...quiet, failed: 1 }, PACE);
  assert.deepEqual([slower.phase, slower.perSecond, slower.cautious], ["open", 200, true]);
  const second = { ...quiet, ok: 20, elapsedMs: 1_000 };
  assert.ok(Math.abs(nextPace(slower, second, PACE).perSecond - 220) < 1e-6);
  const low = nextPace(opened({ perSecond: 12, recentOk: 50 }), { ...quiet, failed: 1 }, PACE);
  assert.equal(low.perSecond, 10);
});

test("a lane continues with 5 % failures and stops when failures rise", () => {
  let pace = opened({ recentOk: 50 });
  for (let i = 0; i < 20; i++) pace = nextPace(pace, { ...quiet, ok: 19, failed: 1 }, PACE);
  assert.equal(pace.phase, "open");
  for (let i = 0; i < 4 && pace.phase === "open"; i++) {
    pace = nextPace(pace, { ...quiet, ok: 5, failed: 5 }, PACE);
  }
  assert.equal(pace.phase, "stopped");
});

test("deliveries without an attempt limit the next ones, even after a long pause", () => {
  const pace = nextPace(opened({ perSecond: 500, tokens: 0 }), { ...quiet, untried: 200 }, PACE);
  assert.deepEqual([pace.perSecond, allowance(pace, { sent: 200, untried: 200 }, PACE)], [500, 0]);
  const rested = nextPace(opened({ perSecond: 100 }), { ...quiet, elapsedMs: 3_600_000 }, PACE);
  assert.ok(allowance(rested, { sent: 0, untried: 0 }, PACE) <= 100);
});

test("the estimate grows with the count and the endpoint's response time", () => {
  assert.equal(estimateSeconds(0, 50, PACE), 0);
  assert.ok(estimateSeconds(5, 50, PACE) <= 1);
  const [quick, slow] = [estimateSeconds(100_000, 20, PACE), estimateSeconds(100_000, 1_000, PACE)];
  assert.ok(quick > 100 && quick < 130, `${quick}`);
  assert.ok(slow > 1_500, `${slow}`);
});
