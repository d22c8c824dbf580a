import assert from "node:assert/strict";
import { test } from "node:test";
import { patiently } from "./patiently.ts";

/** Answers these statuses in turn, the last one for ever. */
function answering(...statuses: number[]) {
  let asked = 0;
  const ask = async () => ({
    status: statuses[Math.min(asked++, statuses.length - 1)]!,
    headers: new Headers({ "retry-after": "0" }),
  });
  return { ask, asked: () => asked };
}

test("a request that is answered with 503 is sent again until it is answered otherwise, at most six times", async () => {
  for (const [statuses, last, times] of [
    [[200], 200, 1],
    [[503, 503, 200], 200, 3],
    [[500], 500, 1],
    [[503], 503, 6],
  ] as const) {
    const { ask, asked } = answering(...statuses);
    assert.deepEqual([(await patiently(ask)).status, asked()], [last, times]);
  }
});
