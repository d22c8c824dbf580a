import assert from "node:assert/strict";
import { test } from "node:test";
import { rateOf } from "../format/rates.ts";
import { addDays } from "./days.ts";
import {
  approvalOf,
  type DayCount,
  figuresOf,
  type HomeData,
  reasonsOf,
  todayBesideUsual,
} from "./figures.ts";
import { approvalFinding, findDip, todayFinding, volumeFinding } from "./findings.ts";
import { type Compared, periodNote } from "./period.ts";

/** A Friday. */
const TODAY = "2026-11-20";

function count(daysAgo: number, params: Partial<DayCount> = {}): DayCount {
  const { volume = "10000", approved = 90, declined = 10 } = params;
  return {
    day: addDays(TODAY, -daysAgo),
    volume,
    approved,
    declined,
    volumeByNow: volume,
    approvedByNow: approved,
    declinedByNow: declined,
    ...params,
  };
}

const WEEK = { preset: "7d", from: addDays(TODAY, -6), to: TODAY, days: 7 } as const;

/** The seven days before these, or those that end `ago` days before. */
const compared = (params: Partial<Compared> = {}, ago = 7): Compared => ({
  kind: "previous",
  from: addDays(TODAY, -ago - 6),
  to: addDays(TODAY, -ago),
  isComparable: true,
  ...params,
});

function data(days: DayCount[], params: Partial<HomeData> = {}): HomeData {
  const [period, comparison, firstDay] = [WEEK, compared(), "2026-01-01"];
  return { period, comparison, today: TODAY, firstDay, days, declines: [], ...params };
}

const everyDay = (from: number, to: number, params?: Partial<DayCount>) =>
  Array.from({ length: to - from }, (_, index) => count(from + index, params));

test("days before the first payment have no data; later days without payments are zero", () => {
  const { days } = figuresOf(data([count(0)], { firstDay: addDays(TODAY, -2) }));
  assert.deepEqual(
    days.map(({ volume }) => volume),
    [null, null, null, null, 0n, 0n, 10_000n],
  );
  assert.deepEqual(days.map(approvalOf).map(rateOf), [null, null, null, null, null, null, 90]);
  assert.equal(days[0]?.day, "2026-11-14");
});

test("periods are compared over the same length of time", () => {
  const half = count(7, { volume: "10000", volumeByNow: "4000" });
  const figures = figuresOf(data([...everyDay(0, 7), half, ...everyDay(8, 14)]));
  assert.equal(figures.total.volume, 70_000n);
  assert.equal(figures.totalBefore?.volume, 64_000n);
  assert.equal(
    volumeFinding(figures, "EUR"),
    "700.00 EUR in the last 7 days, up 9.4 % vs previous 7 days",
  );
  const alone = data(everyDay(0, 14), { comparison: null });
  assert.equal(volumeFinding(figuresOf(alone), "EUR"), "700.00 EUR in the last 7 days");
});

test("a period is compared with four weeks or a year before, whole if it is over", () => {
  const half = { volume: "10000", volumeByNow: "4000" };
  const over = { preset: null, from: addDays(TODAY, -9), to: addDays(TODAY, -7), days: 3 };
  const days = [...everyDay(7, 10), ...everyDay(35, 38, half), ...everyDay(371, 374, half)];
  const beside = (kind: Compared["kind"], ago: number) => {
    const [from, to] = [addDays(TODAY, -ago - 2), addDays(TODAY, -ago)];
    const all = data(days, { period: over, comparison: compared({ kind, from, to }) });
    const old = { ...all, firstDay: "2020-01-01" };
    const figures = figuresOf(old);
    return [figures.totalBefore?.volume, volumeFinding(figures, "EUR"), periodNote(old, null)];
  };
  assert.deepEqual(beside("four_weeks", 35), [
    30_000n,
    "300.00 EUR from 11 Nov to 13 Nov, unchanged vs four weeks before",
    "11 Nov to 13 Nov, compared with 14 Oct to 16 Oct",
  ]);
  assert.deepEqual(beside("year", 371), [
    30_000n,
    "300.00 EUR from 11 Nov to 13 Nov, unchanged vs a year before",
    "11 Nov to 13 Nov, compared with 12 Nov 2025 to 14 Nov 2025",
  ]);
});

test("nothing is compared with days before the first payment or with too few payments, and both are said", () => {
  const days = [...everyDay(0, 7), count(8, { approved: 2, declined: 1 })];
  const few = data(days);
  const { before, totalBefore, without } = figuresOf(few);
  assert.deepEqual([before, totalBefore], [null, null]);
  assert.match(periodNote(few, without), /Not compared .*: it has only 3 payments with an outcome/);
  const comparison = compared({ isComparable: false });
  const young = data(everyDay(0, 14), { comparison, firstDay: addDays(TODAY, -10) });
  const figures = figuresOf(young);
  assert.equal(figures.before, null);
  assert.equal(volumeFinding(figures, "EUR"), "700.00 EUR in the last 7 days");
  assert.equal(
    periodNote(young, figures.without),
    "14 Nov to 20 Nov. Not compared with 7 Nov to 13 Nov: the first payment was on 10 Nov.",
  );
});

