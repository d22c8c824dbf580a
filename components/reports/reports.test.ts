import assert from "node:assert/strict";
import { test } from "node:test";
import { csvName, toCsv } from "../chart/csv.ts";
import { costShareFinding } from "./cost-findings.ts";
import {
  breakdownFinding,
  fallOf,
  rateFinding,
  reasonFinding,
  recoveryFinding,
  type Sums,
} from "./decline-findings.ts";
import { valueLabel } from "./dimension-labels.ts";
import { paymentsHref } from "./payments-href.ts";
import { basisPoints, judgedBy, rateOf } from "./rates.ts";
import { slotsOf, valuesBySlot } from "./slots.ts";

function sums(params: Partial<Sums> = {}): Sums {
  return {
    approved: 90,
    declined: 10,
    authenticationFailed: 0,
    abandoned: 0,
    softDeclined: 0,
    recovered: 0,
    declinedAmount: "0",
    softDeclinedAmount: "0",
    recoveredAmount: "0",
    ...params,
  };
}

const BERLIN = "Europe/Berlin";
const november = {
  fromDay: "2026-11-16",
  toDay: "2026-11-22",
  from: "2026-11-15T23:00:00.000Z",
  to: "2026-11-22T23:00:00.000Z",
};

test("the network rate counts payments that reached it, acceptance all attempts; no payments give null", () => {
  const lost = sums({ authenticationFailed: 5, abandoned: 20 });
  assert.deepEqual(judgedBy("network", lost), { approved: 90, declined: 10 });
  assert.equal(rateOf("network", lost), 90);
  assert.equal(rateOf("acceptance", lost), 72);
  assert.equal(rateOf("network", null), null);
  assert.equal(rateOf("network", sums({ approved: 0, declined: 0 })), null);
});

test("the points of a period have no gaps, and their filters cover it exactly", () => {
  const days = slotsOf(november, "day", BERLIN);
  assert.deepEqual(days.map(({ at }) => at).slice(0, 2), ["2026-11-16", "2026-11-17"]);
  assert.equal(days[1]?.created, "2026-11-17..2026-11-17");
  assert.equal(days[1]?.title, "Tuesday 17 Nov");
  const values = valuesBySlot(days, [{ at: "2026-11-17", sums: 4 }], (four) => four);
  assert.deepEqual(values, [null, 4, null, null, null, null, null]);
  const cut = { ...november, fromDay: "2026-11-18", toDay: "2026-11-25" };
  assert.deepEqual(
    slotsOf(cut, "week", BERLIN).map(({ at, created }) => [at, created]),
    [
      ["2026-11-16", "2026-11-18..2026-11-22"],
      ["2026-11-23", "2026-11-23..2026-11-25"],
    ],
  );
  assert.deepEqual(
    slotsOf({ ...november, fromDay: "2025-12-30" }, "month", BERLIN).map(({ label }) => label)[1],
    "Jan 26",
  );
});

test("the day on which summer time ends has 25 hours, each with a distinct title", () => {
  const day = {
    fromDay: "2026-10-25",
    toDay: "2026-10-25",
    from: "2026-10-24T22:00:00.000Z",
    to: "2026-10-25T23:00:00.000Z",
  };
  const hours = slotsOf(day, "hour", BERLIN);
  assert.equal(hours.length, 25);
  assert.equal(new Set(hours.map(({ at }) => at)).size, 25);
  assert.deepEqual(hours.map(({ label }) => label).slice(1, 4), ["01:00", "02:00", "02:00"]);
});

test("the title states a significant fall, else the change vs the previous period", () => {
  const slots = slotsOf(november, "day", BERLIN);
  const usual = slots.map(({ at }) => ({ at, sums: sums() }));
  const bad = usual.map((point) =>
    point.at === "2026-11-17" ? { ...point, sums: sums({ approved: 60, declined: 40 }) } : point,
  );
  const say = (series: typeof usual, total: Sums, before: Sums) =>
    rateFinding("network", {
      total,
      before,
      fall: fallOf("network", slots, series),
      beforeLabel: "previous 7 days",
    });
  assert.equal(
    say(bad, sums({ approved: 600, declined: 100 }), sums()),
    "Authorisation 85.7 %; Tuesday 17 Nov fell to 60.0 %",
  );
  assert.equal(say(usual, sums(), sums()), "Authorisation 90.0 %, unchanged vs previous 7 days");
  assert.equal(
    say(usual, sums(), sums({ approved: 80, declined: 20 })),
    "Authorisation 90.0 %, up 10.0 points vs previous 7 days",
  );
});

