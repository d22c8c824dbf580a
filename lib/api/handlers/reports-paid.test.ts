import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReportRow } from "#lib/domain/reports/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import type { SettlementWire } from "#lib/wire/contract/settlements.ts";
import { signedIn } from "#test/dashboard.ts";
import { entryRow, settlementRow } from "#test/entry-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill, type Till } from "#test/money.ts";
import { paymentRow } from "#test/money-rows.ts";
import { takeCsv } from "#test/report-file.ts";

const DAY_S = 86_400;

const advance = (till: Till, days: number) =>
  till.call("POST", "/v1/test/clock/advance", { seconds: days * DAY_S });

const simulate = (till: Till, object: string, scenario: string) =>
  till.call("POST", "/v1/test/simulate", { object, scenario });

const settlementsOf = async (till: Till, query = "") =>
  (await till.call<{ data: SettlementWire[] }>("GET", `/v1/settlements?limit=100${query}`)).body
    .data;

/** 100.00 EUR in a settlement that the bank returns, 50.00 EUR in one that is paid with the returned money, and 70.00 EUR
 *  in one that is simulated to arrive early. */
async function returnedAndPaidAgain() {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  await advance(till, 1);
  const [returned] = await settlementsOf(till);
  await simulate(till, returned!.id, "bank_account_closed");
  await till.charge({ amount: 5_000 });
  await advance(till, 6);
  await till.charge({ amount: 7_000 });
  await advance(till, 1);
  const [last] = await settlementsOf(till);
  await simulate(till, last!.id, "paid");
  return { till, key: till.keys.test.secret, returned: returned!.id, early: last!.id };
}

const sum = (rows: readonly Record<string, unknown>[], name = "net") =>
  rows.reduce((total, row) => total + Number(row[name]), 0);

const rowsOf = async (key: string, query: string) => {
  const { rows, text } = await takeCsv(key, `type=settlement&${query}`);
  assert.ok(rows, text);
  return rows;
};

test("the file of a returned settlement that was paid again adds up to what the bank received", async () => {
  const { till, key, returned } = await returnedAndPaidAgain();
  const rows = await rowsOf(key, "");
  assert.equal(sum(rows), 21_450);
  assert.ok(rows.every((row) => row.settlement_status === "paid"));
  assert.ok(rows.every((row) => row.settlement_id !== returned));
  const { body } = await till.call<{ data: ReportRow[] }>(
    "GET",
    "/v1/reports?type=settlement&limit=100",
  );
  assert.equal(sum(body.data), 21_450);
  const [total] = await rowsOf(key, "group_by=currency");
  assert.deepEqual([total!.net, total!.count], ["21450", String(rows.length)]);

  const visitor = await signedIn(till);
  const { settlements } = (await visitor.get("/test/settlements?status=paid")).body;
  assert.equal(sum(settlements), 21_450, "the screen");
  const [bank] = await till.rows<{ amount: string }>(
    `select sum(case when credit = 'merchant_bank' then amount else -amount end) as amount
       from ledger_transfers where account_id = $1 and kind = 'settlement_paid'`,
  );
  assert.equal(Number(bank!.amount), 21_450, "the ledger's bank account");
});

test("a status selects other batches, and all of them count a returned one once", async () => {
  const { till, key, returned, early } = await returnedAndPaidAgain();
  const failed = await rowsOf(key, "status=failed");
  assert.deepEqual(
    [sum(failed), new Set(failed.map((row) => row.settlement_id))],
    [9_756, new Set([returned])],
  );
  assert.ok(failed.every((row) => row.paid_at === "" && row.settlement_status === "failed"));
  assert.equal(sum(await rowsOf(key, "status=all")), 21_450, "its money is in the next one");
  assert.equal(sum(await rowsOf(key, "status=settled")), 21_450, "the earlier name of paid");
  assert.equal(sum(await rowsOf(key, `settlement=${returned}`)), 9_756, "named, so whole");
  assert.equal(sum(await rowsOf(key, `settlement=${returned}&status=paid`)), 0);
  assert.deepEqual(await rowsOf(key, "status=scheduled"), []);

  await till.charge({ amount: 2_000 });
  assert.equal((await rowsOf(key, "status=unsettled")).length, 1);
  await advance(till, 1);
  const scheduled = await rowsOf(key, "status=scheduled");
  assert.equal(scheduled.length, 1, "also those that arrive later than now");
  assert.equal(sum(await rowsOf(key, "status=all")), 21_450 + sum(scheduled));
  const [next] = await settlementsOf(till, "&status=scheduled");
  await simulate(till, next!.id, "bank_account_closed");
  assert.equal(
    sum(await rowsOf(key, "status=all")),
    21_450 + next!.net,
    "returned, and in no later settlement yet",
  );
  const other = await till.call("GET", "/v1/reports?type=declines&status=failed");
  assert.deepEqual([other.status, other.body.error.param], [400, "status"]);
  assert.equal((await settlementsOf(till)).find(({ id }) => id === early)!.status, "paid");
});

