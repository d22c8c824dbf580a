import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { sweepFunds } from "#lib/domain/settlements/index.ts";
import type { BalanceTransactionWire, BalanceWire } from "#lib/wire/contract/balance.ts";
import type { SettlementWire } from "#lib/wire/contract/settlements.ts";
import type { SimulationWire } from "#lib/wire/contract/simulations.ts";
import type { TestClockWire } from "#lib/wire/contract/test-clock.ts";
import { disagreements } from "#test/books-agree.ts";
import { openTill, openTillAfterCutOff, type Till } from "#test/money.ts";
import { someoneWaits } from "#test/watch-database.ts";

const DAY_S = 86_400;

const advance = (till: Till, seconds: number) =>
  till.call<TestClockWire>("POST", "/v1/test/clock/advance", { seconds });

async function advanced(till: Till, seconds: number): Promise<TestClockWire> {
  const { status, body } = await advance(till, seconds);
  assert.deepEqual([status, body.status], [200, "ready"]);
  return body;
}

const settlementsOf = async (till: Till) =>
  (await till.call<{ data: SettlementWire[] }>("GET", "/v1/settlements?limit=100")).body.data;

async function entriesOf(till: Till, settlement: string): Promise<BalanceTransactionWire[]> {
  const path = `/v1/balance_transactions?limit=100&settlement=${settlement}`;
  return (await till.call<{ data: BalanceTransactionWire[] }>("GET", path)).body.data;
}

const balanceOf = async (till: Till) => (await till.call<BalanceWire>("GET", "/v1/balance")).body;

const assertBooksAgree = async (till: Till) =>
  assert.deepEqual(await disagreements(till.account.id), []);

test("a day's payments and refunds are settled at the cut-off and paid two business days later", async () => {
  const till = await openTill();
  const first = await till.charge({ amount: 10_000 });
  await till.charge({ amount: 5_000, currency: "GBP" });
  await till.refund({ payment: first.body.id, amount: 2_500 });
  assert.equal((await balanceOf(till)).pending.length, 2);

  await advanced(till, DAY_S);
  const made = await settlementsOf(till);
  assert.deepEqual(made.map(({ currency, status }) => [currency, status]).sort(), [
    ["EUR", "scheduled"],
    ["GBP", "scheduled"],
  ]);
  const euros = made.find(({ currency }) => currency === "EUR")!;
  assert.deepEqual(
    [euros.gross, euros.fees, euros.refunds, euros.chargebacks, euros.adjustments, euros.net],
    [10_000, { interchange: 150, scheme: 59, markup: 35, commission: 0 }, 2_500, 0, 0, 7_256],
  );
  assert.equal(euros.transaction_count, 2);
  assert.match(euros.period_end, /T00:00:00Z$/);
  const rows = await entriesOf(till, euros.id);
  assert.equal(
    rows.reduce((sum, { net }) => sum + net, 0),
    euros.net,
  );
  assert.deepEqual(rows.map(({ type, status }) => [type, status]).sort(), [
    ["charge", "available"],
    ["refund", "available"],
  ]);
  const payment = await till.call("GET", `/v1/payments/${first.body.id}`);
  assert.equal(payment.body.settlement, euros.id);
  assert.deepEqual(await till.eventsOf(euros.id), ["settlement.created"]);
  await assertBooksAgree(till);

  await advanced(till, 5 * DAY_S);
  const paid = await till.call<SettlementWire>("GET", `/v1/settlements/${euros.id}`);
  assert.equal(paid.body.status, "paid");
  assert.deepEqual(await till.eventsOf(euros.id), ["settlement.created", "settlement.paid"]);
  assert.equal((await settlementsOf(till)).length, 2, "nothing is settled twice");
  await assertBooksAgree(till);
});

test("a sum that is not above zero waits for the next cut-off", async () => {
  const till = await openTill();
  const { body } = await till.charge({ amount: 1_000 });
  await till.refund({ payment: body.id });
  await advanced(till, DAY_S);
  assert.deepEqual(await settlementsOf(till), []);
  const [waiting] = (await balanceOf(till)).available;
  assert.ok(waiting && waiting.amount < 0, "the fees of a refunded payment are still owed");
  await till.charge({ amount: 20_000 });
  await advanced(till, DAY_S);
  const [made] = await settlementsOf(till);
  assert.deepEqual([made?.transaction_count, made?.gross, made?.refunds], [3, 21_000, 1_000]);
  await assertBooksAgree(till);
});

test("a movement booked too late for a finished cut-off is in the next settlement", async () => {
  const till = await openTillAfterCutOff();
  await till.charge({ amount: 10_000 });
  await till.charge({ amount: 7_000 });
  await advanced(till, DAY_S);
  // As if one of them had been committed only after the sweep.
  const late = "type = 'charge' and amount = 7000 and account_id = $1";
  await till.rows(`update balance_transactions set settlement_id = null where ${late}`);
  await till.rows(`
    update settlements set gross = 10000, transaction_count = 1, net = 10000 - f.fee,
           interchange = f.interchange, scheme_fee = f.scheme_fee, markup = f.markup
      from balance_transactions f where f.amount = 10000 and f.account_id = $1
       and settlements.account_id = $1`);
  await advanced(till, 3_600);
  assert.equal((await settlementsOf(till)).length, 1, "not a second time for the same cut-off");
  await advanced(till, DAY_S);
  const [second] = await settlementsOf(till);
  assert.deepEqual([second?.gross, second?.transaction_count], [7_000, 1]);
});