test("a change states its direction, and no change is stated without data", () => {
  const say = (now: string, before: string) => {
    const all = [...everyDay(0, 7, { volume: now }), ...everyDay(7, 14, { volume: before })];
    return volumeFinding(figuresOf(data(all)), "JPY");
  };
  assert.match(say("100", "200"), /^700 JPY .* down 50\.0 % vs/);
  assert.match(say("1000", "1001"), /unchanged vs/);
  assert.equal(say("100", "0"), "700 JPY in the last 7 days");
  assert.equal(say("0", "5"), "No payments in JPY in the last 7 days");
});

test("a day stands out only when the fall is significant, with its main decline reason", () => {
  const bad = count(3, { approved: 70, declined: 30 });
  const days = [...everyDay(0, 3), bad, ...everyDay(4, 14)];
  const declines = [
    { day: bad.day, code: "do_not_honor", advice: null, count: 4 },
    { day: bad.day, code: "issuer_not_available", advice: null, count: 26 },
    { day: addDays(TODAY, -1), code: "do_not_honor", advice: null, count: 50 },
  ];
  const all = data(days, { declines });
  const dip = findDip(all, figuresOf(all));
  assert.deepEqual([dip?.from, dip?.to], ["2026-11-17", "2026-11-17"]);
  assert.equal(dip?.reason?.code, "issuer_not_available");
  assert.equal(
    approvalFinding(figuresOf(all), dip),
    "Approval rate 87.1 % of 700 payments; Tuesday 17 Nov fell to 70.0 % of 100",
  );
  const few = data([...everyDay(0, 3), count(3, { approved: 5, declined: 4 }), ...everyDay(4, 14)]);
  assert.equal(findDip(few, figuresOf(few)), null, "nine payments are too few");
  const steady = figuresOf(data(everyDay(0, 14)));
  assert.equal(
    approvalFinding(steady, null),
    "Approval rate 90.0 % of 700 payments, unchanged vs previous 7 days",
  );
});

test("consecutive days with one cause are one fall", () => {
  const bad = [2, 3, 4].map((ago) => count(ago, { approved: 18, declined: 9 }));
  const all = data([...everyDay(0, 2), ...bad, ...everyDay(5, 14)]);
  const dip = findDip(all, figuresOf(all));
  assert.match(
    approvalFinding(figuresOf(all), dip),
    /; Monday 16 Nov to Wednesday 18 Nov fell to 66\.7 % of 81$/,
  );
});

test("fewer than 20 payments make no headline, no fall and no comparison", () => {
  const two = (ago: number) => count(ago, { approved: 2, declined: 0 });
  const all = data([count(0, { approved: 1, declined: 4 }), two(1), two(2), two(8), two(9)]);
  const figures = figuresOf(all);
  assert.equal(findDip(all, figures), null);
  assert.equal(
    approvalFinding(figures, null),
    "Approval rate: 5 of 9 payments, too few for a rate",
  );
  const after = data([...everyDay(0, 7), two(8)]);
  assert.equal(approvalFinding(figuresOf(after), null), "Approval rate 90.0 % of 700 payments");
  assert.equal(volumeFinding(figuresOf(after), "EUR"), "700.00 EUR in the last 7 days");
});

test("reasons of the range come most frequent first, and their shares add up to 1", () => {
  const declines = [
    { day: TODAY, code: "a", advice: null, count: 1 },
    { day: addDays(TODAY, -6), code: "b", advice: "do_not_try_again", count: 3 },
    { day: addDays(TODAY, -7), code: "a", advice: null, count: 99 },
  ];
  assert.deepEqual(reasonsOf(data([], { declines })), [
    { code: "b", advice: "do_not_try_again", count: 3, share: 0.75 },
    { code: "a", advice: null, count: 1, share: 0.25 },
  ]);
});

test("today is compared with the median of the same weekday at the same hour", () => {
  const fridays = ["9000", "50000", "10000", "11000"].map((volumeByNow, index) =>
    count(7 * (index + 1), { volume: "99999", volumeByNow }),
  );
  const beside = todayBesideUsual(data([count(0, { volume: "12600" }), ...fridays]));
  assert.equal(beside?.volume, 10_500n);
  assert.deepEqual([beside?.payments, beside?.approval], [100, { part: 360, of: 400 }]);
  assert.equal(beside?.weeks, 4);
  assert.equal(todayFinding(beside!, TODAY), "20.0 % above a usual Friday at this hour");
  const few = fridays.map((friday) => ({ ...friday, approvedByNow: 3, declinedByNow: 1 }));
  assert.equal(
    todayFinding(todayBesideUsual(data([count(0), ...few]))!, TODAY),
    "Too few payments on earlier Fridays to compare with",
  );
  const young = data([count(0), count(7)], { firstDay: addDays(TODAY, -10) });
  assert.equal(todayBesideUsual(young), null, "one Friday is too little data");
});
