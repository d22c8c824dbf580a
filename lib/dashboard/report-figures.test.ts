import assert from "node:assert/strict";
import { test } from "node:test";
import { rollUp } from "#lib/domain/analytics/index.ts";
import { useClock } from "#lib/kernel/clock.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { chargeRow, outcomeRow } from "#test/report-rows.ts";

test("the figures of reports need a session", async () => {
  const visitor = new DashboardVisitor();
  for (const path of ["declines", "interchange"]) {
    assert.equal((await visitor.get(`/test/reports/${path}`)).status, 401, path);
  }
});

test("every figure of a breakdown equals the number of payments in the filtered list", async (t) => {
  const merchant = await createMerchant({ country: "DE" });
  const visitor = await signedIn(merchant);
  t.after(useClock({ nowMs: () => Date.parse("2026-11-18T10:30:00Z") }));
  const createdAt = new Date("2026-11-17T13:20:00Z");
  const card = { createdAt, cardIssuer: "Harbour & Vale Bank", cardBin: "424242", sca: "3ds2" };
  const no = { ...card, declineCode: "do_not_honor", adviceCode: "try_again_later" };
  await outcomeRow(merchant, "approved", card);
  await outcomeRow(merchant, "declined", no);
  await outcomeRow(merchant, "declined", { ...no, exemptionOutcome: "rejected" });
  await rollUp();
  await outcomeRow(merchant, "declined", {
    ...no,
    adviceCode: "do_not_try_again",
    declineCode: null,
  });
  await outcomeRow(merchant, "declined", { ...no, cardIssuer: null, cardFunding: "credit" });
  await outcomeRow(merchant, "abandoned", { ...card, method: "ideal", cardBrand: null });

  const { body } = await visitor.get("/test/reports/declines?period=2026-11-17..2026-11-17");
  assert.equal(body.currency, "EUR");
  assert.equal(body.period.interval, "hour");
  assert.deepEqual(
    body.series.map(({ at, sums }: { at: string; sums: { declined: number } }) => [
      at,
      sums.declined,
    ]),
    [["2026-11-17T13:00:00Z", 4]],
  );
  assert.equal(body.previous.fromDay, "2026-11-10");
  const list = "/test/payments?created=2026-11-17..2026-11-17&currency=EUR&outcome=declined";
  for (const trait of [
    "scheme",
    "issuer",
    "bin",
    "sca",
    "exemption_outcome",
    "decline_kind",
    "funding",
  ]) {
    for (const { value, now } of body.dimensions[trait]) {
      if (now.declined === 0) continue;
      const found = await visitor.get(`${list}&${trait}=${encodeURIComponent(value || "none")}`);
      assert.equal(found.body.total, now.declined, `${trait} ${value}`);
    }
  }
  for (const { value, now } of body.dimensions.reason) {
    assert.equal((await visitor.get(`${list}&decline=${value}`)).body.total, now.declined, value);
  }
  // Half past two in Berlin.
  for (const [hour, count] of [
    [14, 4],
    [13, 0],
  ]) {
    assert.equal((await visitor.get(`${list}&hour=${hour}`)).body.total, count, `hour ${hour}`);
    const report = await visitor.get(`/test/reports/declines?period=7d&hour=${hour}`);
    assert.equal(report.body.total.declined, count, `hour ${hour}`);
  }
  const noHour = await visitor.get("/test/reports/declines?hour=24");
  assert.deepEqual([noHour.status, noHour.body.error.param], [400, "hour"]);
  const narrowed = await visitor.get(
    "/test/reports/declines?period=2026-11-17..2026-11-17&issuer=Harbour+%26+Vale+Bank&scheme=visa",
  );
  assert.equal(narrowed.body.total.declined, 3);
  assert.equal(narrowed.body.total.abandoned, 0);
});

