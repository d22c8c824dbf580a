// Runs alone: its worker would also work for the merchants of other files.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { closeDb, getPool } from "#db/client.ts";
import { unsettledPayments } from "#lib/domain/payments/index.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { MOST_TRIES } from "#lib/kernel/vocabulary/row-jobs.ts";
import { RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import { plantFault } from "#test/as-owner.ts";
import { disagreements } from "#test/books-agree.ts";
import { openRetryShop, type RetryShop } from "#test/retries.ts";
import {
  dueRetryJobs,
  previewRetries,
  type RetryJob,
  retryJobDetail,
  startRetryJob,
  stopRetryJob,
} from "./index.ts";

after(closeDb);

const WORKER = fileURLToPath(import.meta.resolve("#test/retry-worker.ts"));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** As if the time had passed that a killed worker's leases take to end. */
async function endLeases(shop: RetryShop): Promise<void> {
  const { id } = shop.account;
  await getPool().query(
    "update retry_jobs set due_at = now() - interval '1 second' where account_id = $1",
    [id],
  );
  await getPool().query(
    `update payments set rail_check_at = now(), rail_held_by = null, rail_held_until = null
      where account_id = $1 and status = 'processing'`,
    [id],
  );
}

const ALL = {};

async function start(
  shop: RetryShop,
  filter: object = ALL,
  ctx = shop.ctx.test,
): Promise<RetryJob> {
  let job: RetryJob | undefined;
  const request = { key: randomUUID(), requestHash: Buffer.from("same") };
  await startRetryJob(ctx, filter, request, {
    result: (made) => {
      job = made;
      return { status: 201, body: made.id, version: "2026-04-01" };
    },
    refusal: (error) => {
      throw error;
    },
  });
  return job!;
}

const finish = (shop: RetryShop) => finishDue(dueRetryJobs, shop.account.id);

const resultsOf = async (shop: RetryShop, id: string) =>
  (await retryJobDetail(shop.ctx.test, id)).totals.map(({ state, result, currency, count }) => [
    state,
    result,
    currency,
    count,
  ]);

/** All have the same card number, so the limits allow 5 of an amount. */
const declines = async (shop: RetryShop, count: number, params: object = {}) => {
  const made = [];
  for (let n = 0; n < count; n++) made.push(await shop.declined({ amount: 500 + n, ...params }));
  return made;
};

test("the preview counts what can be retried per currency, and why the others cannot", async () => {
  const shop = await openRetryShop();
  await declines(shop, 2, { amount: 500 });
  await declines(shop, 1, { amount: 700, currency: "GBP" });
  await shop.charge({ amount: 900, payment_method: "pm_test_4000008000000518" });
  await shop.charge({ amount: 900, payment_method: "pm_test_4000008000000435" });
  const preview = await previewRetries(shop.ctx.test, ALL);
  assert.deepEqual(preview, {
    checked: 5,
    hasMore: false,
    retryable: [
      { currency: "EUR", count: 2, amountMinor: 1_000n },
      { currency: "GBP", count: 1, amountMinor: 700n },
    ],
    refused: ["hard_decline", "needs_payer"].map((refusal) => ({
      refusal,
      totals: [{ currency: "EUR", count: 1, amountMinor: 900n }],
    })),
  });
  const pounds = await previewRetries(shop.ctx.test, { currencies: ["GBP"] });
  assert.deepEqual([pounds.checked, pounds.retryable.length], [1, 1]);
});

test("payments with one card are counted, and put into a job, up to the card's limit of tries", async () => {
  const shop = await openRetryShop();
  for (let n = 0; n < 3; n++) await shop.declined({ amount: 500 });
  await shop.declined({ amount: 600 });
  const preview = await previewRetries(shop.ctx.test, ALL);
  assert.deepEqual(preview.retryable, [{ currency: "EUR", count: 3, amountMinor: 1_600n }]);
  assert.deepEqual(preview.refused, [
    { refusal: "retry_limit", totals: [{ currency: "EUR", count: 1, amountMinor: 500n }] },
  ]);
  await start(shop);
  await finish(shop);
  assert.equal((await shop.paymentsOf("retry_of is not null")).length, 3);
});

test("a job retries each payment once, also when two workers and a person retry at the same time", async () => {
  const shop = await openRetryShop();
  const declined = await declines(shop, 25);
  await shop.issuersRecover();
  const jobs = [await start(shop), await start(shop)];
  await Promise.all([finish(shop), finish(shop), shop.retry(declined[3]!.id)]);
  await finish(shop);
  const retries = await shop.paymentsOf("retry_of is not null");
  assert.equal(retries.length, 25);
  assert.equal(new Set(retries.map(({ retry_of }) => retry_of)).size, 25);
  assert.ok(retries.every(({ status }) => status === "succeeded"));
  for (const { id } of jobs) {
    const { job, totals } = await retryJobDetail(shop.ctx.test, id);
    assert.deepEqual([job.status, job.dueAt], ["completed", null]);
    assert.equal(
      totals.reduce((sum, { count }) => sum + count, 0),
      25,
    );
    assert.ok(totals.every(({ state }) => state !== "waiting"));
  }
  assert.deepEqual(await disagreements(shop.account.id), []);
});

test("a worker that dies while the rail is asked loses no payment and charges none twice", async () => {
  const shop = await openRetryShop();
  await declines(shop, 8);
  await shop.issuersRecover();
  const job = await start(shop);
  const rail = railFor("test");
  const charged = new Map<string, number>();
  let isDead = true;
  const restore = useRail("test", {
    ...rail,
    authoriseStatus: async (request) => {
      if (isDead) throw new RailUnavailableError("gone");
      return charged.has(request.id) ? await rail.authorise(request) : { result: "unknown" };
    },
    authorise: async (request) => {
      charged.set(request.id, (charged.get(request.id) ?? 0) + 1);
      return await rail.authorise(request);
    },
  });
  try {
    await finish(shop);
    assert.equal(charged.size, 0);
    isDead = false;
    await endLeases(shop);
    await finishDue(
      unsettledPayments(async () => {}),
      shop.account.id,
    );
    await finish(shop);
  } finally {
    restore();
  }
  assert.deepEqual(await resultsOf(shop, job.id), [["done", "succeeded", "EUR", 8]]);
  assert.deepEqual([...charged.values()], Array(8).fill(1));
  assert.deepEqual(await disagreements(shop.account.id), []);
});

test("a worker that dies between two payments leaves the rest to the next one", async () => {
  const shop = await openRetryShop();
  await declines(shop, 3);
  await shop.issuersRecover();
  const job = await start(shop);
  // The stored time is rounded to a millisecond, and may be ahead of the claim by a part of one.
  const makeDue = () =>
    getPool().query("update retry_jobs set due_at = now() - interval '1 second' where id = $1", [
      job.id,
    ]);
  await makeDue();
  // Claimed by a worker that never comes back: the lease is all that it leaves.
  const claimed = await dueRetryJobs.claimOf(shop.account.id, 1);
  assert.equal(claimed.length, 1);
  await finish(shop);
  assert.deepEqual(await resultsOf(shop, job.id), [["waiting", null, "EUR", 3]]);
  await makeDue();
  await finish(shop);
  assert.deepEqual(await resultsOf(shop, job.id), [["done", "succeeded", "EUR", 3]]);
});

test("a payment that cannot be retried for an unexpected reason ends as failed, and the job completes", async () => {
  const shop = await openRetryShop();
  const [bad] = await declines(shop, 2);
  await shop.issuersRecover();
  const job = await start(shop);
  const mend = await plantFault("payments", `retry_of = '${bad!.id}'`);
  for (let n = 1; n <= MOST_TRIES; n++) {
    await finish(shop);
    const { job: now } = await retryJobDetail(shop.ctx.test, job.id);
    assert.equal(now.status, n < MOST_TRIES ? "running" : "completed", `after try ${n}`);
    if (n < MOST_TRIES) await endLeases(shop);
  }
  assert.deepEqual((await resultsOf(shop, job.id)).sort(), [
    ["done", "succeeded", "EUR", 1],
    ["failed", null, "EUR", 1],
  ]);
  await mend();
  assert.equal((await shop.paymentsOf("retry_of is not null")).length, 1);
});

test("a stopped job charges nothing more and cannot be stopped again", async () => {
  const shop = await openRetryShop();
  await declines(shop, 3);
  const job = await start(shop);
  assert.equal((await stopRetryJob(shop.ctx.test, job.id)).status, "stopped");
  await finish(shop);
  assert.deepEqual(await resultsOf(shop, job.id), [["waiting", null, "EUR", 3]]);
  assert.deepEqual(await shop.paymentsOf("retry_of is not null"), []);
  await assert.rejects(stopRetryJob(shop.ctx.test, job.id), { code: "state_invalid" });
});

test("a job charges nothing more once the member who started it may not, whatever they lost", async () => {
  for (const loss of ["delete from members", "update members set role = 'finance'"]) {
    const shop = await openRetryShop();
    await declines(shop, 3);
    await shop.issuersRecover();
    const actor = { type: "member", userId: shop.userId, name: "Ada" } as const;
    const job = await start(shop, ALL, { ...shop.ctx.test, actor });
    await getPool().query(`${loss} where user_id = $1`, [shop.userId]);
    await finish(shop);
    assert.deepEqual(await resultsOf(shop, job.id), [["waiting", null, "EUR", 3]], loss);
    assert.deepEqual(await shop.paymentsOf("retry_of is not null"), []);
    const { job: ended } = await retryJobDetail(shop.ctx.test, job.id);
    assert.deepEqual([ended.status, ended.dueAt], ["stopped", null]);
  }
});

test("a payment that was paid meanwhile is refused with its reason, and nothing is charged", async () => {
  const shop = await openRetryShop();
  const declined = await shop.declined();
  const job = await start(shop);
  await shop.issuersRecover();
  const { customer, payment_method } = declined;
  assert.equal((await shop.charge({ customer, payment_method })).status, 201);
  await finish(shop);
  assert.deepEqual(await resultsOf(shop, job.id), [["refused", null, "EUR", 1]]);
  assert.deepEqual(await shop.paymentsOf("retry_of is not null"), []);
});

test("a job without payments is refused, and another merchant's job is missing", async () => {
  const [shop, other] = [await openRetryShop(), await openRetryShop()];
  await assert.rejects(start(shop), { code: "state_invalid" });
  await shop.declined();
  const job = await start(shop);
  for (const ctx of [other.ctx.test, shop.ctx.live]) {
    await assert.rejects(retryJobDetail(ctx, job.id), { code: "resource_missing" });
    await assert.rejects(stopRetryJob(ctx, job.id), { code: "resource_missing" });
  }
});

test("a worker that is killed three times in the middle of a job retries each payment once", async () => {
  const COUNT = 40;
  const shop = await openRetryShop();
  await declines(shop, COUNT);
  await shop.issuersRecover();
  const job = await start(shop);
  for (let kill = 1; kill <= 3; kill++) {
    const worker = spawn(process.execPath, ["--no-warnings", WORKER, shop.account.id, "40"], {
      env: childEnv({}),
      stdio: "inherit",
    });
    const ended = once(worker, "exit");
    while ((await shop.paymentsOf("retry_of is not null")).length < kill * 10) await pause(5);
    worker.kill("SIGKILL");
    await ended;
    await endLeases(shop);
  }
  const begun = await shop.paymentsOf("retry_of is not null");
  assert.ok(begun.length < COUNT, `${begun.length} had begun`);
  await finishDue(
    unsettledPayments(async () => {}),
    shop.account.id,
  );
  await finish(shop);
  assert.deepEqual(await resultsOf(shop, job.id), [["done", "succeeded", "EUR", COUNT]]);
  const retries = await shop.paymentsOf("retry_of is not null");
  assert.equal(new Set(retries.map(({ retry_of }) => retry_of)).size, COUNT);
  for (const { id } of retries) assert.deepEqual(await shop.eventsOf(id), ["payment.succeeded"]);
  assert.deepEqual(await disagreements(shop.account.id), []);
});