test("concurrent sweeps settle every movement once", async () => {
  const till = await openTill();
  for (let i = 1; i <= 8; i++) await till.charge({ amount: 1_000 * i });
  // Moves only the clock, so that the worker finds an unswept cut-off.
  await till.rows(
    "insert into sandbox_clocks (account_id, ahead_ms, target_ms) values ($1, 86400000, 86400000)",
  );
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  await Promise.all(Array.from({ length: 8 }, () => sweepFunds(ctx)));
  const made = await settlementsOf(till);
  assert.deepEqual(
    made.map(({ gross, transaction_count }) => [gross, transaction_count]),
    [[36_000, 8]],
  );
  assert.deepEqual(await till.eventsOf(made[0]!.id), ["settlement.created"]);
  await assertBooksAgree(till);
});

test("a movement that commits while two sweeps of its cut-off are under way is in the next settlement", async () => {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  const clockAhead = async (days: number) =>
    await till.rows(`
      insert into sandbox_clocks (account_id, ahead_ms, target_ms) values ($1, ${days} * 86400000, ${days} * 86400000)
      on conflict (account_id) do update set ahead_ms = excluded.ahead_ms, target_ms = excluded.target_ms`);
  await clockAhead(1);
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  const [locked, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = transact(async (tx) => {
    await tx.execute(
      sql`select from balance_transactions where account_id = ${till.account.id} for update`,
    );
    locked.resolve();
    await freed.promise;
  });
  await locked.promise;
  const first = sweepFunds(ctx);
  await someoneWaits(1);
  // As a call does that began before the clock moved.
  await clockAhead(0);
  await till.charge({ amount: 7_000 });
  await clockAhead(1);
  const second = sweepFunds(ctx);
  await someoneWaits(2);
  freed.resolve();
  await Promise.all([holder, first, second]);
  await advanced(till, DAY_S);
  const made = (await settlementsOf(till)).map(({ gross }) => gross);
  assert.deepEqual(made, [7_000, 10_000]);
  await assertBooksAgree(till);
});

test("settlements, rows and ledger agree for any charges and refunds on any days", async () => {
  const charge = fc.record({
    kind: fc.constant("charge" as const),
    amount: fc.integer({ min: 100, max: 90_000 }),
    currency: fc.constantFrom("EUR", "GBP", "JPY"),
  });
  const refund = fc.record({ kind: fc.constant("refund" as const), of: fc.nat(9) });
  const wait = fc.record({
    kind: fc.constant("wait" as const),
    days: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(charge, charge, refund, wait), { minLength: 4, maxLength: 12 }),
      async (story) => {
        const till = await openTill();
        const charged: string[] = [];
        for (const step of story) {
          if (step.kind === "wait") await advanced(till, step.days * DAY_S);
          else if (step.kind === "charge") charged.push((await till.charge(step)).body.id);
          else if (charged[step.of]) await till.refund({ payment: charged[step.of]!, amount: 50 });
        }
        await advanced(till, 10 * DAY_S);
        await assertBooksAgree(till);
      },
    ),
    { numRuns: 8 },
  );
});

test("another merchant, the other mode and a key without the scope see no settlement", async () => {
  const [till, other] = await Promise.all([openTill(), openTill()]);
  await till.charge();
  await advanced(till, DAY_S);
  const [settlement] = await settlementsOf(till);
  const [entry] = await entriesOf(till, settlement!.id);
  for (const path of [
    `/v1/settlements/${settlement!.id}`,
    `/v1/balance_transactions/${entry!.id}`,
  ]) {
    assert.equal((await till.call("GET", path)).status, 200);
    assert.equal((await other.call("GET", path)).status, 404);
    const live = { authorization: `Bearer ${till.keys.live.secret}` };
    assert.equal((await till.call("GET", path, undefined, live)).status, 404);
    const browser = { authorization: `Bearer ${till.keys.test.publishable}` };
    assert.equal((await till.call("GET", path, undefined, browser)).status, 403);
  }
  assert.deepEqual(await entriesOf(other, settlement!.id), []);
  const unknown = await till.call("GET", "/v1/settlements?starting_after=stl_nothing");
  assert.deepEqual([unknown.status, unknown.body.error.param], [400, "starting_after"]);
});

test("a settlement that the bank returns is on the balance again and goes into the next settlement", async () => {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  await advanced(till, DAY_S);
  const [first] = await settlementsOf(till);
  const simulate = (scenario: string, object = first!.id) =>
    till.call<SimulationWire>("POST", "/v1/test/simulate", { object, scenario });
  const wrong = await simulate("lost");
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, "scenario"]);
  assert.equal((await simulate("paid", "stl_00000000000000000000000000")).status, 404);
  const failed = await simulate("bank_account_closed");
  assert.deepEqual(
    [
      failed.status,
      failed.body.result.status,
      (failed.body.result as SettlementWire).failure_reason,
    ],
    [200, "failed", "account_closed"],
  );
  const again = await simulate("paid");
  assert.deepEqual([again.status, again.body.error.code], [409, "state_invalid"]);
  assert.deepEqual(await till.eventsOf(first!.id), ["settlement.created", "settlement.failed"]);
  await assertBooksAgree(till);
  await advanced(till, DAY_S);
  const [second] = await settlementsOf(till);
  assert.deepEqual([second?.adjustments, second?.net, second?.gross], [first!.net, first!.net, 0]);
  await assertBooksAgree(till);
});