test("a period ends now, and the previous one at the same hour of the day", async (t) => {
  const merchant = await createMerchant({ country: "DE" });
  const visitor = await signedIn(merchant);
  // 11:30 in Berlin; thirty days before, daylight saving time still applied.
  t.after(useClock({ nowMs: () => Date.parse("2026-11-18T10:30:00Z") }));
  const { body } = await visitor.get("/test/reports/declines?period=30d");
  assert.deepEqual(body.period, {
    fromDay: "2026-10-20",
    toDay: "2026-11-18",
    days: 30,
    from: "2026-10-19T22:00:00.000Z",
    to: "2026-11-18T10:30:00.000Z",
    interval: "day",
    isOpen: true,
  });
  assert.deepEqual(body.previous, {
    fromDay: "2026-09-20",
    toDay: "2026-10-19",
    from: "2026-09-19T22:00:00.000Z",
    to: "2026-10-19T09:30:00.000Z",
    isComparable: false,
  });
});

test("a period is compared only with one that lies wholly after the account's first payment", async (t) => {
  const merchant = await createMerchant({ country: "DE" });
  const visitor = await signedIn(merchant);
  t.after(useClock({ nowMs: () => Date.parse("2026-11-18T10:30:00Z") }));
  const read = async () =>
    (await visitor.get("/test/reports/declines?period=2026-11-17..2026-11-17")).body;
  await outcomeRow(merchant, "approved", { createdAt: new Date("2026-11-17T13:20:00Z") });
  await outcomeRow(merchant, "declined", { createdAt: new Date("2026-11-10T13:20:00Z") });
  const young = await read();
  assert.deepEqual([young.previous.isComparable, young.totalBefore], [false, null]);
  assert.deepEqual([young.seriesBefore, young.hoursBefore], [[], []]);
  assert.deepEqual(young.dimensions.method, [{ value: "card", now: young.total, before: null }]);
  await outcomeRow(merchant, "approved", { createdAt: new Date("2026-11-09T22:59:00Z") });
  const old = await read();
  assert.deepEqual([old.previous.isComparable, old.totalBefore.declined], [true, 1]);
});

test("costs are those of the booked charges, and the parts add up", async (t) => {
  const merchant = await createMerchant({ country: "DE" });
  const visitor = await signedIn(merchant);
  t.after(useClock({ nowMs: () => Date.parse("2026-11-18T10:30:00Z") }));
  const createdAt = new Date("2026-11-16T13:20:00Z");
  const payment = await outcomeRow(merchant, "approved", { createdAt });
  await chargeRow(merchant, payment, {
    createdAt,
    amount: 10_000n,
    interchange: 30n,
    schemeFee: 6n,
    markup: 35n,
    region: "domestic",
  });
  const { body } = await visitor.get("/test/reports/interchange?period=7d");
  assert.deepEqual(body.total, {
    charges: 1,
    amount: "10000",
    interchange: "30",
    schemeFee: "6",
    markup: "35",
    commission: "0",
  });
  assert.deepEqual(body.dimensions.region, [{ value: "domestic", now: body.total, before: null }]);
  const list = "/test/payments?created=2026-11-16..2026-11-16&currency=EUR&outcome=approved";
  for (const [narrowed, count] of [
    ["region=domestic", 1],
    ["region=international", 0],
    ["region=none", 0],
    ["region=domestic&card_product=none", 1],
  ]) {
    assert.equal((await visitor.get(`${list}&${narrowed}`)).body.total, count, `${narrowed}`);
  }
});

test("an unknown period or currency is refused and named", async () => {
  const visitor = await signedIn(await createMerchant());
  for (const path of ["declines", "interchange"]) {
    for (const period of [
      "9d",
      "2026-02-30..2026-03-01",
      "2026-03-02..2026-03-01",
      "1990-01-01..2026-01-01",
    ]) {
      const { status, body } = await visitor.get(`/test/reports/${path}?period=${period}`);
      assert.deepEqual([status, body.error.param], [400, "period"], period);
    }
    const { body } = await visitor.get(`/test/reports/${path}?currency=ZZQ`);
    assert.equal(body.error.param, "currency");
  }
});
