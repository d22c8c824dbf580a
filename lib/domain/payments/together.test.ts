// Payments that share a statement have the same results as payments in statements of their own.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { getPool } from "#db/client.ts";
import { canonicalHash, findStored, type StoredResponse } from "#lib/domain/idempotency/index.ts";
import { newLease } from "#lib/domain/rail-leases/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { PaymentOutcome } from "#lib/rails/index.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { VISA } from "#test/money.ts";
import { someoneWaits } from "#test/watch-database.ts";
import type { Opening } from "./open-sql.ts";
import { applyOutcome } from "./payment-state.ts";
import { preparePayment } from "./prepare-payment.ts";
import { entryFor, eventFor } from "./settle-payment.ts";
import * as store from "./store.ts";
import type { NewPayment, Payment } from "./types.ts";

const PARAMS: NewPayment = {
  amountMinor: 1999n,
  currency: "EUR",
  method: "card",
  paymentMethod: VISA,
  customer: null,
  capture: "automatic",
  exemption: null,
  description: null,
  statementDescriptor: null,
  returnUrl: null,
  metadata: { order_id: 'a "quoted" \\ name, {braced}' },
};
const RESPONSE: StoredResponse = {
  status: 201,
  body: '{"said":"ü \\" \\\\"}',
  version: "2026-04-01",
};
const hash = canonicalHash("POST", "/v1/payments", {});

/** Prepares in test mode, because live mode has no rail here; the stored row may be of either mode. */
async function opening(
  ctx: Context,
  key: string,
  changes: Partial<Payment> = {},
): Promise<Opening> {
  const prepared = await preparePayment({ ...ctx, mode: "test" }, PARAMS);
  const { mode } = ctx;
  const payment: Payment = { ...prepared.payment, mode, ...changes };
  return {
    ctx,
    request: { key, requestHash: hash },
    payment,
    lease: newLease(payment),
    newMethod: prepared.newMethod && { ...prepared.newMethod, mode },
  };
}

const DECLINE = { declineCode: "generic_decline", networkCode: "05", adviceCode: null } as const;
const FACTS = { railReference: "rail_1", sca: null, exemptionOutcome: null };
const OUTCOMES: readonly PaymentOutcome[] = [
  { result: "succeeded", ...FACTS },
  { result: "authorised", ...FACTS },
  { result: "declined", ...FACTS, decline: DECLINE },
];

function settlement({ ctx, payment, request }: Opening, outcome: PaymentOutcome) {
  const to = applyOutcome(payment, outcome, nowMs());
  const entry = entryFor(ctx, payment, to);
  const answer = { request, response: RESPONSE };
  return { ctx, from: payment, to, networkToken: false, entry, event: eventFor(to), answer };
}
const SUCCESS = OUTCOMES[0]!;

async function counts({ account }: Merchant) {
  const { rows } = await getPool().query(
    `select (select count(*)::int from payments where account_id = $1) as payments,
            (select count(*)::int from payments where account_id = $1 and status = 'succeeded') as succeeded,
            (select count(*)::int from payment_methods where account_id = $1) as methods,
            (select count(*)::int from ledger_transfers where account_id = $1 and kind = 'capture') as transfers,
            (select count(*)::int from events where account_id = $1) as events,
            (select count(*)::int from all_deliveries where account_id = $1) as deliveries,
            (select count(*)::int from idempotency_keys where account_id = $1 and state = 'finished') as answers`,
    [account.id],
  );
  return rows[0] as Record<string, number>;
}

test("of 20 concurrent calls with one key exactly one opens a payment", async () => {
  const merchant = await createMerchant();
  const ctx = merchant.ctx.test;
  const rivals = await Promise.all(Array.from({ length: 20 }, () => opening(ctx, "order-1")));
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, i) => opening(ctx, `other-${i}`)),
  );
  const opened = await Promise.all([...rivals, ...others].map(store.open));
  assert.deepEqual(opened, [true, ...Array(19).fill(false), ...Array(20).fill(true)]);
  const { payments, methods } = await counts(merchant);
  assert.deepEqual([payments, methods], [21, 21]);
});

test("the same key in two accounts and both modes is four keys", async () => {
  const merchants = [await createMerchant(), await createMerchant()];
  const contexts = merchants.flatMap(({ ctx }) => [ctx.test, ctx.live]);
  const openings = await Promise.all(contexts.map((ctx) => opening(ctx, "order-1")));
  assert.deepEqual(await Promise.all(openings.map(store.open)), [true, true, true, true]);
  const settled = openings.map((one) => store.settle(settlement(one, SUCCESS)));
  assert.deepEqual(await Promise.all(settled), [true, true, true, true]);
  for (const { ctx, payment, request } of openings) {
    const found = await store.find(ctx, payment.id);
    assert.equal(found?.status, "succeeded");
    assert.deepEqual(found.metadata, payment.metadata);
    const elsewhere = ctx.mode === "test" ? "live" : "test";
    assert.equal(await store.find({ ...ctx, mode: elsewhere }, payment.id), null);
    assert.deepEqual(await findStored(ctx, request), { state: "finished", response: RESPONSE });
  }
  for (const merchant of merchants) assert.equal((await counts(merchant)).transfers, 2);
});

