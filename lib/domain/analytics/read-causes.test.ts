import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import { zoneOffsets } from "#lib/kernel/period.ts";
import { raisedWindow } from "#lib/kernel/raised-rates.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { outcomeRow } from "#test/report-rows.ts";
import { rollPast } from "#test/roll-past.ts";
import { readCauses, readOutcomes } from "./index.ts";
import { type DatedCause, onceEach } from "./read-causes.ts";
import { readCombinations } from "./slices-store.ts";

const FIRST = Date.parse("2026-10-05T22:00:00Z");
const DAYS = 12;

const CARDS = [
  { cardIssuer: "Nordlicht Bank", cardCountry: "DE", cardBin: "400001" },
  { cardIssuer: "Nordlicht Bank", cardCountry: "DE", cardBin: "400002" },
  { cardIssuer: "Donaubank", cardCountry: "AT", cardBin: "400003" },
  { cardIssuer: "Harbour & Vale Bank", cardCountry: "GB", cardBin: "400004" },
];

const QUERY = {
  from: new Date(FIRST),
  to: new Date(FIRST + DAYS * DAY_MS),
  zone: "Europe/Berlin",
  currency: "EUR",
  filters: {},
};

/** Every thirtieth payment is declined, and on the seventh day from 13:00 to 16:00 in Berlin all of Nordlicht Bank. */
async function fill(merchant: Merchant, from: number, to: number): Promise<void> {
  const outage = { from: FIRST + 6 * DAY_MS + 13 * HOUR_MS, to: FIRST + 6 * DAY_MS + 16 * HOUR_MS };
  for (let n = from; n < to; n++) {
    const isExtra = n % 3 === 2;
    const ms = isExtra
      ? outage.from + (((n * 7_919) % 420) - 120) * MINUTE_MS
      : FIRST + ((n * 104_729) % (DAYS * 24 * 60)) * MINUTE_MS;
    const card = CARDS[n % 4]!;
    const isDown = card.cardIssuer === "Nordlicht Bank" && ms >= outage.from && ms < outage.to;
    const outcome = isDown || n % 30 === 0 ? "declined" : "approved";
    await outcomeRow(merchant, outcome, { ...card, createdAt: new Date(ms) });
  }
}

test("an outage is found to the hour, before and after it is rolled up, with the counts of the figures", async () => {
  const merchant = await createMerchant({ country: "DE" });
  const ctx = merchant.ctx.test;
  await fill(merchant, 0, 300);
  await rollPast();
  await fill(merchant, 300, 600);
  const early = await readCauses(ctx, QUERY);
  await rollPast();
  assert.deepEqual(await readCauses(ctx, QUERY), early);
  assert.ok(early.kind === "causes");
  const [cause, ...others] = early.causes;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [cause?.dimension, cause?.value, cause?.from.toISOString(), cause?.to.toISOString()],
    ["issuer", "Nordlicht Bank", "2026-10-12T11:00:00.000Z", "2026-10-12T14:00:00.000Z"],
  );
  const { from, to } = cause!;
  const filters = { issuer: ["Nordlicht Bank"] };
  const [figures] = await readOutcomes(ctx, [{ ...QUERY, from, to, filters, interval: "hour" }]);
  const { approved, declined } = figures!.total;
  assert.deepEqual(cause!.tally, { of: approved + declined, declined });
  assert.ok(cause!.also.some(({ value }) => value === "DE"));
});

test("payments that are not rolled up tell which values occur together", async () => {
  const merchant = await createMerchant({ country: "DE" });
  await fill(merchant, 0, 8);
  const together = async () =>
    (await readCombinations(merchant.ctx.test, "EUR")).map(({ bin }) => bin).sort();
  const early = await together();
  assert.deepEqual(early, ["400001", "400002", "400003", "400004"]);
  await rollPast();
  assert.deepEqual(await together(), early);
});

test("with filters the windows of the payments that match are searched", async () => {
  const merchant = await createMerchant({ country: "DE" });
  const ctx = merchant.ctx.test;
  await fill(merchant, 0, 600);
  await rollPast();
  const found = await readCauses(ctx, { ...QUERY, filters: { issuer_country: ["DE"] } });
  assert.ok(found.kind === "causes");
  assert.deepEqual(
    found.causes.map((one) => [one.dimension, one.from.toISOString(), one.to.toISOString()]),
    [["all", "2026-10-12T11:00:00.000Z", "2026-10-12T14:00:00.000Z"]],
  );
  const usual = await readCauses(ctx, { ...QUERY, filters: { issuer: ["Donaubank"] } });
  assert.equal(usual.kind, "nothing");
});

type Known = { ms: number; isDeclined: boolean };

