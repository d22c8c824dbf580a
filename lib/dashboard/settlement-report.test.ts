import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { getPool } from "#db/client.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { checkBooks } from "#lib/domain/books/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { addDays } from "#lib/kernel/period.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { entryRow, settlementRow } from "#test/entry-rows.ts";
import { openTill } from "#test/money.ts";

const DAY_S = 86_400;

async function atTill() {
  const till = await openTill();
  return { till, visitor: await signedIn(till) };
}

async function advance(visitor: DashboardVisitor, seconds: number): Promise<void> {
  const { status, body } = await visitor.post("/test/clock/advance", {
    seconds,
    attempt: randomUUID(),
  });
  assert.deepEqual([status, body.isAdvancing], [200, false], JSON.stringify(body));
}

const today = () => new Date().toISOString().slice(0, 10);
/** Days that include all arrivals of these tests. */
const AROUND = `${addDays(today(), -40)}..${addDays(today(), 40)}`;

function netByStatus(days: readonly { status: string; net: string }[]): Record<string, string> {
  const sums: Record<string, bigint> = {};
  for (const { status, net } of days) sums[status] = (sums[status] ?? 0n) + BigInt(net);
  return Object.fromEntries(Object.entries(sums).map(([status, net]) => [status, String(net)]));
}

test("the settlement report has the sums of one currency and the arrivals of all", async () => {
  const { till, visitor } = await atTill();
  await till.charge({ amount: 10_000 });
  await till.charge({ amount: 5_000, currency: "GBP" });
  await advance(visitor, 5 * DAY_S);
  await till.charge({ amount: 3_000 });
  await advance(visitor, DAY_S);
  const { body } = await visitor.get(`/test/settlement-report?period=${AROUND}`);
  assert.deepEqual([body.currency, body.currencies], ["EUR", ["EUR", "GBP"]]);
  const gross = body.days.reduce(
    (sum: number, day: { gross: string }) => sum + Number(day.gross),
    0,
  );
  assert.equal(gross, 13_000);
  assert.equal(body.total, 2);
  assert.equal(body.check, null, "before the first check");
  await checkBooks(await systemContext({ accountId: till.account.id, mode: "test" }, "test"));
  const { check } = (await visitor.get("/test/settlement-report")).body;
  assert.deepEqual([check.agrees, check.wrong], [true, []]);
  assert.ok(Date.now() - Date.parse(check.checkedAt) < 60_000);
  const pounds = (await visitor.get(`/test/settlement-report?currency=GBP&period=${AROUND}`)).body;
  assert.deepEqual([pounds.currency, pounds.total], ["GBP", 1]);
  const [arrival] = pounds.latest;
  const month = arrival.arrivalDate.slice(0, 7);
  const { calendar } = (
    await visitor.get(`/test/settlement-report?month=${month}&period=${AROUND}`)
  ).body;
  assert.ok(calendar.settlements.some(({ id }: { id: string }) => id === arrival.id));
  for (const query of [
    "period=soon",
    "period=2026-11-02..2026-11-01",
    "month=2026-13",
    "currency=XX",
  ]) {
    const refused = await visitor.get(`/test/settlement-report?${query}`);
    assert.deepEqual([refused.status, refused.body.error.param], [400, query.split("=")[0]], query);
  }
});

test("a returned settlement is neither arrived nor expected; its money is in the next one", async () => {
  const { till, visitor } = await atTill();
  await till.charge({ amount: 10_000 });
  await advance(visitor, DAY_S);
  const [first] = (await visitor.get("/test/settlements")).body.settlements;
  const press = { scenario: "bank_account_closed", attempt: randomUUID() };
  await visitor.post(`/test/settlements/${first.id}/simulate`, press);
  await till.charge({ amount: 4_000 });
  await advance(visitor, DAY_S);
  const [second] = (await visitor.get("/test/settlements")).body.settlements;
  const { body: report } = await visitor.get(`/test/settlement-report?period=${AROUND}`);
  assert.deepEqual(netByStatus(report.days), { failed: first.net, scheduled: second.net });
});

