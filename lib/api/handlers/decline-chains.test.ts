import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { transact } from "#db/transact.ts";
import { readOutcomes, rebuildRollups } from "#lib/domain/analytics/index.ts";
import { updatePaymentIn } from "#lib/domain/payments/index.ts";
import { DAY_MS, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { type AnyBody, api } from "#test/api.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { customerRow } from "#test/money-rows.ts";
import { readTries, recoveredPlainly, type Try } from "#test/plain-chains.ts";
import { takeCsv } from "#test/report-file.ts";
import { failLater, outcomeRow } from "#test/report-rows.ts";
import { rollPast } from "#test/roll-past.ts";

const client = api();
const FIRST = Date.parse("2026-09-01T00:00:00Z");
const RANGE = { from: new Date(FIRST), to: new Date(FIRST + 90 * DAY_MS) };
const AMOUNT = 2_500n;

type Row = { payment_id: string; retry_of: string | null; recovered_by: string | null } & AnyBody;

/** The declines report, oldest first. */
async function report(merchant: Merchant): Promise<Row[]> {
  const query = "type=declines&from=2026-09-01&to=2026-11-30&limit=100";
  const secret = merchant.keys.test.secret;
  const { body } = await client.call<AnyBody>(secret, "GET", `/v1/reports?${query}`);
  return (body.data as Row[]).toReversed();
}

/** The same columns of the file, newest first. */
async function declinesFile(merchant: Merchant) {
  const query = "type=declines&from=2026-09-01&to=2026-11-30";
  const { rows } = await takeCsv(merchant.keys.test.secret, query);
  return rows!.map((row) => [row.payment_id, row.retry_of || null, row.recovered_by || null]);
}

async function figures(merchant: Merchant): Promise<[recovered: number, amount: bigint]> {
  const query = { ...RANGE, zone: "UTC", currency: "EUR", interval: "day" as const, filters: {} };
  const [read] = await readOutcomes(merchant.ctx.test, [query]);
  return [read!.total.recovered, read!.total.recoveredAmountMinor];
}

type Outcome = Parameters<typeof outcomeRow>[1];
type Params = NonNullable<Parameters<typeof outcomeRow>[2]>;

const payAt = (merchant: Merchant, hours: number, outcome: Outcome, params: Params = {}) =>
  outcomeRow(merchant, outcome, {
    cardFingerprint: "one",
    amount: AMOUNT,
    createdAt: new Date(FIRST + hours * HOUR_MS),
    ...params,
  });

const links = (rows: Row[]) =>
  rows.map((row) => [row.payment_id, row.retry_of, row.recovered_by] as const);

test("a decline names the payment that it retried, and every decline of a chain the payment that recovered it", async () => {
  const merchant = await createMerchant();
  const soft = { adviceCode: "try_again_later", cardIssuer: "Harbour & Vale Bank" };
  const first = await payAt(merchant, 0, "declined", soft);
  await rollPast();
  const second = await payAt(merchant, 24, "declined", soft);
  const third = await payAt(merchant, 48, "declined", soft);
  await rollPast();
  assert.deepEqual(links(await report(merchant)), [
    [first, null, null],
    [second, first, null],
    [third, second, null],
  ]);
  const success = await payAt(merchant, 72, "approved");
  assert.deepEqual(await figures(merchant), [3, AMOUNT], "before it is rolled");
  const early = await report(merchant);
  await rollPast();
  assert.deepEqual(await figures(merchant), [3, AMOUNT], "one sale of three declines");
  const rows = await report(merchant);
  assert.deepEqual(rows, early, "the report does not wait for the worker");
  assert.deepEqual(links(rows), [
    [first, null, success],
    [second, first, success],
    [third, second, success],
  ]);
  assert.deepEqual(
    rows.map(({ soft_hard, issuer_name }) => [soft_hard, issuer_name]),
    Array(3).fill(["soft", "Harbour & Vale Bank"]),
  );
});

test("a decline after a success needs a new success to be recovered", async () => {
  const merchant = await createMerchant();
  const first = await payAt(merchant, 0, "declined");
  const success = await payAt(merchant, 1, "approved");
  const next = await payAt(merchant, 2, "declined");
  await rollPast();
  assert.deepEqual(links(await report(merchant)), [
    [first, null, success],
    [next, first, null],
  ]);
  assert.deepEqual(await figures(merchant), [1, AMOUNT]);
  const second = await payAt(merchant, 3, "approved");
  await rollPast();
  assert.deepEqual(links(await report(merchant)), [
    [first, null, success],
    [next, first, second],
  ]);
  assert.deepEqual(await figures(merchant), [2, 2n * AMOUNT]);
  await failLater(merchant, success);
  assert.deepEqual(await figures(merchant), [3, AMOUNT], "before it is rolled");
  await rollPast();
  assert.deepEqual(links(await report(merchant)), [
    [first, null, second],
    [success, first, second],
    [next, first, second],
  ]);
  assert.deepEqual(await figures(merchant), [3, AMOUNT]);
});

test("a debit that is on its way is no decline yet, whenever facts are rolled up and after a rebuild", async () => {
  for (const rolls of [true, false]) {
    const merchant = await createMerchant();
    const customerId = await customerRow(merchant);
    const next = await payAt(merchant, 24, "declined", { customerId });
    if (rolls) await rollPast();
    // Made a day before, and failed two days after.
    const updatedAt = new Date(FIRST + 72 * HOUR_MS);
    const debit = await payAt(merchant, 0, "declined", { customerId, updatedAt });
    const success = await payAt(merchant, 96, "approved", { customerId });
    const expected = [
      [debit, null, null],
      [next, null, success],
    ];
    assert.deepEqual(links(await report(merchant)), expected, "before they are rolled");
    await rollPast();
    assert.deepEqual(links(await report(merchant)), expected);
    await rebuildRollups();
    assert.deepEqual(links(await report(merchant)), expected, "rebuilt");
  }
});

test("a merchant's note about a declined payment takes no recovery away, before it is rolled up and after a rebuild", async () => {
  const merchant = await createMerchant();
  const first = await payAt(merchant, 0, "declined");
  const success = await payAt(merchant, 1, "approved");
  const noted = (note: string) =>
    transact((tx) =>
      updatePaymentIn(tx, merchant.ctx.test, first, { description: note, metadata: { note } }),
    );
  await noted("called the payer");
  assert.deepEqual(links(await report(merchant)), [[first, null, success]], "before it is rolled");
  await rollPast();
  assert.deepEqual(links(await report(merchant)), [[first, null, success]]);
  await noted("paid by card");
  await rebuildRollups();
  assert.deepEqual(links(await report(merchant)), [[first, null, success]], "rebuilt");
  assert.deepEqual(await figures(merchant), [1, AMOUNT]);
});

test("two customers have separate retry chains even when they alternate, and after a week a new chain begins", async () => {
  const merchant = await createMerchant();
  const params = async () => ({ cardFingerprint: null, customerId: await customerRow(merchant) });
  const [ada, bob] = [await params(), await params()];
  const declines: Id<"pay">[] = [];
  for (const [hours, who] of [
    [0, ada],
    [1, bob],
    [2, ada],
    [3, bob],
    [4, ada],
    [5, ada],
  ] as const) {
    declines.push(await payAt(merchant, hours, "declined", who));
  }
  const [a1, b1, a2, b2, a3, a4] = declines;
  const paid = await payAt(merchant, 6, "approved", ada);
  await payAt(merchant, 3 + 7 * 24 + 1, "approved", bob);
  await rollPast();
  assert.deepEqual(links(await report(merchant)), [
    [a1, null, paid],
    [b1, null, null],
    [a2, a1, paid],
    [b2, b1, null],
    [a3, a2, paid],
    [a4, a3, paid],
  ]);
  assert.deepEqual(await figures(merchant), [4, AMOUNT]);
});

const step = fc.record({
  who: fc.constantFrom(0, 0, 1, 2),
  card: fc.constantFrom("one", "two", null),
  outcome: fc.constantFrom("declined", "declined", "declined", "approved", "abandoned"),
  hours: fc.constantFrom(1, 1, 20, 60, 169),
  rolls: fc.boolean(),
  fails: fc.constantFrom(false, false, true),
});

/** The payment that each one retried, computed from the payments alone. */
function linkedPlainly(steps: readonly (Try & { who: string | null; card: string | null })[]) {
  return steps.map((x, i) => {
    const tried = steps.slice(0, i).findLast((y) => {
      const isSame = (y.card ?? "-") === x.card || (y.who ?? "-") === x.who;
      const isNear = +x.createdAt - +y.createdAt <= 7 * DAY_MS;
      return y.outcome === "declined" && isSame && isNear;
    });
    return [x.id, tried?.id ?? null];
  });
}

async function assertPlain(merchant: Merchant): Promise<Try[]> {
  const [early, rows] = [await figures(merchant), links(await report(merchant))];
  const file = await declinesFile(merchant);
  await rollPast();
  const tries = await readTries(merchant);
  const { recoveredBy, paid } = recoveredPlainly(tries);
  const declined = tries.filter(({ outcome }) => outcome === "declined");
  assert.deepEqual(
    links(await report(merchant)),
    declined.map(({ id, retryOf }) => [id, retryOf, recoveredBy.get(id) ?? null]),
  );
  assert.deepEqual(rows, links(await report(merchant)), "the report before all is rolled");
  assert.deepEqual(
    file.toReversed(),
    links(await report(merchant)),
    "the file before all is rolled",
  );
  const plain = [recoveredBy.size, BigInt(paid.size) * AMOUNT];
  assert.deepEqual(early, plain, "before all is rolled");
  assert.deepEqual(await figures(merchant), plain, "once all is rolled");
  return tries;
}

test("report and figures equal a plain recomputation in any order, with late failures", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const merchant = await createMerchant();
      const customers = [await customerRow(merchant), await customerRow(merchant), null];
      const made: (Try & { who: string | null; card: string | null; fails: boolean })[] = [];
      let hours = 0;
      for (const { who, card, outcome, rolls, fails, ...one } of steps) {
        hours += one.hours;
        const customerId = customers[who]!;
        const params = { cardFingerprint: card, customerId };
        const id = await payAt(merchant, hours, outcome as Outcome, params);
        const createdAt = new Date(FIRST + hours * HOUR_MS);
        const known = { id, createdAt, outcome, amount: AMOUNT, retryOf: null };
        made.push({ ...known, who: customerId, card, fails: fails && outcome === "approved" });
        if (rolls) await rollPast();
      }
      const tries = await assertPlain(merchant);
      assert.deepEqual(
        tries.map(({ id, retryOf }) => [id, retryOf]),
        linkedPlainly(made),
      );
      const failing = made.filter(({ fails }) => fails);
      for (const { id } of failing) await failLater(merchant, id as Id<"pay">);
      await payAt(merchant, hours + 1, "approved", { customerId: customers[0]! });
      await assertPlain(merchant);
    }),
    { numRuns: 15 },
  );
});
