import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFromMs, useClock } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { type AnyBody, api } from "#test/api.ts";
import { entryRow, settlementRow } from "#test/entry-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { paymentRow } from "#test/money-rows.ts";
import { CHARGE, oneBatch } from "#test/one-batch.ts";
import { takeCsv } from "#test/report-file.ts";

const client = api();

const get = (merchant: Merchant, query: string) =>
  client.call<AnyBody & { has_more: boolean; next_cursor: string | null }>(
    merchant.keys.test.secret,
    "GET",
    `/v1/reports?${query}`,
  );

test("a settlement's rows have amount, costs and net, in pages and as a file alike", async () => {
  const merchant = await createMerchant();
  const made = await oneBatch(merchant);
  const { body } = await get(merchant, "type=settlement&from=2026-04-01&to=2026-05-01");
  assert.deepEqual(body.data[1], {
    settlement_id: made.settlement,
    settlement_effective_at: "2026-04-14",
    balance_transaction_id: made.entries[0],
    created_utc: "2026-04-12T09:31:07Z",
    created: "2026-04-12T09:31:07Z",
    available_on: "2026-04-13T00:00:00Z",
    currency: "EUR",
    gross: 1_999,
    fee: 20,
    net: 1_979,
    reporting_category: "charge",
    source_id: made.payment,
    description: "Order 6735",
    customer_id: made.customerId,
    payment_id: made.payment,
    refund_id: null,
    dispute_id: null,
    invoice_id: null,
    subscription_id: null,
    payment_method_type: "card",
    card_brand: "visa",
    card_funding: "credit",
    card_country: "DE",
    statement_descriptor: "LINDQVIST",
    dispute_reason: null,
    settlement_status: "paid",
    paid_at: "2026-04-14T00:00:00Z",
    bank_reference: `PD${made.settlement.slice(-16).toUpperCase()}`,
    interchange: 6,
    scheme_fee: 2,
    markup: 12,
  });
  const [refund] = body.data;
  assert.deepEqual(
    [refund!.refund_id, refund!.gross, refund!.net, refund!.payment_id],
    [made.refund, -500, -500, made.payment],
  );
  const file = await takeCsv(
    merchant.keys.test.secret,
    "type=settlement&from=2026-04-01&to=2026-05-01",
  );
  const asText = body.data.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell ?? "")])),
  );
  assert.deepEqual(file.rows, asText);
});

test("the settlement report selects by the moment of arrival; unsettled rows are selected separately", async () => {
  const merchant = await createMerchant();
  await oneBatch(merchant);
  const waiting = await entryRow(merchant, { createdAt: dateFromMs(Date.UTC(2026, 3, 13)) });
  const count = async (query: string) =>
    (await get(merchant, `type=settlement&${query}`)).body.data.length;
  assert.equal(await count("from=2026-04-14&to=2026-04-15"), 2);
  assert.equal(await count("from=2026-04-12&to=2026-04-14"), 0, "its rows are of the 12th");
  assert.equal(await count("from=2026-04-14T00:00:01Z"), 0);
  assert.equal(
    await count("from=2026-04-14T02:00:00&to=2026-04-14T02:00:01&timezone=Europe/Berlin"),
    2,
  );
  const soon = await entryRow(merchant);
  const next = await settlementRow(merchant, [soon], { arrivalDate: "2199-04-14" });
  assert.equal(await count("from=2026-04-15"), 0, "it has not arrived");
  assert.equal(await count(`settlement=${next}`), 1, "who names it wants it whole");
  const rest = await get(
    merchant,
    "type=settlement&status=unsettled&from=2026-04-13&to=2026-04-14",
  );
  assert.deepEqual(
    rest.body.data.map((row) => [row.balance_transaction_id, row.settlement_id]),
    [[waiting, null]],
  );
});