/** A merchant with a settlement that arrived on 10 November 2026, one that is expected on the 25th, one that the bank
 *  returned, and one that is expected in December. Today is the 24th. */
async function atFourSettlements() {
  const { till, visitor } = await atTill();
  const settle = async (amount: bigint, row: Parameters<typeof settlementRow>[2]) =>
    settlementRow(till, [await entryRow(till, { amount, schemeFee: 10n })], row);
  await settle(10_000n, { arrivalDate: "2026-11-10", status: "paid" });
  await settle(5_000n, {
    arrivalDate: "2026-11-12",
    status: "failed",
    failureReason: "account_closed",
  });
  await settle(20_000n, { arrivalDate: "2026-11-25", status: "scheduled" });
  await settle(40_000n, { arrivalDate: "2026-12-01", status: "scheduled" });
  const report = async (period: string) =>
    (await visitor.get(`/test/settlement-report?period=${period}`)).body;
  return { till, visitor, report };
}

const NOVEMBER = "2026-11-01..2026-11-30";

test("what arrived, what is expected and what was returned are separate, and all that is on its way is known", async () => {
  const { report } = await atFourSettlements();
  const november = await report(NOVEMBER);
  assert.deepEqual(netByStatus(november.days), {
    paid: "9990",
    failed: "4990",
    scheduled: "19990",
  });
  assert.deepEqual(november.onTheWay, [
    {
      currency: "EUR",
      amount: "59980",
      settlements: 2,
      nextArrival: "2026-11-25",
      nextAmount: "19990",
      lastArrival: "2026-12-01",
    },
  ]);
  const october = await report("2026-10-01..2026-10-31");
  assert.deepEqual(october.days, []);
  assert.deepEqual(october.onTheWay, november.onTheWay, "whatever the period");
});

test("one period applies to the sums, the calendar, the table and the list behind them", async () => {
  const { visitor, report } = await atFourSettlements();
  for (const [period, count] of [
    [NOVEMBER, 3],
    ["2026-11-10..2026-11-10", 1],
    ["2026-11-11..2026-12-31", 3],
  ] as const) {
    const body = await report(period);
    const settlements = body.days.reduce(
      (sum: number, day: { settlements: number }) => sum + day.settlements,
      0,
    );
    const list = await visitor.get(`/test/settlements?currency=EUR&arrival=${period}`);
    assert.deepEqual([settlements, body.total, list.body.total], [count, count, count], period);
    assert.equal(body.latest.length, count);
  }
  // By default the calendar opens on the current month.
  const { calendar } = await report("2026-11-11..2026-12-31&month=2026-11");
  assert.equal(calendar.month, "2026-11");
  const shown = calendar.settlements.map((one: { arrivalDate: string }) => one.arrivalDate);
  assert.deepEqual(shown, ["2026-11-12", "2026-11-25"], "the days of the month in the period");
});

test("the file of a period has exactly what arrived in it, in any time zone", async () => {
  const { till, visitor, report } = await atFourSettlements();
  for (const zone of ["Pacific/Auckland", "America/Los_Angeles", "Europe/Berlin"]) {
    await getPool().query("update accounts set timezone = $2 where id = $1", [
      till.account.id,
      zone,
    ]);
    const { paid } = netByStatus((await report(NOVEMBER)).days);
    const range = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
    const columns = "columns=net,settlement_id&layout=native";
    const { body } = await visitor.get(
      `/test/reports/export?type=settlement&currency=EUR&${range}&${columns}`,
    );
    const [, ...rows] = body.trim().split("\n");
    assert.deepEqual(
      rows.map((row: string) => row.split(",")[0]),
      [paid],
      zone,
    );
  }
});

const STATUSES = ["paid", "paid", "scheduled", "failed"] as const;