test("a breakdown names the value that fell most, and a reason that grew faster than the payments", () => {
  const rows = [
    { value: "A", now: sums({ approved: 40, declined: 60 }), before: sums() },
    {
      value: "B",
      now: sums({ approved: 10, declined: 90 }),
      before: sums({ approved: 1, declined: 9 }),
    },
  ];
  const label = (value: string) => `Bank ${value}`;
  assert.equal(
    breakdownFinding("network", rows, label),
    "Bank A fell to 40.0 %, 50.0 points lower than before",
  );
  assert.equal(breakdownFinding("network", [rows[1]!], label), "Bank B: 90 declined");
  const reasons = [
    { value: "x", now: sums({ declined: 100 }), before: sums({ declined: 100 }) },
    { value: "y", now: sums({ declined: 40 }), before: sums({ declined: 4 }) },
  ];
  assert.equal(
    reasonFinding(reasons, 1, (code) => code),
    "y: 40, 10 times the usual",
  );
  assert.equal(
    reasonFinding(reasons, null, (code) => code),
    "x is the reason for 71 % of declines",
  );
});

test("recovered money is a share of the soft declines", () => {
  const soft = sums({ declined: 4, declinedAmount: "10000", recoveredAmount: "2500" });
  assert.equal(
    recoveryFinding(soft, "EUR"),
    "Retries recovered 25.00 EUR, 25 % of 100.00 EUR in soft declines",
  );
  assert.equal(recoveryFinding(null, "EUR"), "No soft declines");
});

test("costs are in basis points, and the title names the part with the largest excess of cost", () => {
  assert.equal(basisPoints(71n, "10000"), 71);
  assert.equal(basisPoints(0n, "0"), null);
  const costs = (amount: string, interchange: string) => ({
    charges: 1,
    amount,
    interchange,
    schemeFee: "0",
    markup: "0",
    commission: "0",
  });
  const rows = [
    { value: "domestic", now: costs("90000", "300"), before: null },
    { value: "international", now: costs("10000", "200"), before: null },
  ];
  assert.equal(
    costShareFinding(rows, {
      total: costs("100000", "500"),
      currency: "EUR",
      label: (value) => valueLabel("region", value, "EUR"),
    }),
    "International: 10.0 % of the amount, 40.0 % of the cost",
  );
});

test("a figure links to its payments with filters of the payments list", () => {
  const href = paymentsHref("test", {
    created: "2026-11-17..2026-11-17",
    currency: "EUR",
    outcomes: ["declined"],
    filters: { reason: "do_not_honor", issuer: "Harbour & Vale Bank", amount_band: "1000" },
  });
  assert.equal(
    href,
    "/test/payments?created=2026-11-17..2026-11-17&currency=EUR&outcome=declined&decline=do_not_honor&issuer=Harbour+%26+Vale+Bank&amount=EUR:10.00..29.99",
  );
  assert.equal(valueLabel("amount_band", "0", "JPY"), "Below 1,000 JPY");
});

test("a saved chart has no cell that a spreadsheet would run as a formula", () => {
  assert.equal(
    toCsv(
      ["Issuer", "Refused"],
      [
        ["=cmd()", 3],
        ["＝cmd()", 0],
        ["\n=cmd()", 1],
        ['He said "no", twice', null],
        ["-1", -1],
      ],
    ),
    '\ufeffIssuer,Refused\r\n\'=cmd(),3\r\n\'＝cmd(),0\r\n"\'\n=cmd()",1\r\n"He said ""no"", twice",\r\n\'-1,-1\r\n',
  );
  assert.equal(csvName("Approval 91.2 %, up"), "approval-91-2-up.csv");
});
