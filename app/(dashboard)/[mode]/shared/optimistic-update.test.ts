import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient } from "@tanstack/react-query";
import { updateOptimistically } from "./optimistic-update.ts";

const queryKey = ["internal", "/test/annotations/pay_1", {}];

function open(tags: string[]) {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, tags);
  const shown = () => queries.getQueryData(queryKey);
  /** Removes a tag; the server's answer comes when the test says so. */
  const remove = async (tag: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = updateOptimistically<string[]>(queries, {
      queryKey,
      change: (all) => all.filter((one) => one !== tag),
      make: () => promise,
    }).catch((error: Error) => error.message);
    await new Promise(setImmediate);
    return {
      accept: async () => {
        resolve();
        await done;
      },
      refuse: async () => {
        reject(new Error("refused"));
        assert.equal(await done, "refused");
      },
    };
  };
  return { queries, shown, remove };
}

test("of several changes at the same time, those that are refused are taken back and the others stay", async () => {
  const { shown, remove } = open(["a", "b", "c"]);
  const [a, b] = [await remove("a"), await remove("b")];
  assert.deepEqual(shown(), ["c"]);
  await a.refuse();
  assert.deepEqual(shown(), ["a", "c"], "b is still under way");
  await b.refuse();
  assert.deepEqual(shown(), ["a", "b", "c"]);

  const [first, second] = [await remove("a"), await remove("b")];
  await second.accept();
  await first.refuse();
  assert.deepEqual(shown(), ["a", "c"]);
});

test("a refused change takes back nothing that was read since", async () => {
  const { queries, shown, remove } = open(["a", "b"]);
  const a = await remove("a");
  queries.setQueryData(queryKey, ["a", "b", "c"]);
  await a.refuse();
  assert.deepEqual(shown(), ["a", "b", "c"]);
});