test("a row names the line on the bank statement, and its fees apart", async () => {
  const { till, key, early } = await returnedAndPaidAgain();
  const settlement = (await settlementsOf(till)).find(({ id }) => id === early)!;
  assert.match(settlement.bank_reference!, /^PD[0-9A-Z]{16}$/);
  assert.equal(settlement.arrival_date, settlement.paid_at!.slice(0, 10), "it arrived early");
  const [row, ...rest] = await rowsOf(key, `settlement=${early}`);
  assert.deepEqual(rest, []);
  const { fees } = settlement;
  assert.deepEqual(
    [row!.settlement_status, row!.paid_at, row!.bank_reference, row!.settlement_effective_at],
    ["paid", settlement.paid_at, settlement.bank_reference, settlement.arrival_date],
  );
  assert.deepEqual([row!.interchange, row!.scheme_fee, row!.markup].map(Number), [
    fees.interchange,
    fees.scheme,
    fees.markup,
  ]);
  assert.deepEqual(Object.keys(row!).slice(-6), [
    "settlement_status",
    "paid_at",
    "bank_reference",
    "interchange",
    "scheme_fee",
    "markup",
  ]);
  const lines = await rowsOf(key, "group_by=bank_reference&columns=bank_reference,net");
  assert.deepEqual(
    lines.find((line) => line.bank_reference === settlement.bank_reference),
    { bank_reference: settlement.bank_reference, net: String(settlement.net) },
  );
  const found = await settlementsOf(till, `&bank_reference=${settlement.bank_reference}`);
  assert.deepEqual(
    found.map(({ id }) => id),
    [early],
  );
  assert.deepEqual(await settlementsOf(till, "&bank_reference=PD"), []);
});

test("a settlement arrives at one instant in every time zone", async () => {
  const merchant = await createMerchant();
  const entry = await entryRow(merchant);
  const id = await settlementRow(merchant, [entry], { arrivalDate: "2026-05-01" });
  const key = merchant.keys.test.secret;
  const inApril = "from=2026-04-01&to=2026-05-01";
  for (const [zone, expected] of [
    ["UTC", []],
    ["Europe/Berlin", []],
    ["Pacific/Kiritimati", []],
    // 00:00 UTC on 1 May is still in April there.
    ["America/New_York", [id]],
    ["Pacific/Honolulu", [id]],
  ] as const) {
    const rows = await rowsOf(key, `${inApril}&timezone=${zone}`);
    assert.deepEqual(
      rows.map((row) => row.settlement_id),
      expected,
      zone,
    );
  }
  const at = "from=2026-05-01T00:00:00Z&to=2026-05-01T00:00:01Z";
  for (const zone of ["UTC", "Asia/Kathmandu", "America/Havana"]) {
    assert.equal((await rowsOf(key, `${at}&timezone=${zone}`)).length, 1, zone);
  }
});

