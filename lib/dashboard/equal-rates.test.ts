// Home, the declines report, the list of payments and the files show equal figures for equal names over equal days
// (docs/glossary.md, approval rate).

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rollUp } from "#lib/domain/analytics/index.ts";
import { DAY_MS, useClock } from "#lib/kernel/clock.ts";

import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { AGREED, openTill } from "#test/money.ts";
import { readCsvObjects } from "#test/report-file.ts";
import { failLater, outcomeRow } from "#test/report-rows.ts";

type Counts = { approved: number; declined: number };
type Days = { from: string; to: string };

/** The two sides of the approval rate of some local days, as each screen and file counts them. */
async function countedEverywhere(visitor: DashboardVisitor, { from, to }: Days) {
  const get = async (path: string) => {
    const { status, body } = await visitor.get(path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const rows = async (path: string) => readCsvObjects((await get(path)).replaceAll("\r\n", "\n"));
  const home = await get("/test/home?range=28d&currency=EUR");
  const report = await get(`/test/reports/declines?period=${from}..${to}&currency=EUR`);
  const list = `created=${from}..${to}&currency=EUR&outcome`;
  const file = new URLSearchParams({
    type: "declines",
    currency: "EUR",
    from: report.period.from,
    to: report.period.to,
  });
  const { approved, declined } = report.total;
  const days = (home.days as (Counts & { day: string })[]).filter(
    ({ day }) => day >= from && day <= to,
  );
  const sum = (key: keyof Counts) => days.reduce((total, day) => total + day[key], 0);
  return {
    home: { approved: sum("approved"), declined: sum("declined") },
    report: { approved, declined },
    list: {
      approved: (await get(`/test/payments?${list}=approved`)).total,
      declined: (await get(`/test/payments?${list}=declined`)).total,
    },
    listFile: {
      approved: (await rows(`/test/payments/export?${list}=approved`)).length,
      declined: (await rows(`/test/payments/export?${list}=declined`)).length,
    },
    reportFile: { approved, declined: (await rows(`/test/reports/export?${file}`)).length },
  };
}

async function assertEqual(visitor: DashboardVisitor, days: Days, expected: Counts) {
  const found = await countedEverywhere(visitor, days);
  for (const [place, counts] of Object.entries(found)) {
    assert.deepEqual(counts, expected, `${place}, ${days.from} to ${days.to}`);
  }
}

const NOW = Date.parse("2026-11-18T23:30:00Z");

const KINDS = {
  approved: { outcome: "approved", side: "approved" },
  voided: { outcome: "approved", status: "canceled", side: "approved" },
  held: { outcome: "approved", status: "requires_capture", side: "approved" },
  refused: { outcome: "declined", side: "declined" },
  returned: { outcome: "approved", side: "declined" },
  unauthenticated: { outcome: "authentication_failed", side: null },
  abandoned: { outcome: "abandoned", side: null },
} as const;
type Kind = keyof typeof KINDS;

const payment = fc.record({
  kind: fc.constantFrom(...(Object.keys(KINDS) as Kind[])),
  /** Minutes, over a little more than 28 days. The report ends before the millisecond of the read. */
  ago: fc.integer({ min: 1, max: 30 * 24 * 60 }),
  currency: fc.constantFrom("EUR", "EUR", "EUR", "GBP"),
  rolls: fc.constantFrom(false, false, true),
});

/** Sets the clock for the rest of a block. */
const asOf = (ms: number) => ({ [Symbol.dispose]: useClock({ nowMs: () => ms }) });

async function pay(merchant: Merchant, one: { kind: Kind; createdAt: Date; currency: string }) {
  const { outcome, ...more } = KINDS[one.kind];
  const status = "status" in more ? { status: more.status, amountCaptured: 0n } : {};
  const isDebit = one.kind === "returned";
  return await outcomeRow(merchant, outcome, {
    createdAt: one.createdAt,
    currency: one.currency,
    method: isDebit ? "sepa_debit" : "card",
    declineCode: outcome === "declined" ? "do_not_honor" : null,
    ...status,
  });
}

test("the approval rate of a random account is the same on home, in the report, the list and both files", async () => {
  const payments = fc.array(payment, { minLength: 20, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(payments, fc.nat(27), fc.nat(27), async (made, one, other) => {
      const merchant = await createMerchant({ country: "DE" });
      const visitor = await signedIn(merchant);
      using _ = asOf(NOW);
      const local = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" });
      const known: { day: string; kind: Kind; currency: string }[] = [];
      for (const { kind, ago, currency, rolls } of made) {
        const createdAt = new Date(NOW - ago * 60_000);
        const id = await pay(merchant, { kind, createdAt, currency });
        if (rolls) await rollUp();
        if (kind === "returned") await failLater(merchant, id);
        known.push({ day: local.format(createdAt), kind, currency });
      }
      const dayBefore = (days: number) => local.format(new Date(NOW - days * DAY_MS));
      const [late, early] = [Math.min(one, other), Math.max(one, other)];
      for (const days of [
        { from: dayBefore(27), to: dayBefore(0) },
        { from: dayBefore(early), to: dayBefore(late) },
      ]) {
        const count = (side: "approved" | "declined") =>
          known.filter(
            ({ day, kind, currency }) =>
              currency === "EUR" && KINDS[kind].side === side && day >= days.from && day <= days.to,
          ).length;
        await assertEqual(visitor, days, {
          approved: count("approved"),
          declined: count("declined"),
        });
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

test("a late return of a debit, a voided authorisation and an abandoned payment count alike everywhere", async () => {
  const till = await openTill();
  const visitor = await signedIn(till);
  const today = async () => {
    const { body } = await visitor.get("/test/home");
    return { from: body.today, to: body.today };
  };
  const iban = { type: "sepa_debit", sepa_debit: { iban: "AT611904300234573201" } };
  const method = (await till.call("POST", "/v1/payment_methods", iban)).body.id;
  const params = { method: "sepa_debit", payment_method: method, ...AGREED };
  const debit = (await till.charge(params)).body;
  const held = (await till.charge({ capture: "manual" })).body;
  const left = (await till.charge({ payment_method: "pm_test_4000002760003184" })).body;
  assert.deepEqual([held.status, left.status], ["requires_capture", "requires_action"]);
  await till.charge({ payment_method: "pm_test_4000000000000002" });
  await till.call("POST", `/v1/payments/${held.id}/cancel`);
  await till.call("POST", `/v1/payments/${left.id}/cancel`);
  const days = await today();
  await till.call("POST", "/v1/test/clock/advance", { seconds: 2 * 86_400 });
  const both = { from: days.from, to: (await today()).to };
  await assertEqual(visitor, both, { approved: 2, declined: 1 });
  const fails = { object: debit.id, scenario: "late_failure" };
  assert.equal((await till.call("POST", "/v1/test/simulate", fails)).status, 200);
  await assertEqual(visitor, both, { approved: 1, declined: 2 });
  await rollUp();
  await assertEqual(visitor, both, { approved: 1, declined: 2 });
});
