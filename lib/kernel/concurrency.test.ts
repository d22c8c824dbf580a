import assert from "node:assert/strict";
import { test } from "node:test";
import { atMost } from "./concurrency.ts";

test("works are begun in order, at most so many at a time, and one that fails makes room", async () => {
  const inTurn = atMost(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const all = ends.map(({ promise }, n) =>
    inTurn(() => {
      begun.push(n);
      return promise;
    }),
  );
  await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1]);
  ends[1]!.reject(new Error("failed"));
  await assert.rejects(all[1]!, /failed/);
  await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1, 2]);
  for (const n of [0, 2, 3, 4]) ends[n]!.resolve(n);
  assert.deepEqual(await Promise.all([0, 2, 3, 4].map((n) => all[n])), [0, 2, 3, 4]);
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
});
