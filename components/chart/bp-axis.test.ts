import assert from "node:assert/strict";
import { test } from "node:test";
import { marksBetween } from "./axis.ts";
import { bpDomain, bpMark } from "./bp-axis.ts";

test("the axis of a cost starts at zero and ends at or above the highest value", () => {
  for (const most of [3, 62, 97.5, 125.8, 204.3, 251, 1_999]) {
    const [low, high] = bpDomain([null, most, most / 2]);
    assert.equal(low, 0);
    assert.ok(high >= most && high <= Math.max(40, most * 2.5), `${high} for ${most}`);
  }
});

test("a mark shows its decimals, so that 97.5 is not 98", () => {
  assert.equal(bpMark(97.5), "97.5 bp");
  assert.deepEqual(marksBetween(...bpDomain([240])).map(bpMark), [
    "0 bp",
    "100 bp",
    "200 bp",
    "300 bp",
    "400 bp",
  ]);
});