test("sums of a month are what the bank received in that month, and unsettled rows count by creation", async () => {
  const merchant = await createMerchant();
  const key = merchant.keys.test.secret;
  const booked = (day: string) => ({ createdAt: dateFromMs(Date.parse(`${day}T12:00:00Z`)) });
  const april = await entryRow(merchant, booked("2026-04-29"));
  const may = await entryRow(merchant, { ...booked("2026-04-30"), amount: 500n });
  await entryRow(merchant, { ...booked("2026-04-30"), amount: 70n });
  await settlementRow(merchant, [april], { arrivalDate: "2026-04-30" });
  await settlementRow(merchant, [may], { arrivalDate: "2026-05-04" });
  const months = async (query: string) =>
    (await rowsOf(key, `${query}&group_by=month`)).map(({ month, net }) => [month, net]);
  assert.deepEqual(await months("to=2026-06-01"), [
    ["2026-04", "1000"],
    ["2026-05", "500"],
  ]);
  assert.deepEqual(await months("from=2026-04-01&to=2026-05-01"), [["2026-04", "1000"]]);
  assert.deepEqual(await months("status=unsettled"), [["2026-04", "70"]]);
});

const AMOUNTS = [
  ["EUR", 1_250n, "12.50", "12.38", "0.12"],
  ["EUR", 5n, "0.05", "-0.07", "0.12"],
  ["JPY", 1_250n, "1250", "1238", "12"],
  ["KWD", 1_250n, "1.250", "1.238", "0.012"],
  ["CLF", 1_250n, "0.1250", "0.1238", "0.0012"],
] as const;

test("the decimal layout has the same columns with exactly the digits of the currency", async () => {
  const merchant = await createMerchant();
  const key = merchant.keys.test.secret;
  const big = { currency: "EUR", amount: 999_999_999_999_999n };
  await entryRow(merchant, big);
  for (const [currency, amount] of AMOUNTS) {
    await entryRow(merchant, { currency, amount, markup: 12n });
  }
  const query = "status=unsettled";
  const native = await takeCsv(key, `type=settlement&${query}`);
  const decimal = await takeCsv(key, `type=settlement&${query}&layout=decimal`);
  assert.equal(decimal.text.split("\n")[0], native.text.split("\n")[0]);
  const figures = decimal.rows!.map((row) => [row.currency, row.gross, row.net, row.markup]);
  assert.deepEqual(figures, [
    ...AMOUNTS.map(([currency, , ...amounts]) => [currency, ...amounts]).reverse(),
    ["EUR", "9999999999999.99", "9999999999999.99", "0.00"],
  ]);
  const sums = await takeCsv(key, `type=settlement&${query}&layout=decimal&group_by=currency`);
  assert.deepEqual(
    sums.rows!.map((row) => [row.currency, row.count, row.net]),
    [
      ["CLF", "1", "0.1238"],
      ["EUR", "3", "10000000000012.30"],
      ["JPY", "1", "1238"],
      ["KWD", "1", "1.238"],
    ],
  );
  await paymentRow(merchant, { status: "failed", outcome: "declined", amount: 1_999n });
  const declines = await takeCsv(key, "type=declines&layout=decimal");
  assert.equal(declines.rows![0]!.amount, "19.99");
});

test("a file states its layout, and without one amounts are minor units in every version", async () => {
  const merchant = await createMerchant();
  const key = merchant.keys.test.secret;
  await entryRow(merchant, { amount: 1_250n });
  for (const version of RELEASED_VERSIONS) {
    const file = await takeCsv(key, "type=settlement&status=unsettled", {
      Accept: "text/csv",
      "Service-Version": version,
    });
    assert.equal(file.rows![0]!.gross, "1250", version);
    assert.equal(file.headers.get("Service-Report-Layout"), "native");
    assert.match(file.headers.get("Content-Disposition")!, /"settlement_start_/);
  }
  for (const layout of ["decimal", "adyen"]) {
    const file = await takeCsv(key, `type=settlement&status=unsettled&layout=${layout}`);
    assert.equal(file.headers.get("Service-Report-Layout"), layout);
    const name = new RegExp(`"settlement_${layout}_start_`);
    assert.match(file.headers.get("Content-Disposition")!, name);
    const json = await takeCsv(key, `type=settlement&layout=${layout}`, {});
    assert.equal(json.status, 400);
    assert.match(json.text, new RegExp(`The ${layout} layout is available as CSV only`));
  }
});
