import assert from "node:assert/strict";
import { test } from "node:test";
import { placeSteps, shareText } from "../chart/waterfall-steps.ts";
import { addMonths, lastDayOf, monthGrid, monthName, wholeMonth } from "../time/month-grid.ts";
import { type ArrivalDay, byStatus, costBp, costSlices, sumOf } from "./figures.ts";
import {
  arrivalFinding,
  arrivalHeadline,
  beyondPeriod,
  costFinding,
  waterfallFinding,
} from "./findings.ts";
import { settlementSteps } from "./steps.ts";

const NOTHING = {
  gross: "0",
  interchange: "0",
  schemeFee: "0",
  markup: "0",
  commission: "0",
  disputeFees: "0",
  refunds: "0",
  chargebacks: "0",
  adjustments: "0",
  net: "0",
};

const DAY: Omit<ArrivalDay, "day"> = {
  ...NOTHING,
  status: "paid",
  settlements: 1,
  gross: "100000",
  interchange: "300",
  schemeFee: "100",
  markup: "50",
  refunds: "10000",
  net: "89550",
};

test("the steps lead from gross to net, and each starts where the previous one ended", () => {
  const sums = sumOf([DAY]);
  const placed = placeSteps(settlementSteps(sums));
  assert.deepEqual(
    placed.map(({ key, from, to }) => [key, from, to]),
    [
      ["gross", 0, 100_000],
      ["interchange", 100_000, 99_700],
      ["scheme_fee", 99_700, 99_600],
      ["markup", 99_600, 99_550],
      ["refunds", 99_550, 89_550],
      ["net", 0, 89_550],
    ],
  );
});

test("what arrived, what is expected and what the bank returned are separate sums", () => {
  const failed = { ...DAY, status: "failed", day: "2026-11-24" };
  const again = { ...NOTHING, status: "paid", day: "2026-11-25", settlements: 1 };
  const expected = { ...DAY, status: "scheduled", day: "2026-11-26", net: "100" };
  const days = [failed, { ...again, adjustments: "89550", net: "89550" }, expected];
  const { arrived, ...others } = byStatus(days);
  assert.equal(sumOf(arrived).net, 89_550n);
  assert.deepEqual([sumOf(others.expected).net, sumOf(others.failed).net], [100n, 89_550n]);
});

test("fees of disputes are fees, and only refunds and chargebacks went back to customers", () => {
  const disputed = { ...DAY, chargebacks: "5000", disputeFees: "1500", net: "83050" };
  const sums = sumOf([disputed]);
  assert.equal(sums.fees, 300n + 100n + 50n + 1_500n);
  assert.equal(
    waterfallFinding(sums, "EUR", "Arrived:"),
    "Arrived: 830.50 EUR of 1,000.00 EUR gross: 1.9\u00a0% fees, 15.0\u00a0% went back to customers",
  );
  const steps = placeSteps(settlementSteps(sums));
  assert.deepEqual(
    steps.filter(({ key }) => key === "dispute_fees" || key === "net").map(({ to }) => to),
    [98_050, 83_050],
  );
});

test("a share has two decimals below 1 %", () => {
  assert.equal(shareText(-300n, 100_000n), "0.30\u00a0%");
  assert.equal(shareText(10_000n, 100_000n), "10.0\u00a0%");
  assert.equal(shareText(1n, 10_000_000n), "<\u00a00.01\u00a0%");
  assert.equal(shareText(5n, 0n), "");
});

test("the cost of no payments is null, not zero", () => {
  assert.equal(costBp(0n, 0n), null);
  assert.equal(costBp(450n, 100_000n), 45);
});

test("costs are by day of arrival without weekends; other days without a settlement are gaps", () => {
  const days = ["2026-11-20", "2026-11-24"].map((day) => ({ ...DAY, day }));
  const slices = costSlices(days, { fromDay: "2026-11-19", toDay: "2026-11-30" });
  assert.deepEqual(
    slices.map(({ key, cost }) => [key, cost]),
    [
      ["2026-11-19", null],
      ["2026-11-20", 45],
      ["2026-11-23", null],
      ["2026-11-24", 45],
    ],
  );
});

test("a long period is split into weeks, which hold every arrival once", () => {
  const days = ["2026-01-01", "2026-01-07", "2026-01-08"].map((day) => ({ ...DAY, day }));
  const slices = costSlices(days, { fromDay: "2026-01-01", toDay: "2026-12-31" });
  assert.deepEqual(
    slices.map(({ fromDay, toDay, cost }) => [fromDay, toDay, cost]),
    [
      ["2026-01-01", "2026-01-07", 45],
      ["2026-01-08", "2026-01-14", 45],
    ],
  );
});

