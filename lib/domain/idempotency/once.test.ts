import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "drizzle-orm";
import { type Tx, transact } from "#db/transact.ts";
import { DAY_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { createMerchant } from "#test/merchant.ts";
import { canonicalHash, once, prune, type Renderer } from "./index.ts";

const VERSION = "2026-04-01";
const requestFor = (key: string, body: unknown = { name: "Ada" }) => ({
  key,
  requestHash: canonicalHash("POST", "/v1/customers", body),
});

const render: Renderer<{ id: string }> = {
  result: ({ id }) => ({ status: 201, body: JSON.stringify({ id }), version: VERSION }),
  refusal: (error) => ({
    status: error.status,
    body: JSON.stringify({ error: { code: error.code } }),
    version: VERSION,
  }),
};

/** A write that inserts a row, so that commits can be counted. */
function insertCustomer(ctx: Context) {
  return async (tx: Tx) => {
    const id = newId("cus");
    await tx.execute(
      sql`insert into customers (account_id, id, mode) values (${ctx.accountId}, ${id}, ${ctx.mode})`,
    );
    return { id };
  };
}

async function countCustomers(ctx: Context): Promise<number> {
  return await transact(async (tx) => {
    const result = await tx.execute<{ n: bigint }>(
      sql`select count(*) as n from customers where account_id = ${ctx.accountId}`,
    );
    return Number(result.rows[0]!.n);
  });
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : String(error));

test("of 50 concurrent calls with one key and body one does the work; the others get its answer or idempotency_in_progress", async () => {
  const { ctx } = await createMerchant();
  const calls = Array.from({ length: 50 }, () =>
    once(ctx.test, requestFor("order-1"), insertCustomer(ctx.test), render),
  );
  const settled = await Promise.allSettled(calls);
  const answers = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const refusals = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  assert.equal(answers.filter((answer) => !answer.replayed).length, 1);
  assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
  assert.ok(refusals.every((error) => codeOf(error) === "idempotency_in_progress"));
  assert.equal(await countCustomers(ctx.test), 1);
});

test("a repeat gets the same bytes with status 200 and is marked as replayed", async () => {
  const { ctx } = await createMerchant();
  const first = await once(ctx.test, requestFor("k"), insertCustomer(ctx.test), render);
  const second = await once(ctx.test, requestFor("k"), insertCustomer(ctx.test), render);
  assert.deepEqual(
    [first.status, first.replayed, second.status, second.replayed],
    [201, false, 200, true],
  );
  assert.equal(second.body, first.body);
  assert.equal(await countCustomers(ctx.test), 1);
});

test("a key with another body is a conflict and creates nothing", async () => {
  const { ctx } = await createMerchant();
  await once(ctx.test, requestFor("k"), insertCustomer(ctx.test), render);
  await assert.rejects(
    once(ctx.test, requestFor("k", { name: "Eve" }), insertCustomer(ctx.test), render),
    (error) => codeOf(error) === "idempotency_conflict",
  );
  assert.equal(await countCustomers(ctx.test), 1);
});

test("while the first call runs, the same body gets idempotency_in_progress and another body a conflict", async () => {
  const { ctx } = await createMerchant();
  const started = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const first = once(
    ctx.test,
    requestFor("k"),
    async (tx) => {
      started.resolve();
      await mayEnd.promise;
      return await insertCustomer(ctx.test)(tx);
    },
    render,
  );
  await started.promise;
  const same = once(ctx.test, requestFor("k"), insertCustomer(ctx.test), render);
  const other = once(ctx.test, requestFor("k", { name: "Eve" }), insertCustomer(ctx.test), render);
  // Awaited together, so that neither rejection is unhandled.
  await Promise.all([
    assert.rejects(same, (error) => codeOf(error) === "idempotency_in_progress"),
    assert.rejects(other, (error) => codeOf(error) === "idempotency_conflict"),
  ]);
  mayEnd.resolve();
  assert.equal((await first).status, 201);
  assert.equal(await countCustomers(ctx.test), 1);
});

test("a key belongs to one account and one mode", async () => {
  const one = await createMerchant();
  const two = await createMerchant();
  for (const ctx of [one.ctx.test, one.ctx.live, two.ctx.test]) {
    const answer = await once(ctx, requestFor("shared"), insertCustomer(ctx), render);
    assert.equal(answer.replayed, false);
  }
});

test("after 24 hours a key can be used again with any body", async () => {
  const { ctx } = await createMerchant();
  await once(ctx.test, requestFor("k"), insertCustomer(ctx.test), render);
  const startMs = nowMs();
  const putBack = useClock({ nowMs: () => startMs + DAY_MS - 1_000 });
  try {
    const late = await once(ctx.test, requestFor("k"), insertCustomer(ctx.test), render);
    assert.equal(late.replayed, true);
    useClock({ nowMs: () => startMs + DAY_MS + 1_000 });
    const body = { name: "Eve" };
    const fresh = await once(ctx.test, requestFor("k", body), insertCustomer(ctx.test), render);
    assert.equal(fresh.replayed, false);
    assert.equal(await countCustomers(ctx.test), 2);
  } finally {
    putBack();
  }
});

test("an internal error stores nothing, and the repeat does the work", async () => {
  const { ctx } = await createMerchant();
  const failing = async (tx: Tx): Promise<{ id: string }> => {
    await insertCustomer(ctx.test)(tx);
    throw new Error("the process died here");
  };
  await assert.rejects(once(ctx.test, requestFor("k"), failing, render), /died here/);
  assert.equal(await countCustomers(ctx.test), 0);
  const repeat = await once(ctx.test, requestFor("k"), insertCustomer(ctx.test), render);
  assert.deepEqual([repeat.status, repeat.replayed], [201, false]);
});

test("a refusal rolls the work back and is replayed with its own status", async () => {
  const { ctx } = await createMerchant();
  const refusing = async (tx: Tx): Promise<{ id: string }> => {
    await insertCustomer(ctx.test)(tx);
    throw invalid("amount", "Too much.");
  };
  const first = await once(ctx.test, requestFor("k"), refusing, render);
  const second = await once(ctx.test, requestFor("k"), insertCustomer(ctx.test), render);
  assert.deepEqual([first.status, first.replayed], [400, false]);
  assert.deepEqual([second.status, second.replayed, second.body], [400, true, first.body]);
  assert.equal(await countCustomers(ctx.test), 0);
});

test("prune deletes expired keys only", async () => {
  const { ctx } = await createMerchant();
  const madeMs = nowMs() - DAY_MS - 1_000;
  const putBack = useClock({ nowMs: () => madeMs });
  await once(ctx.test, requestFor("old"), insertCustomer(ctx.test), render);
  putBack();
  await once(ctx.test, requestFor("young"), insertCustomer(ctx.test), render);
  assert.equal(await prune(), 1);
  const again = await once(ctx.test, requestFor("young"), insertCustomer(ctx.test), render);
  assert.equal(again.replayed, true);
});

test("equal parameters have equal hashes in any order, and other parameters have other hashes", () => {
  const hash = (body: unknown, path = "/v1/customers") =>
    canonicalHash("post", path, body).toString("hex");
  assert.equal(hash({ a: 1, b: { c: "x", d: [1, 2] } }), hash({ b: { d: [1, 2], c: "x" }, a: 1 }));
  assert.equal(hash({ a: 1, b: undefined }), hash({ a: 1 }));
  for (const other of [{ a: "1" }, { a: 2 }, { a: [1] }, { a: null }, {}, { b: 1 }]) {
    assert.notEqual(hash({ a: 1 }), hash(other));
  }
  assert.notEqual(hash({ a: 1 }), hash({ a: 1 }, "/v1/payments"));
});
