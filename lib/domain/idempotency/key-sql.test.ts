import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { DAY_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { NOT_HELD } from "#lib/kernel/shard-sql.ts";
import { createMerchant } from "#test/merchant.ts";
import { canonicalHash, claimKeySql, findStored, finishKeySql, once } from "./index.ts";

const request = { key: "k", requestHash: canonicalHash("POST", "/v1/payments", { amount: 1 }) };
const other = { key: "k", requestHash: canonicalHash("POST", "/v1/payments", { amount: 2 }) };
const response = { status: 201, body: '{"id":"pay_1"}', version: "2026-04-01" };

async function claim(ctx: Context, resourceId = "pay_1"): Promise<boolean> {
  const sql = claimKeySql({ firstParam: 1, held: NOT_HELD });
  const result = await getPool().query(
    `with claim as (${sql.text}) select key from claim`,
    sql.values(ctx, request, resourceId),
  );
  return result.rowCount === 1;
}

async function finish(ctx: Context): Promise<boolean> {
  const sql = finishKeySql({ firstParam: 1 });
  const result = await getPool().query(sql.text, sql.values(ctx, request, response));
  return result.rowCount === 1;
}

test("a key is claimed once and stores its object and its answer", async () => {
  const ctx = (await createMerchant()).ctx.test;
  assert.equal(await findStored(ctx, request), null);
  assert.equal(await claim(ctx), true);
  assert.equal(await claim(ctx), false);
  const running = await findStored(ctx, request);
  assert.ok(running?.state === "running" && running.resourceId === "pay_1");
  assert.equal(await finish(ctx), true);
  assert.equal(await finish(ctx), false, "an answer is never replaced");
  assert.deepEqual(await findStored(ctx, request), { state: "finished", response });
});

test("another body under a claimed key is a conflict, running or finished", async () => {
  const ctx = (await createMerchant()).ctx.test;
  const isConflict = (error: unknown) =>
    error instanceof ApiError && error.code === "idempotency_conflict";
  await claim(ctx);
  await assert.rejects(findStored(ctx, other), isConflict);
  await finish(ctx);
  await assert.rejects(findStored(ctx, other), isConflict);
});

test("of 30 concurrent claims exactly one succeeds", async () => {
  const ctx = (await createMerchant()).ctx.test;
  const claims = await Promise.all(Array.from({ length: 30 }, () => claim(ctx)));
  assert.equal(claims.filter(Boolean).length, 1);
});

test("a key claimed more than 24 hours ago can be claimed again", async () => {
  const ctx = (await createMerchant()).ctx.test;
  await claim(ctx);
  await finish(ctx);
  const startMs = nowMs();
  const putBack = useClock({ nowMs: () => startMs + DAY_MS + 1_000 });
  try {
    assert.equal(await claim(ctx, "pay_2"), true);
    const record = await findStored(ctx, request);
    assert.ok(record?.state === "running" && record.resourceId === "pay_2");
  } finally {
    putBack();
  }
});

test("`once` with a key that a payment has claimed throws idempotency_in_progress", async () => {
  const ctx = (await createMerchant()).ctx.test;
  await claim(ctx);
  const render = { result: () => response, refusal: () => response };
  const attempt = once(ctx, request, async () => assert.fail("it worked twice"), render);
  await assert.rejects(
    attempt,
    (error) => error instanceof ApiError && error.code === "idempotency_in_progress",
  );
});