test("titles state the finding with its number", () => {
  const sums = sumOf([DAY]);
  assert.equal(
    waterfallFinding(sums, "EUR", "You receive"),
    "You receive 895.50 EUR of 1,000.00 EUR gross: 0.45\u00a0% fees, 10.0\u00a0% went back to customers",
  );
  assert.equal(costFinding(sums, sumOf([]), "October 2026"), "Fees are 45.0 bp of gross");
  const dearer = sumOf([{ ...DAY, interchange: "500" }]);
  assert.equal(
    costFinding(dearer, sums, "October 2026"),
    "Fees are 65.0 bp of gross, up 20.0 bp vs October 2026",
  );
  assert.equal(costFinding(sumOf([]), sums, "October 2026"), "No payments arrived in this period");
});

test("the next arrival is stated by day and currency, and amounts of two currencies are not added", () => {
  const today = "2026-11-22";
  const euros = {
    currency: "EUR",
    amount: "3000",
    settlements: 3,
    nextArrival: "2026-11-24",
    nextAmount: "2000",
    lastArrival: "2026-12-01",
  };
  const pounds = { ...euros, currency: "GBP", nextAmount: "500" };
  assert.equal(arrivalFinding([euros], today), "20.00 EUR arrives on Tuesday 24 Nov");
  assert.equal(
    arrivalFinding([euros, pounds], today),
    "20.00 EUR and 5.00 GBP arrive on Tuesday 24 Nov",
  );
  const later = { ...pounds, nextArrival: "2026-11-25" };
  assert.equal(arrivalFinding([euros, later], "2026-11-24"), "20.00 EUR arrives today");
  assert.equal(arrivalFinding([euros], "2026-11-25"), "20.00 EUR was due on Tuesday 24 Nov");
  assert.equal(arrivalFinding([], today), "No settlement is on its way");
});

test("the headline names what arrived and what is expected apart, by when, and what is outside the period", () => {
  const period = { fromDay: "2026-11-01", toDay: "2026-11-30" };
  const paid = { ...DAY, day: "2026-11-20" };
  const scheduled = { ...DAY, day: "2026-11-25", status: "scheduled", net: "2221141" };
  const of = (days: ArrivalDay[], today = "2026-11-24") =>
    arrivalHeadline({ days, currency: "EUR", period }, today);
  assert.equal(
    of([paid, scheduled]),
    "Arrived: 895.50 EUR · Expected: 22,211.41 EUR by Wednesday 25 Nov",
  );
  assert.equal(
    of([paid, scheduled], "2026-11-27"),
    "Arrived: 895.50 EUR · Expected: 22,211.41 EUR was due by Wednesday 25 Nov",
  );
  assert.equal(of([paid]), "Arrived: 895.50 EUR · Expected: nothing more until Monday 30 Nov");
  assert.equal(of([]), "Arrived: 0.00 EUR · Expected: nothing until Monday 30 Nov");
  assert.equal(of([paid], "2026-12-02"), "Arrived: 895.50 EUR");
  const way = {
    currency: "EUR",
    amount: "2221141",
    settlements: 1,
    nextArrival: "2026-12-01",
    nextAmount: "2221141",
    lastArrival: "2026-12-01",
  };
  assert.equal(
    beyondPeriod({ days: [paid], currency: "EUR", period }, [way]),
    "On its way in total, also outside this period: 22,211.41 EUR by Tuesday 1 Dec",
  );
  assert.equal(beyondPeriod({ days: [paid, scheduled], currency: "EUR", period }, [way]), null);
});

test("a month is shown in whole weeks from Monday", () => {
  const grid = monthGrid("2026-11");
  assert.equal(grid.length, 6);
  assert.deepEqual([grid[0]?.[0], grid.at(-1)?.at(-1)], ["2026-10-26", "2026-12-06"]);
  assert.equal(monthGrid("2027-02").length, 4);
  assert.deepEqual(
    [addMonths("2026-01", -1), addMonths("2026-12", 1), monthName("2026-11")],
    ["2025-12", "2027-01", "November 2026"],
  );
});

test("a period is a month only if it has all of its days", () => {
  assert.equal(lastDayOf("2028-02"), "2028-02-29");
  assert.equal(wholeMonth({ fromDay: "2026-11-01", toDay: "2026-11-30" }), "2026-11");
  assert.equal(wholeMonth({ fromDay: "2026-11-01", toDay: "2026-11-29" }), null);
  assert.equal(wholeMonth({ fromDay: "2026-11-01", toDay: "2026-12-31" }), null);
});
