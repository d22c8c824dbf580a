import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { createMerchant } from "#test/merchant.ts";
import { customerRow } from "#test/money-rows.ts";
import { someoneWaits } from "#test/watch-database.ts";
import { lockCustomerShared, markCustomerDeletedIn } from "./index.ts";

test("transactions that use one customer do not wait for each other, and its deletion waits for them", async () => {
  const merchant = await createMerchant();
  const ctx = merchant.ctx.test;
  const id = await customerRow(merchant);
  const use = (work: () => Promise<void> = async () => {}) =>
    transact(async (tx) => {
      await lockCustomerShared(tx, ctx, id);
      await work();
    });
  const mayEnd = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const first = use(async () => {
    locked.resolve();
    await mayEnd.promise;
  });
  await locked.promise;
  await use();
  let isDeleted = false;
  const deletion = transact((tx) => markCustomerDeletedIn(tx, ctx, id)).then(() => {
    isDeleted = true;
  });
  await someoneWaits();
  assert.equal(isDeleted, false);
  mayEnd.resolve();
  await Promise.all([first, deletion]);
  await assert.rejects(
    use(),
    (error) => error instanceof ApiError && error.code === "resource_missing",
  );
});