test("times without an offset and hours are in the zone, also on days of clock changes", async () => {
  const merchant = await createMerchant();
  // In Berlin, 25 October 2026 has 25 hours, and 02:30 twice.
  const moments = [
    "2026-10-24T21:59:59Z",
    "2026-10-25T00:30:00Z",
    "2026-10-25T01:30:00Z",
    "2026-10-25T23:00:00Z",
  ];
  for (const moment of moments) {
    await paymentRow(merchant, {
      status: "failed",
      outcome: "declined",
      createdAt: dateFromMs(Date.parse(moment)),
    });
  }
  const { body } = await get(
    merchant,
    "type=declines&from=2026-10-25&to=2026-10-26&timezone=Europe/Berlin",
  );
  assert.deepEqual(
    body.data.map(({ created }) => created),
    ["2026-10-25T01:30:00Z", "2026-10-25T00:30:00Z"],
  );
  for (const [narrowed, count] of [
    ["hour=2", 2],
    ["hour=23", 1],
    ["hour=0,2", 3],
    ["hour=14", 0],
    // No advice code against a retry.
    ["hour=2&soft_hard=soft", 2],
  ] as const) {
    const query = `type=declines&timezone=Europe/Berlin&${narrowed}`;
    const { rows } = await takeCsv(merchant.keys.test.secret, query);
    assert.equal(rows!.length, count, narrowed);
  }
  const noHour = await get(merchant, "type=declines&hour=24");
  assert.deepEqual([noHour.status, noHour.body.error?.param], [400, "hour"]);
  const byDay = await get(
    merchant,
    "type=declines&group_by=day&timezone=Europe/Berlin&from=2026-10-24&to=2026-10-27",
  );
  assert.deepEqual(
    byDay.body.data.map(({ day, count }) => [day, count]),
    [
      ["2026-10-24", 1],
      ["2026-10-25", 2],
      ["2026-10-26", 1],
    ],
  );
});

test("interchange++ has the costs of each card charge with their cause; other methods have none", async () => {
  const merchant = await createMerchant({ country: "NL" });
  const { payment, settlement } = await oneBatch(merchant);
  const ideal = await paymentRow(merchant, { method: "ideal", cardBrand: null });
  await entryRow(merchant, { paymentId: ideal, commission: 29n });
  const { body } = await get(merchant, "type=interchange");
  assert.deepEqual(body.data, [
    {
      payment_id: payment,
      settlement_id: settlement,
      booking_date: "2026-04-12",
      type: "charge",
      scheme: "visa",
      card_product: "classic",
      funding: "credit",
      consumer_or_commercial: "consumer",
      issuer_country: "DE",
      acquirer_country: "NL",
      region: "domestic",
      amount: 1_999,
      currency: "EUR",
      interchange_rate_bp: 30,
      interchange_fixed: 0,
      interchange: 6,
      scheme_fee: 2,
      markup: 12,
      total_fee: 20,
      effective_bp: 100.05,
    },
  ]);
});

const NO_COSTS = { interchange: 0, scheme_fee: 0, markup: 0 };

test("sums never mix currencies, have a row count, and come in pages too", async () => {
  const merchant = await createMerchant();
  const entries: Id<"txn">[] = [];
  for (const [currency, type, amount] of [
    ["EUR", "charge", 1_000n],
    ["EUR", "charge", 2_000n],
    ["EUR", "refund", -300n],
    ["GBP", "charge", 700n],
  ] as const) {
    entries.push(await entryRow(merchant, { currency, type, amount }));
  }
  await settlementRow(merchant, entries.slice(0, 3), { arrivalDate: "2026-04-14" });
  await settlementRow(merchant, entries.slice(3), { arrivalDate: "2026-04-14" });
  const query = "type=settlement&group_by=reporting_category";
  const { body } = await get(merchant, query);
  const expected = [
    {
      reporting_category: "charge",
      currency: "EUR",
      count: 2,
      gross: 3_000,
      fee: 0,
      net: 3_000,
      ...NO_COSTS,
    },
    {
      reporting_category: "charge",
      currency: "GBP",
      count: 1,
      gross: 700,
      fee: 0,
      net: 700,
      ...NO_COSTS,
    },
    {
      reporting_category: "refund",
      currency: "EUR",
      count: 1,
      gross: -300,
      fee: 0,
      net: -300,
      ...NO_COSTS,
    },
  ];
  assert.deepEqual(body.data, expected as unknown as AnyBody[]);
  const walked: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const after: string = cursor ? `&starting_after=${cursor}` : "";
    const page = await get(merchant, `${query}&limit=1${after}`);
    walked.push(...page.body.data);
    cursor = page.body.next_cursor;
  }
  assert.deepEqual(walked, expected);
  const { rows } = await takeCsv(merchant.keys.test.secret, `${query}&columns=net,currency`);
  assert.deepEqual(rows, [
    { net: "3000", currency: "EUR" },
    { net: "700", currency: "GBP" },
    { net: "-300", currency: "EUR" },
  ]);
});

