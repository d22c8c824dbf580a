import assert from "node:assert/strict";
import { test } from "node:test";
import { type DueWork, ownerKey } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import { finishInTurns, startDueWork } from "./due-work.ts";

/** Due work in memory: rows of accounts in the order in which they are due. */
function workOf(due: { accountId: ReturnType<typeof newId<"acct">>; run: () => Promise<void> }[]) {
  const left = due.map((row) => ({ ...row, mode: "test" as const, id: newId("pay") }));
  const work: DueWork = {
    name: "a test's work",
    async claimTurns({ turns, perTurn, passOver }) {
      const free = left.filter((row) => !passOver.has(ownerKey(row)));
      const owners = [...Map.groupBy(free, ownerKey).values()].slice(0, turns);
      const claimed = owners.flatMap((rows) => rows.slice(0, perTurn));
      for (const row of claimed) left.splice(left.indexOf(row), 1);
      return claimed;
    },
    claimOf: async () => [],
  };
  return { work, left };
}

test("an account whose rail does not answer delays no other account", async () => {
  const hanging = newId("acct");
  const other = newId("acct");
  const rail = Promise.withResolvers<void>();
  const served = Promise.withResolvers<void>();
  let count = 0;
  const row = { accountId: other, run: async () => void (++count === 40 && served.resolve()) };
  const { work } = workOf([
    ...Array.from({ length: 40 }, () => ({ accountId: hanging, run: () => rail.promise })),
    ...Array.from({ length: 40 }, () => row),
  ]);
  const finished = finishInTurns(work);
  await served.promise;
  rail.resolve();
  await finished;
});

test("a worker that stops finishes the running turn and claims no other", async () => {
  const rail = Promise.withResolvers<void>();
  const accountId = newId("acct");
  const begun = Promise.withResolvers<void>();
  const run = () => {
    begun.resolve();
    return rail.promise;
  };
  const { work, left } = workOf(Array.from({ length: 40 }, () => ({ accountId, run })));
  const loop = startDueWork(work);
  await begun.promise;
  const stopped = loop.stop();
  rail.resolve();
  await stopped;
  assert.equal(left.length, 36);
});
