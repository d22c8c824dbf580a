import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { createUpcomingPartitions, eventRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { ShadowTally, shadowDiff } from "./shadow-diff.ts";

const BACK = { from: "2026-04-01", to: "2025-10-01" } as const;

test("the shadow diff counts differing fields over the account's own events of the last week", async () => {
  await createUpcomingPartitions(10);
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  for (let i = 0; i < 3; i++) await eventRow(merchant, { type: "payment.failed" });
  await eventRow(merchant, { type: "payment.succeeded" });
  await eventRow(merchant, { type: "payment.failed", createdAt: dateFromMs(nowMs() - 9 * DAY_MS) });
  await eventRow(merchant, { type: "payment.failed", mode: "live" });
  await eventRow(other, { type: "payment.failed" });
  const diff = await shadowDiff(merchant.ctx.test, BACK);
  assert.deepEqual([diff.events, diff.isCapped], [4, false]);
  assert.ok(diff.differing >= 3);
  const told = diff.rows.map(({ object, path, kind }) => `${object} ${kind} ${path}`);
  assert.ok(told.length > 0);
  assert.ok(
    diff.rows.every(({ object }) => object === "payment"),
    told.join("; "),
  );
  assert.ok(diff.rows.every(({ sample }) => sample.objectId.length > 0));
  const none = await shadowDiff(merchant.ctx.test, { from: BACK.from, to: BACK.from });
  assert.deepEqual([none.differing, none.rows], [0, []]);
});

test("the reverse diff is the mirror image", async () => {
  const merchant = await createMerchant();
  await eventRow(merchant, { type: "payment.failed" });
  const there = await shadowDiff(merchant.ctx.test, BACK);
  const back = await shadowDiff(merchant.ctx.test, { from: BACK.to, to: BACK.from });
  const turned = { added: "removed", removed: "added", changed: "changed" } as const;
  assert.deepEqual(
    there.rows.map(({ path, kind }) => `${turned[kind]} ${path}`).sort(),
    back.rows.map(({ path, kind }) => `${kind} ${path}`).sort(),
  );
});

test("the example of a field has a value if any event has one", () => {
  const tally = new ShadowTally();
  tally.add("pay_1", { object: "payment", old: null }, { object: "payment" });
  tally.add("pay_2", { object: "payment", old: "lost_card" }, { object: "payment" });
  tally.add("pay_3", { object: "payment", old: null }, { object: "payment" });
  const [row] = tally.result().rows;
  assert.deepEqual([row?.count, row?.sample.objectId], [3, "pay_2"]);
});

test("an embedded object counts as its own kind, list entries count once and metadata is not compared by key", () => {
  const tally = new ShadowTally();
  const payment = (extra: object) => ({ object: "payment", id: "pay_1", ...extra });
  const refund = (inner: object) => ({ object: "refund", lines: [inner, inner] });
  tally.add("re_1", refund(payment({ old: 1 })), refund(payment({ new: 1 })));
  tally.add("re_2", { object: "refund", metadata: { a: "1" } }, { object: "refund", metadata: {} });
  const { events, differing, rows } = tally.result();
  assert.deepEqual([events, differing], [2, 1]);
  assert.deepEqual(
    rows.map(({ object, path, kind, count }) => [object, path, kind, count]),
    [
      ["payment", "old", "removed", 1],
      ["payment", "new", "added", 1],
    ],
  );
});