test("columns and filters select the content, in the requested order", async () => {
  const merchant = await createMerchant();
  const { settlement } = await oneBatch(merchant);
  const key = merchant.keys.test.secret;
  const rowsOf = async (query: string) => (await takeCsv(key, `type=settlement&${query}`)).rows!;
  assert.deepEqual(await rowsOf("columns=net,reporting_category"), [
    { net: "-500", reporting_category: "refund" },
    { net: "1979", reporting_category: "charge" },
  ]);
  for (const [filter, count] of [
    ["currency=EUR", 2],
    ["currency=GBP", 0],
    ["currency=GBP,EUR", 2],
    ["method=card", 2],
    ["method=ideal", 0],
    ["reporting_category=refund", 1],
    [`settlement=${settlement}`, 2],
    ["settlement=stl_01kp0c5n7v3m8q2w4x6y9z1b5d", 0],
    ["scheme[]=visa&scheme[]=mastercard", 2],
    ["issuer_name=none", 2],
    ["scheme=none", 0],
    ["scheme=none,visa", 2],
  ] as const) {
    assert.equal((await rowsOf(filter)).length, count, filter);
  }
});

/** Speeds up the clock, so that the rate limit of lists does not end the test. */
function withFastClock(): () => void {
  let ms = 1_900_000_000_000;
  return useClock({ nowMs: () => (ms += 200) });
}

test("a filter with a word that no row can have is refused, in reports, files and schedules", async (context) => {
  const putBack = withFastClock();
  context.after(putBack);
  const { keys } = await createMerchant();
  const key = keys.test.secret;
  for (const [type, name, wrong, right] of [
    ["settlement", "method", "creditcard", "card,none"],
    ["settlement", "reporting_category", "refunds", "refund"],
    ["settlement", "funding", "Credit", "credit"],
    ["settlement", "issuer_country", "de", "DE,none"],
    ["declines", "sca", "3ds", "3ds2"],
    ["declines", "exemption_outcome", "yes", "accepted"],
    ["declines", "soft_hard", "softish", "soft,hard"],
    ["declines", "amount_band", "1", "0,1000"],
    ["interchange", "region", "EU", "intra_eea"],
    ["interchange", "card_product", "gold", "premium"],
  ] as const) {
    const read = (value: string) =>
      client.call(key, "GET", `/v1/reports?type=${type}&${name}=${value}`);
    const make = (path: string, more: object) =>
      client.call(key, "POST", path, { type, [name]: wrong, ...more });
    for (const { status, body } of [
      await read(wrong),
      await make("/v1/report_runs", {}),
      await make("/v1/report_schedules", { interval: "monthly" }),
    ]) {
      assert.deepEqual([status, body.error?.param], [400, name], wrong);
      assert.match(body.error.message, /none$/, wrong);
    }
    assert.equal((await read(right)).status, 200, right);
  }
});

test("pages of a report have no gap, across any settlements", async () => {
  const putBack = withFastClock();
  try {
    const merchant = await createMerchant();
    for (const [arrivalDate, count] of [
      ["2026-04-14", 3],
      ["2026-04-15", 5],
      ["2026-04-16", 1],
    ] as const) {
      const ids: Id<"txn">[] = [];
      for (let i = 0; i < count; i++) ids.push(await entryRow(merchant, CHARGE));
      await settlementRow(merchant, ids, { arrivalDate });
    }
    const all = await takeCsv(merchant.keys.test.secret, "type=settlement");
    const expected = all.rows!.map((row) => row.balance_transaction_id);
    assert.equal(expected.length, 9);
    const days = all.rows!.map((row) => row.settlement_effective_at!);
    assert.deepEqual(days, [...days].sort().reverse(), "the newest first");
    for (const type of ["settlement", "interchange"]) {
      const id = type === "settlement" ? "balance_transaction_id" : "payment_id";
      for (const limit of [1, 2, 4, 9]) {
        const walked: unknown[] = [];
        for (let cursor: string | null = ""; cursor !== null; ) {
          const after: string = cursor ? `&starting_after=${cursor}` : "";
          const { body } = await get(merchant, `type=${type}&columns=${id}&limit=${limit}${after}`);
          assert.ok(body.data, JSON.stringify(body));
          walked.push(...body.data.map((row) => row[id]));
          cursor = body.next_cursor;
        }
        assert.equal(new Set(walked).size, 9);
        if (type === "settlement") assert.deepEqual(walked, expected);
      }
    }
  } finally {
    putBack();
  }
});
