import assert from "node:assert/strict";
import { test } from "node:test";
import { placeSteps, shareText } from "../chart/waterfall-steps.ts";
import { type ArrivalDay, costBp, costSlices, sumOf } from "./figures.ts";
import { arrivalFinding, costFinding, waterfallFinding } from "./findings.ts";
import { addMonths, monthGrid, monthName } from "./month-grid.ts";
import { settlementSteps } from "./steps.ts";

const NOTHING = {
  gross: "0",
  interchange: "0",
  schemeFee: "0",
  markup: "0",
  commission: "0",
  refunds: "0",
  chargebacks: "0",
  adjustments: "0",
  net: "0",
};

const DAY: Omit<ArrivalDay, "day"> = {
  ...NOTHING,
  settlements: 1,
  gross: "100000",
  interchange: "300",
  schemeFee: "100",
  markup: "50",
  refunds: "10000",
  net: "89550",
  returned: "0",
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

test("money that the bank returned is subtracted from what arrives, so that nothing is counted twice", () => {
  const failed = { ...DAY, day: "2026-11-24", returned: "89550" };
  const again = { ...NOTHING, day: "2026-11-25", settlements: 1, returned: "0" };
  const sums = sumOf([failed, { ...again, adjustments: "89550", net: "89550" }]);
  const steps = placeSteps(settlementSteps(sums));
  const [last, before] = [steps.at(-1), steps.at(-2)];
  assert.deepEqual([before?.key, before?.to, last?.to], ["returned", 89_550, 89_550]);
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
    waterfallFinding(sums, "EUR"),
    "You receive 895.50 EUR of 1,000.00 EUR: 0.45\u00a0% fees, 10.0\u00a0% returned to customers",
  );
  assert.equal(costFinding(sums, sumOf([])), "Payments cost 45.0 bp of the captured amount");
  const dearer = sumOf([{ ...DAY, interchange: "500" }]);
  assert.equal(
    costFinding(dearer, sums),
    "Payments cost 65.0 bp of the captured amount, up 20.0 bp vs previous period",
  );
  assert.equal(costFinding(sumOf([]), sums), "No payments in this period");
});

test("the next arrival is stated by day and currency, and amounts of two currencies are not added", () => {
  const one = { status: "scheduled", currency: "EUR", net: "1000", arrivalDate: "2026-11-24" };
  const pounds = { ...one, currency: "GBP", net: "500" };
  const later = { ...one, arrivalDate: "2026-11-25" };
  const today = "2026-11-22";
  assert.equal(arrivalFinding([one, one, later], today), "20.00 EUR arrives on Tuesday 24 Nov");
  assert.equal(
    arrivalFinding([one, pounds], today),
    "10.00 EUR and 5.00 GBP arrive on Tuesday 24 Nov",
  );
  assert.equal(arrivalFinding([one], "2026-11-24"), "10.00 EUR arrives today");
  assert.equal(
    arrivalFinding([{ ...one, status: "paid" }], "2026-11-26"),
    "No settlement is scheduled; the last one arrived on Tuesday 24 Nov",
  );
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
