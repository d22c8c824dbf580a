import assert from "node:assert/strict";
import { test } from "node:test";
import { moveClock } from "#test/moving-clock.ts";
import { keptWhenLarge } from "./kept-when-large.ts";

const counts = () => keptWhenLarge<number>({ forMs: 10_000, isLarge: (rows) => rows >= 100 });

test("small results are computed each time and large ones cached per key", async () => {
  const clock = moveClock();
  try {
    const kept = counts();
    let made = 0;
    const ask = (about: readonly unknown[], size: number) =>
      kept(about, async () => {
        made++;
        return size;
      });
    assert.deepEqual([await ask(["small", 1n], 3), await ask(["small", 1n], 4)], [3, 4]);
    assert.deepEqual([await ask(["large", 1n], 100), await ask(["large", 1n], 101)], [100, 100]);
    assert.equal(await ask(["large", 2n], 102), 102);
    clock.advance(10_000);
    assert.equal(await ask(["large", 1n], 103), 103);
    assert.equal(made, 5);
  } finally {
    clock.putBack();
  }
});

test("while a result is recomputed others get the old one, and a failure is thrown and caches nothing", async () => {
  const clock = moveClock();
  try {
    const kept = counts();
    await kept(["one"], async () => 100);
    clock.advance(10_000);
    const slow = Promise.withResolvers<number>();
    const first = kept(["one"], () => slow.promise);
    assert.equal(await kept(["one"], async () => 999), 100);
    slow.reject(new Error("the database is away"));
    await assert.rejects(first, /away/);
    clock.advance(10_000);
    assert.equal(await kept(["one"], async () => 101), 101);
  } finally {
    clock.putBack();
  }
});