test("a payment that the database rejects fails alone, leaves no rows and frees its key", async () => {
  const merchant = await createMerchant();
  const ctx = merchant.ctx.test;
  const good = await Promise.all(["a", "c", "d"].map((key) => opening(ctx, key)));
  const gone = await opening(ctx, "b", { customerId: "cus_that_is_gone" });
  const [, bad] = await Promise.allSettled([good[0]!, gone, good[1]!, good[2]!].map(store.open));
  assert.match(String(bad?.status === "rejected" && bad.reason), /foreign key/);
  assert.deepEqual((await counts(merchant)).payments, 3);
  assert.equal(await findStored(ctx, gone.request), null);
  assert.equal(await store.open(await opening(ctx, "b")), true);
});

test("a settlement that the database rejects fails alone and writes nothing", async () => {
  const merchant = await createMerchant();
  const ctx = merchant.ctx.test;
  await endpointRow(merchant);
  const openings = await Promise.all(["a", "b", "c"].map((key) => opening(ctx, key)));
  await Promise.all(openings.map(store.open));
  const [a, b, c] = openings.map((one) => settlement(one, SUCCESS));
  const impossible = { ...b!, entry: { ...b!.entry!, disputeFee: -1n } };
  const settled = await Promise.allSettled([a!, impossible, c!].map(store.settle));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  const whole = { payments: 3, succeeded: 2, methods: 3 };
  const followed = { transfers: 2, events: 2, deliveries: 2, answers: 2 };
  assert.deepEqual(await counts(merchant), { ...whole, ...followed });
  assert.equal(await store.settle(b!), true);
});

test("in a shared statement a network token marks only the method of its own settlement", async () => {
  const merchant = await createMerchant();
  const ctx = merchant.ctx.test;
  const openings = await Promise.all(["a", "b", "c", "d"].map((key) => opening(ctx, key)));
  await Promise.all(openings.map(store.open));
  const settlements = openings.map((one, i) => ({
    ...settlement(one, SUCCESS),
    networkToken: i % 2 === 1,
  }));
  // The last one is settled already, without a token, so its second settlement writes nothing.
  await store.settle(settlement(openings[3]!, SUCCESS));
  assert.deepEqual(await Promise.all(settlements.map(store.settle)), [true, true, true, false]);
  const { rows } = await getPool().query(
    "select id from payment_methods where account_id = $1 and network_token",
    [merchant.account.id],
  );
  assert.deepEqual(rows, [{ id: openings[1]!.payment.paymentMethodId }]);
});

test("settlements that deadlock with another transaction all succeed", async () => {
  const merchant = await createMerchant();
  const ctx = merchant.ctx.test;
  const openings = await Promise.all(["a", "b", "c"].map((key) => opening(ctx, key)));
  await Promise.all(openings.map(store.open));
  const holder = await getPool().connect();
  const touch = (key: string) =>
    holder.query(
      "update idempotency_keys set resource_id = resource_id where account_id = $1 and key = $2",
      [merchant.account.id, key],
    );
  try {
    await holder.query("begin");
    await touch("c");
    const settled = Promise.all(openings.map((one) => store.settle(settlement(one, SUCCESS))));
    await someoneWaits();
    // Now both wait for each other. PostgreSQL cancels one of them; the settlements are retried if it is them.
    await touch("a").catch(() => {});
    await holder.query("rollback");
    assert.deepEqual(await settled, [true, true, true]);
  } finally {
    holder.release();
  }
  const { succeeded, answers, transfers } = await counts(merchant);
  assert.deepEqual([succeeded, answers, transfers], [3, 3, 3]);
});

type Wanted = {
  who: number;
  mode: "test" | "live";
  key: string;
  outcome: PaymentOutcome;
  twice: boolean;
};

test("concurrent and repeated calls end in the same state as sequential calls", async () => {
  const call: fc.Arbitrary<Wanted> = fc.record({
    who: fc.nat(1),
    mode: fc.constantFrom("test" as const, "live" as const),
    key: fc.constantFrom("k1", "k2", "k3", "k4", "k5"),
    outcome: fc.constantFrom(...OUTCOMES),
    twice: fc.boolean(),
  });
  const everyone = fc.array(call, { minLength: 2, maxLength: 24 });
  const run = async (calls: readonly Wanted[], together: boolean) => {
    const merchants = [await createMerchant(), await createMerchant()];
    for (const merchant of merchants) await endpointRow(merchant);
    const openings: Opening[] = [];
    for (const { who, mode, key } of calls) {
      openings.push(await opening(merchants[who]!.ctx[mode], key));
    }
    const each = async <T, R>(items: readonly T[], verb: (item: T) => Promise<R>) => {
      if (together) return await Promise.all(items.map(verb));
      const results: R[] = [];
      for (const item of items) results.push(await verb(item));
      return results;
    };
    const opened = await each(openings, store.open);
    const settlements = calls.flatMap(({ outcome, twice }, i) => {
      const one = settlement(openings[i]!, outcome);
      return twice ? [one, one] : [one];
    });
    const settled = await each(settlements, store.settle);
    const statuses = await each(openings, async ({ ctx, payment }) => {
      return (await store.find(ctx, payment.id))?.status ?? null;
    });
    return { opened, settled, statuses, books: await each(merchants, counts) };
  };
  await fc.assert(
    fc.asyncProperty(everyone, async (calls) => {
      assert.deepEqual(await run(calls, true), await run(calls, false));
    }),
    { numRuns: 12 },
  );
});