test("screen and file agree on what arrived, for any period, its parts, and any time zone", async () => {
  const { till, visitor } = await atTill();
  const first = "2026-03-20";
  const random = fc.sample(
    fc.tuple(fc.nat(59), fc.constantFrom(...STATUSES), fc.bigInt({ min: 100n, max: 99_999n })),
    { numRuns: 40, seed: 21 },
  );
  for (const [index, [day, status, amount]] of random.entries()) {
    const entries = [await entryRow(till, { amount, markup: 7n })];
    // Some have a dispute with its fee.
    if (amount > 50_000n) {
      const dispute = { type: "dispute", amount: -9_000n, disputeFee: 1_500n } as const;
      entries.push(await entryRow(till, { ...dispute, sourceId: newId("dp") }));
    }
    const arrivalDate = addDays(first, day);
    // One settlement per cut-off.
    const periodEnd = new Date(Date.parse(addDays("2026-01-01", index)));
    await settlementRow(till, entries, { arrivalDate, status, periodEnd });
  }
  const arrivedOn = async (fromDay: string, toDay: string) => {
    const { body } = await visitor.get(`/test/settlement-report?period=${fromDay}..${toDay}`);
    const screen = BigInt(netByStatus(body.days).paid ?? 0);
    const range = `from=${fromDay}T00:00:00Z&to=${addDays(toDay, 1)}T00:00:00Z`;
    const query = `type=settlement&currency=EUR&${range}&columns=net&layout=native`;
    const [, ...rows] = (await visitor.get(`/test/reports/export?${query}`)).body
      .trim()
      .split("\n");
    const file = rows.reduce((sum: bigint, net: string) => sum + BigInt(net), 0n);
    assert.equal(screen, file, `${fromDay} to ${toDay}`);
    return screen;
  };
  const zones = fc.constantFrom("Pacific/Auckland", "America/Havana", "Asia/Kathmandu", "UTC");
  await fc.assert(
    fc.asyncProperty(zones, fc.nat(50), fc.nat(20), fc.nat(20), async (zone, start, some, more) => {
      await getPool().query("update accounts set timezone = $2 where id = $1", [
        till.account.id,
        zone,
      ]);
      const [from, middle] = [addDays(first, start), addDays(first, start + some)];
      const to = addDays(middle, 1 + more);
      const parts = (await arrivedOn(from, middle)) + (await arrivedOn(addDays(middle, 1), to));
      assert.equal(await arrivedOn(from, to), parts);
    }),
    { numRuns: 20 },
  );
});

test("the last 7 days of arrivals are 7 days, today included", async () => {
  const { till, visitor } = await atTill();
  for (const count of [0, -6, -7]) {
    const entry = await entryRow(till);
    await settlementRow(till, [entry], { arrivalDate: addDays(today(), count) });
  }
  assert.equal((await visitor.get("/test/settlements?arrival=7d")).body.total, 2);
  assert.equal((await visitor.get("/test/settlement-report?period=7d")).body.total, 2);
});

test("fees of a dispute are fees of its settlement, not money that went back", async () => {
  const { till, visitor } = await atTill();
  const charge = await entryRow(till, { amount: 90_000n, schemeFee: 100n });
  const dispute = await entryRow(till, {
    type: "dispute",
    amount: -10_000n,
    disputeFee: 1_500n,
    sourceId: newId("dp"),
  });
  await settlementRow(till, [charge, dispute], { arrivalDate: "2026-11-10" });
  const { settlements } = (await visitor.get("/test/settlements")).body;
  const [{ fee, disputeFees, chargebacks, net }] = settlements;
  assert.deepEqual([fee, disputeFees, chargebacks, net], ["1600", "1500", "10000", "78400"]);
  const [day] = (await visitor.get(`/test/settlement-report?period=${NOVEMBER}`)).body.days;
  assert.deepEqual([day.disputeFees, day.chargebacks, day.net], ["1500", "10000", "78400"]);
});
