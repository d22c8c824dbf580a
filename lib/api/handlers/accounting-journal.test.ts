import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, test } from "node:test";
import { closeDb } from "#db/client.ts";
import { apiApp } from "#lib/api/app.ts";
import { parseCamt053 } from "#lib/domain/bank-statements/formats/parse-camt053.ts";
import { parseMt940 } from "#lib/domain/bank-statements/formats/parse-mt940.ts";
import { dueSchedules, makeNextFile } from "#lib/domain/reports/index.ts";
import { DAY_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { addDays, localDay } from "#lib/kernel/period.ts";
import type { ReportScheduleWire } from "#lib/wire/contract/report-schedules.ts";
import type { ReportWire } from "#lib/wire/contract/reports.ts";
import { assertInContract } from "#test/contract.ts";
import { openTill, type Till } from "#test/money.ts";
import { moveClock } from "#test/moving-clock.ts";
import { readCsvObjects, takeCsv } from "#test/report-file.ts";

after(closeDb);

const never = new AbortController().signal;
const ZONE = "Europe/Berlin";

/** A merchant with a charge, a refund and fees, and the day after them by its clock. */
async function booked(): Promise<{ till: Till; from: string; to: string }> {
  const till = await openTill();
  const { body } = await till.charge({ amount: 10_000 });
  await till.refund({ payment: body.id, amount: 2_500 });
  const from = localDay(new Date(nowMs()), ZONE);
  await till.call("POST", "/v1/test/clock/advance", { seconds: 3 * 86_400 });
  return { till, from, to: addDays(from, 2) };
}

const queryOf = (params: Record<string, string>) =>
  new URLSearchParams({ type: "accounting_journal", timezone: ZONE, ...params }).toString();

async function fileOf(till: Till, id: string): Promise<Response> {
  const request = new Request(`http://localhost/v1/report_runs/${id}?format=csv`, {
    headers: { Authorization: `Bearer ${till.key}` },
  });
  return await apiApp.fetch(request);
}

test("a prepared journal is the streamed one: name, type, hash, rows and proof", async () => {
  const { till, from, to } = await booked();
  const types = {
    datev: ["text/csv; charset=windows-1252; header=present", "EXTF_", ".csv"],
    camt053: ["application/xml; charset=utf-8", "", ".xml"],
    mt940: ["text/plain; charset=us-ascii", "", ".sta"],
    xero: ["text/csv; charset=utf-8; header=present", "", ".csv"],
  } as const;
  for (const [layout, [type, prefix, extension]] of Object.entries(types)) {
    const body = { type: "accounting_journal", timezone: ZONE, from, to, currency: "EUR", layout };
    const run = await till.call<ReportWire>("POST", "/v1/report_runs", body);
    assert.deepEqual(
      [run.status, run.body.type, run.body.layout],
      [201, "accounting_journal", layout],
    );
    while (await makeNextFile(never));
    const response = await fileOf(till, run.body.id);
    assert.equal(response.headers.get("content-type"), type);
    assertInContract("GET", `/v1/report_runs/${run.body.id}`, response);
    const name = `${prefix}accounting_journal_${layout}_${from}_${to}_EUR${extension}`;
    assert.equal(response.headers.get("content-disposition"), `attachment; filename="${name}"`);
    assert.equal(response.headers.get("service-report-layout"), layout);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { body: made } = await till.call<ReportWire>("GET", `/v1/report_runs/${run.body.id}`);
    assert.equal(createHash("sha256").update(bytes).digest("hex"), made.sha256);
    assert.equal(response.headers.get("service-row-count"), String(made.row_count));
    assert.match(response.headers.get("service-books-proof") ?? "", /./);
    const sent = await fetchNow(
      till,
      queryOf({ from, to, currency: "EUR", layout, format: "csv" }),
    );
    assert.equal(sent.headers.get("content-type"), type);
    assertInContract("GET", "/v1/reports", sent);
    assert.ok(bytes.equals(Buffer.from(await sent.arrayBuffer())), layout);
  }
});

const fetchNow = async (till: Till, query: string): Promise<Response> =>
  await apiApp.fetch(
    new Request(`http://localhost/v1/reports?${query}`, {
      headers: { Authorization: `Bearer ${till.key}` },
    }),
  );

test("the statement's closing balance is the balance of the account, and the entries have the fees by kind", async () => {
  const { till, from } = await booked();
  const to = addDays(from, 3);
  const textOf = async (layout: string) => {
    const query = queryOf({ from, to, currency: "EUR", layout, format: "csv" });
    return await (await fetchNow(till, query)).text();
  };
  const statements = parseCamt053(await textOf("camt053"));
  const [balance] = await till.rows<{ net: bigint }>(
    `select sum(case when credit = 'merchant_balance' then amount else -amount end)::bigint as net
       from ledger_transfers where account_id = $1 and 'merchant_balance' in (debit, credit)`,
  );
  assert.equal(statements.at(-1)!.closingMinor, balance!.net);
  assert.equal(parseMt940(await textOf("mt940")).at(-1)!.closingMinor, balance!.net);
  const rows = await textOf("decimal");
  const kinds = readCsvObjects(rows.replaceAll("\r\n", "\n")).map(({ kind }) => kind);
  for (const kind of ["capture", "refund", "interchange", "scheme_fee", "markup", "settlement"]) {
    assert.ok(kinds.includes(kind), kind);
  }
});

test("a monthly schedule prepares the journal of each month; a weekly DATEV file is refused", async () => {
  const till = await openTill();
  await till.charge();
  const report = { type: "accounting_journal", timezone: ZONE, currency: "EUR", layout: "xero" };
  const made = await till.call<ReportScheduleWire>("POST", "/v1/report_schedules", {
    ...report,
    interval: "monthly",
  });
  assert.deepEqual(
    [made.status, made.body.layout, made.body.parameters],
    [201, "xero", { currency: ["EUR"] }],
  );
  const refused = await till.call("POST", "/v1/report_schedules", {
    ...report,
    layout: "datev",
    interval: "weekly",
  });
  assert.deepEqual([refused.status, refused.body.error.param], [400, "interval"]);
  const clock = moveClock();
  try {
    clock.advance(35 * DAY_MS);
    await finishDue(dueSchedules, till.account.id, () => false);
  } finally {
    clock.putBack();
  }
  while (await makeNextFile(never));
  const { body } = await till.call<{ data: ReportWire[] }>("GET", "/v1/report_runs");
  // Late in a month, 35 days end two of them.
  const file = body.data.at(-1);
  assert.deepEqual(
    [file?.status, file?.schedule, file?.from],
    ["ready", made.body.id, made.body.next_from],
  );
});

test("a day is in a journal once everything recorded in it is committed, 15 minutes after its end", async () => {
  const till = await openTill();
  await till.charge();
  const today = localDay(new Date(nowMs()), "UTC");
  const days = { from: today, to: addDays(today, 1), timezone: "UTC" };
  const query = queryOf({ ...days, currency: "EUR", layout: "decimal", format: "csv" });
  const clock = moveClock();
  try {
    clock.advance(Date.parse(days.to) - nowMs() + 5 * MINUTE_MS);
    const early = await fetchNow(till, query);
    assert.equal(early.status, 400);
    assert.equal(JSON.parse(await early.text()).error.param, "to");
    clock.advance(10 * MINUTE_MS);
    const whole = await fetchNow(till, query);
    assert.equal(whole.status, 200);
    await whole.text();
  } finally {
    clock.putBack();
  }
});

test("an invalid journal is refused by its parameter", async () => {
  const { till, from, to } = await booked();
  const good = { from, to, currency: "EUR", layout: "datev" };
  const cases: [params: Record<string, string>, param: string][] = [
    [{ ...good, currency: "EUR,USD" }, "currency"],
    [{ from, to, layout: "xero" }, "currency"],
    [{ ...good, currency: "EURO" }, "currency"],
    [{ ...good, currency: "KWD" }, "currency"],
    [{ ...good, layout: "adyen" }, "layout"],
    [{ to, currency: "EUR" }, "from"],
    [{ ...good, from: `${from}T08:00:00` }, "from"],
    [{ ...good, to: from }, "to"],
    [{ ...good, to: addDays(from, 30) }, "to"],
    [{ ...good, from: addDays(from, -400) }, "to"],
    [{ ...good, from: addDays(from, -340) }, "from"],
    [{ ...good, status: "all" }, "status"],
    [{ ...good, columns: "day" }, "columns"],
    [{ ...good, group_by: "day" }, "group_by"],
    [{ ...good, scheme: "visa" }, "scheme"],
    [{ ...good, timezone: "Mars/Base" }, "timezone"],
  ];
  for (const [params, param] of cases) {
    const { status, text } = await takeCsv(till.key, queryOf(params));
    const { error } = JSON.parse(text);
    assert.deepEqual([status, error.param], [400, param], JSON.stringify(params));
  }
  const others: [query: string, param: string][] = [
    ["type=settlement&layout=datev&format=csv", "layout"],
    [queryOf({ ...good, format: "json" }), "format"],
  ];
  for (const [query, param] of others) {
    const response = await fetchNow(till, query);
    const { error } = (await response.json()) as { error: { param: string } };
    assert.deepEqual([response.status, error.param], [400, param], query);
  }
});
