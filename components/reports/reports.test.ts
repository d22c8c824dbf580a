import assert from "node:assert/strict";
import { test } from "node:test";
import { csvName, toCsv } from "../chart/csv.ts";
import { costShareFinding } from "./cost-findings.ts";
import {
  breakdownFinding,
  fallOf,
  hourFinding,
  rateFinding,
  reasonFinding,
  recoveryFinding,
  type Sums,
} from "./decline-findings.ts";
import { valueLabel } from "./dimension-labels.ts";
import { paymentsHref } from "./payments-href.ts";
import { basisPoints, lostOf, type Measure, shareOf } from "./rates.ts";
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

test("the approval rate is of decided payments, the acceptance rate of all with an outcome", () => {
  const lost = sums({ authenticationFailed: 5, abandoned: 20 });
  assert.deepEqual(shareOf("approval", lost), { part: 90, of: 100 });
  assert.deepEqual(shareOf("acceptance", lost), { part: 90, of: 125 });
  assert.deepEqual([lostOf("approval", lost), lostOf("acceptance", lost)], [10, 35]);
  assert.deepEqual(shareOf("approval", null), { part: 0, of: 0 });
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
  const say = (series: typeof usual, total: Sums, before: Sums | null) =>
    rateFinding("approval", {
      total,
      before,
      fall: fallOf("approval", slots, series),
      beforeLabel: "previous 7 days",
    });
  assert.equal(
    say(bad, sums({ approved: 600, declined: 100 }), sums()),
    "Approval rate 85.7 %; Tuesday 17 Nov fell to 60.0 %",
  );
  assert.equal(say(usual, sums(), sums()), "Approval rate 90.0 %, unchanged vs previous 7 days");
  assert.equal(
    say(usual, sums(), sums({ approved: 80, declined: 20 })),
    "Approval rate 90.0 %, up 10.0 points vs previous 7 days",
  );
  assert.equal(say(usual, sums(), sums({ approved: 2, declined: 0 })), "Approval rate 90.0 %");
  assert.equal(say(usual, sums(), null), "Approval rate 90.0 %");
  assert.equal(
    say(bad, sums({ approved: 9, declined: 10 }), sums()),
    "Approval rate: 9 of 19 payments, too few for a rate",
  );
});

test("a breakdown names the value with most declines, and a reason that grew faster than the payments", () => {
  const rows = [
    { value: "A", now: sums({ approved: 40, declined: 60 }), before: sums() },
    {
      value: "B",
      now: sums({ approved: 10, declined: 90 }),
      before: sums({ approved: 1, declined: 9 }),
    },
  ];
  const label = (value: string) => `Bank ${value}`;
  assert.equal(breakdownFinding("approval", rows, label), "Bank B has 90 of 150 declines");
  assert.equal(breakdownFinding("approval", [rows[1]!], label), "Bank B: 90 declined");
  const reasons = [
    { value: "x", now: sums({ declined: 100 }), before: sums({ declined: 100 }) },
    { value: "y", now: sums({ declined: 40 }), before: sums({ declined: 4 }) },
  ];
  const say = (now: Sums, before: Sums | null) =>
    reasonFinding("approval", reasons, { now, before }, (code) => code);
  const all = sums({ approved: 860, declined: 140 });
  assert.equal(say(all, sums({ approved: 896, declined: 104 })), "y: 40, 10 times the usual");
  assert.equal(say(all, null), "x is the reason for 71.4 % of declines");
  assert.equal(
    say(all, sums({ approved: 3, declined: 4 })),
    "x is the reason for 71.4 % of declines",
  );
});

test("the shares of reasons are of the declines that the headline counts", () => {
  const rows = [
    { value: "x", now: sums({ declined: 30, authenticationFailed: 0 }), before: null },
    { value: "y", now: sums({ declined: 0, authenticationFailed: 50 }), before: null },
  ];
  const now = sums({ declined: 30, authenticationFailed: 50, abandoned: 20 });
  const say = (measure: Measure) =>
    reasonFinding(measure, rows, { now, before: null }, (code) => code);
  assert.equal(say("approval"), "x is the reason for 100.0 % of declines");
  assert.equal(say("acceptance"), "y is the reason for 50.0 % of declines");
});

test("hours with one cause are one finding, and none is stated only with what would have been found", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, sums: sums() }));
  assert.match(
    hourFinding("approval", hours),
    /^No hours stand out; a rise from 10\.0 % to [\d.]+ % declined in 240 payments would be found$/,
  );
  const night = hours.map(({ hour, sums: usual }) =>
    hour >= 22 || hour < 3
      ? { hour, sums: sums({ approved: 3, declined: 5 }) }
      : { hour, sums: usual },
  );
  assert.equal(
    hourFinding("approval", night),
    "Between 22:00 and 03:00 62.5 % declined, 10.0 % at other hours",
  );
  const few = hours
    .slice(0, 3)
    .map(({ hour }) => ({ hour, sums: sums({ approved: 1, declined: 1 }) }));
  assert.equal(hourFinding("approval", few), "6 payments are too few to tell what stands out");
});

test("recovered money is a share of the soft declines", () => {
  const soft = sums({ declined: 40, declinedAmount: "10000", recoveredAmount: "2500" });
  assert.equal(
    recoveryFinding(soft, "EUR"),
    "Retries recovered 25.00 EUR, 25.0 % of 100.00 EUR in soft declines",
  );
  assert.equal(
    recoveryFinding({ ...soft, declined: 4 }, "EUR"),
    "Retries recovered 25.00 EUR of 100.00 EUR in soft declines",
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
    '\ufeffIssuer,Refused\r\n\'=cmd(),3\r\n\'＝cmd(),0\r\n"\'\n\'=cmd()",1\r\n"He said ""no"", twice",\r\n\'-1,-1\r\n',
  );
  assert.equal(csvName("Approval 91.2 %, up"), "approval-91-2-up.csv");
});