/** Payments of three days by card, half of them declined in the first hours and in some of the second day. */
async function fillHours(merchant: Merchant): Promise<Known[]> {
  const known: Known[] = [];
  for (let n = 0; n < 360; n++) {
    const ms = FIRST + ((n * 7_919) % (72 * 60)) * MINUTE_MS;
    const hour = Math.floor((ms - FIRST) / HOUR_MS);
    const isRaised = hour < 6 || (hour >= 30 && hour < 37);
    const isDeclined = isRaised ? n % 8 !== 0 : n % 16 === 0;
    await outcomeRow(merchant, isDeclined ? "declined" : "approved", {
      method: "card",
      createdAt: dateFromMs(ms),
    });
    known.push({ ms, isDeclined });
  }
  return known;
}

/** The raised window in hours of UTC, counted from single payments; null if there is none. */
function windowPlainly(known: readonly Known[], from: number, to: number) {
  const first = Math.floor(from / HOUR_MS);
  const count = Math.ceil(to / HOUR_MS) - first;
  const hours = Array.from({ length: count }, () => ({ of: 0, declined: 0 }));
  for (const { ms, isDeclined } of known.filter((one) => one.ms >= from && one.ms < to)) {
    const hour = hours[Math.floor(ms / HOUR_MS) - first]!;
    hour.of += 1;
    hour.declined += isDeclined ? 1 : 0;
  }
  const found = raisedWindow(hours);
  return (
    found && {
      from: Math.max(from, (first + found.from) * HOUR_MS),
      to: Math.min(to, (first + found.to + 1) * HOUR_MS),
      tally: found.slice,
    }
  );
}

const ZONES = [
  "UTC",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
];

test("with filters the hours are those of UTC in every zone, from any beginning of the period, as counted from payments", async () => {
  const merchant = await createMerchant({ country: "DE" });
  const known = await fillHours(merchant);
  let raised = 0;
  const holds = fc.asyncProperty(
    fc.constantFrom(...ZONES),
    // Days begin at quarters of an hour; now is any time.
    fc.nat(24 * 4).map((quarter) => FIRST + quarter * 15 * MINUTE_MS),
    fc.integer({ min: 24 * 60, max: 72 * 60 }).map((minutes) => minutes * MINUTE_MS),
    // Filters on one dimension and on two are read from different sums.
    fc.constantFrom({ method: ["card"] }, { method: ["card"], funding: ["", "credit"] }),
    fc.option(fc.uniqueArray(fc.nat(23), { minLength: 16 }), { nil: undefined }),
    async (zone, from, length, filters, hours) => {
      const to = from + length;
      const query = { ...QUERY, zone, filters, hours, from: dateFromMs(from), to: dateFromMs(to) };
      const offsetAt = zoneOffsets(zone);
      const local = ({ ms }: Known) => Math.floor((ms + offsetAt(ms)) / HOUR_MS) % 24;
      const meant = known.filter((one) => !hours || hours.includes(local(one)));
      const expected = windowPlainly(meant, from, to);
      const found = await readCauses(merchant.ctx.test, query);
      assert.equal(found.kind === "causes", expected !== null);
      if (found.kind !== "causes" || !expected) return;
      raised += 1;
      const causes = found.causes.map(({ from, to, tally }) => ({
        ...{ from: from.getTime(), to: to.getTime(), tally },
      }));
      assert.deepEqual(
        causes.find((one) => one.from === expected.from && one.to === expected.to),
        expected,
      );
    },
  );
  await fc.assert(holds, { numRuns: 20 });
  await rollPast();
  await fc.assert(holds, { numRuns: 40 });
  assert.ok(raised > 10, String(raised));
});

test("windows that have the same finer window are one cause with all that they raise, and points give the order", () => {
  const [from, to] = [dateFromMs(FIRST), dateFromMs(FIRST + HOUR_MS)];
  const cause = (value: string, points: number, also: string[], end = to): DatedCause => ({
    ...{ dimension: "issuer", value, from, to: end, isWhole: false, points, usual: 0.1 },
    tally: { of: 20, declined: 18 },
    also: also.map((country) => ({ dimension: "issuer_country", value: country })),
  });
  const later = dateFromMs(FIRST + 2 * HOUR_MS);
  assert.deepEqual(
    onceEach([
      cause("Donaubank", 2, ["AT"]),
      cause("Nordlicht Bank", 3, []),
      cause("Donaubank", 2, ["DE", "AT"]),
      cause("Donaubank", 1, [], later),
    ]),
    [
      cause("Nordlicht Bank", 3, []),
      cause("Donaubank", 2, ["AT", "DE"]),
      cause("Donaubank", 1, [], later),
    ],
  );
});

test("few payments are too few to tell, in any zone and of another mode none", async () => {
  const merchant = await createMerchant();
  await fill(merchant, 0, 25);
  const query = { ...QUERY, zone: "Asia/Kolkata", from: new Date(FIRST + 30 * MINUTE_MS) };
  const found = await readCauses(merchant.ctx.test, query);
  assert.equal(found.kind, "too_few");
  assert.deepEqual(await readCauses(merchant.ctx.live, query), { kind: "too_few", payments: 0 });
});
