import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { apiApp } from "#lib/api/app.ts";
import { dueClosings } from "#lib/domain/closings/index.ts";
import { createKey } from "#lib/domain/keys/index.ts";
import { recordTransfersIn } from "#lib/domain/ledger/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import { addDays, dayStart, localDay } from "#lib/kernel/period.ts";
import type { MonthClosingWire, MonthCorrectionWire } from "#lib/wire/contract/month-closings.ts";
import { api } from "#test/api.ts";
import { assertInContract } from "#test/contract.ts";
import { entryRow, settlementRow } from "#test/entry-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { paymentRow } from "#test/money-rows.ts";
import { readCsvObjects } from "#test/report-file.ts";

const client = api();
const ZONE = "Europe/Berlin";
const thisMonth = localDay(dateFromMs(nowMs()), ZONE).slice(0, 7);
const MONTH = addDays(`${thisMonth}-01`, -1).slice(0, 7);
/** Noon of the 12th. */
const WITHIN = dateFromMs(dayStart(`${MONTH}-12`, ZONE).getTime() + DAY_MS / 2);
const KINDS = ["settlement", "interchange", "declines", "journal"] as const;

type Refused = { error: { code: string; param: string | null; message: string } };
type List<T> = { data: T[] };

const call = <T = MonthClosingWire>(
  merchant: Merchant,
  method: string,
  path = "",
  body?: object,
  headers?: Record<string, string>,
) => client.call<T>(merchant.keys.test.secret, method, `/v1/month_closings${path}`, body, headers);

const runDue = ({ account }: Merchant) => finishDue(dueClosings, account.id);

async function bytesOf(merchant: Merchant, id: string, file: string): Promise<Buffer> {
  const response = await apiApp.fetch(
    new Request(`http://localhost/v1/month_closings/${id}?format=csv&file=${file}`, {
      headers: { Authorization: `Bearer ${merchant.keys.test.secret}` },
    }),
  );
  assert.equal(response.status, 200);
  assertInContract("GET", `/v1/month_closings/${id}`, response);
  return Buffer.from(await response.arrayBuffer());
}

async function book(merchant: Merchant, amountMinor: bigint): Promise<string> {
  const sourceId = newId("pay");
  const transfer = { kind: "capture", amountMinor, currency: "EUR", sourceId } as const;
  await transact((tx) => recordTransfersIn(tx, merchant.ctx.test, [transfer], WITHIN));
  return sourceId;
}

/** A merchant whose month has a paid settlement of 30.00 EUR with two charges, a decline and a booking. */
async function withMonth(): Promise<Merchant & { entry: string; settlement: string }> {
  const merchant = await createMerchant();
  const payment = await paymentRow(merchant, {
    createdAt: WITHIN,
    description: 'A "quoted"\nline, =1+1',
  });
  const entries = [
    await entryRow(merchant, { createdAt: WITHIN, sourceId: payment, paymentId: payment }),
    await entryRow(merchant, { createdAt: WITHIN, amount: 2_000n }),
  ];
  const arrivalDate = `${MONTH}-14`;
  const settlement = await settlementRow(merchant, entries, { arrivalDate });
  await paymentRow(merchant, { createdAt: WITHIN, status: "failed", outcome: "declined" });
  await book(merchant, 1_000n);
  return { ...merchant, entry: entries[0]!, settlement };
}

async function closed(merchant: Merchant): Promise<MonthClosingWire> {
  const { status, body } = await call(merchant, "POST", "", { month: MONTH });
  assert.equal(status, 201);
  const { status: state, files, sha256, books_proof } = body;
  assert.deepEqual([state, files, sha256, books_proof], ["running", [], null, null]);
  await runDue(merchant);
  const { body: made } = await call(merchant, "GET", `/${body.id}`);
  assert.equal(made.status, "closed");
  return made;
}

async function checked(merchant: Merchant, id: string): Promise<MonthClosingWire> {
  assert.equal((await call(merchant, "POST", `/${id}/check`)).status, 200);
  await runDue(merchant);
  return (await call(merchant, "GET", `/${id}`)).body;
}

const correctionsOf = async (merchant: Merchant, id: string) =>
  (await call<List<MonthCorrectionWire>>(merchant, "GET", `/${id}/corrections`)).body.data;

test("a closed month has four files of the month, and sha256sum proves its hash", async () => {
  const merchant = await withMonth();
  const closing = await closed(merchant);
  assert.deepEqual(closing.files.map(({ file }) => file).sort(), [...KINDS].sort());
  assert.deepEqual([closing.month, closing.timezone], [MONTH, ZONE]);
  const directory = mkdtempSync(join(tmpdir(), "closing-"));
  try {
    for (const { file, name, sha256, byte_count } of closing.files) {
      const bytes = await bytesOf(merchant, closing.id, file);
      assert.equal(createHash("sha256").update(bytes).digest("hex"), sha256);
      assert.equal(bytes.length, byte_count);
      writeFileSync(join(directory, name), bytes);
    }
    const command = "sha256sum * | LC_ALL=C sort | sha256sum";
    const shown = execFileSync("sh", ["-c", command], { cwd: directory }).toString();
    assert.equal(shown, `${closing.sha256}  -\n`);
  } finally {
    rmSync(directory, { recursive: true });
  }
  const rows = readCsvObjects((await bytesOf(merchant, closing.id, "settlement")).toString());
  assert.deepEqual(rows.map(({ net }) => net).sort(), ["10.00", "20.00"]);
  const declines = readCsvObjects((await bytesOf(merchant, closing.id, "declines")).toString());
  assert.equal(declines.length, 1);
  const journal = (await bytesOf(merchant, closing.id, "journal")).toString();
  assert.match(journal, new RegExp(`\\n${MONTH}-12 \\* \\(ltr_`));
});

test("nothing is corrected while nothing was recorded later", async () => {
  const merchant = await withMonth();
  const { id } = await closed(merchant);
  const { corrections } = await checked(merchant, id);
  assert.deepEqual([corrections.complete, corrections.totals], [true, []]);
  assert.ok(corrections.checked);
  assert.ok(Date.parse(corrections.next_check!) > nowMs());
});

test("what is recorded later becomes a correction, and the closed files stay the same bytes", async () => {
  const merchant = await withMonth();
  const { id, sha256 } = await closed(merchant);
  const before = await Promise.all(KINDS.map((kind) => bytesOf(merchant, id, kind)));
  const late = await entryRow(merchant, { createdAt: WITHIN, amount: 700n });
  await settlementRow(merchant, [late], { arrivalDate: `${MONTH}-15` });
  const fail =
    "update settlements set status = 'failed', paid_at = null where account_id = $1 and id = $2";
  await getPool().query(fail, [merchant.account.id, merchant.settlement]);
  const declined = await paymentRow(merchant, {
    createdAt: WITHIN,
    status: "failed",
    outcome: "declined",
  });
  await book(merchant, 700n);
  const closing = await checked(merchant, id);
  const now = await Promise.all(KINDS.map((kind) => bytesOf(merchant, id, kind)));
  assert.deepEqual(now, before);
  assert.equal(closing.sha256, sha256);
  assert.deepEqual(closing.corrections.totals, [
    { file: "declines", currency: "EUR", count: 1, amount: 1_000 },
    { file: "journal", currency: "EUR", count: 1, amount: 700 },
    { file: "settlement", currency: "EUR", count: 3, amount: 700 - 3_000 },
  ]);
  const found = await correctionsOf(merchant, id);
  const of = (file: string) => found.filter((one) => one.file === file);
  assert.deepEqual(
    of("settlement")
      .map((one) => [one.change, one.amount_before, one.amount_now])
      .sort(),
    [
      ["added", null, 700],
      ["missing", 1_000, null],
      ["missing", 2_000, null],
    ],
  );
  assert.equal(of("settlement").find(({ change }) => change === "added")?.row, late);
  assert.deepEqual(
    of("declines").map(({ row }) => row),
    [declined],
  );
  assert.match(of("journal")[0]!.row, /^ltr_/);
});

test("a changed row names its columns, keeps its id, and is no correction once it is as before", async () => {
  const merchant = await withMonth();
  const { id } = await closed(merchant);
  const rename = (text: string) =>
    getPool().query(
      "update settlements set bank_reference = $3 where account_id = $1 and id = $2 returning bank_reference",
      [merchant.account.id, merchant.settlement, text],
    );
  const { rows } = await getPool().query(
    "select bank_reference from settlements where account_id = $1 and id = $2",
    [merchant.account.id, merchant.settlement],
  );
  await rename("SOMETHING ELSE");
  await checked(merchant, id);
  const first = await correctionsOf(merchant, id);
  assert.deepEqual(
    first.map(({ change, columns }) => [change, columns]),
    [
      ["changed", ["bank_reference"]],
      ["changed", ["bank_reference"]],
    ],
  );
  await checked(merchant, id);
  assert.deepEqual(
    (await correctionsOf(merchant, id)).map((one) => one.id),
    first.map((one) => one.id),
  );
  await rename(rows[0].bank_reference);
  assert.deepEqual((await checked(merchant, id)).corrections.totals, []);
  assert.deepEqual(await correctionsOf(merchant, id), []);
});

test("closing a month sends one event, and each check that finds other corrections than before another", async () => {
  const merchant = await withMonth();
  const { id } = await closed(merchant);
  const events = async () => {
    const { rows } = await getPool().query(
      "select type, data from events where account_id = $1 and type like 'month_closing.%' order by id",
      [merchant.account.id],
    );
    return rows as { type: string; data: MonthClosingWire }[];
  };
  await checked(merchant, id);
  const [first, ...others] = await events();
  assert.deepEqual([first!.type, others], ["month_closing.closed", []]);
  assert.deepEqual(first!.data.files.length, 4);
  await book(merchant, 700n);
  await checked(merchant, id);
  await checked(merchant, id);
  const found = await events();
  assert.deepEqual(
    found.map(({ type }) => type),
    ["month_closing.closed", "month_closing.corrected"],
  );
  const { corrections, sha256 } = found[1]!.data;
  assert.equal(sha256, first!.data.sha256);
  assert.deepEqual(corrections.totals, [
    { file: "journal", currency: "EUR", count: 1, amount: 700 },
  ]);
});

test("of many who close the same month at once one succeeds and the others get 409", async () => {
  const merchant = await createMerchant();
  const attempts = await Promise.all(
    Array.from({ length: 6 }, () => call(merchant, "POST", "", { month: MONTH })),
  );
  assert.deepEqual(attempts.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
  const refused = attempts.find(({ status }) => status === 409)!.body as unknown as Refused;
  assert.equal(refused.error.code, "state_invalid");
  await Promise.all([runDue(merchant), runDue(merchant)]);
  const again = await call<Refused>(merchant, "POST", "", { month: MONTH });
  assert.match(again.body.error.message, /is closed already \(mcl_/);
});

test("a month that has not ended, or is none, is refused", async () => {
  const merchant = await createMerchant();
  for (const month of [thisMonth, "2099-01", "2026-13", "2026-1", "1999-12", "October"]) {
    const { status, body } = await call<Refused>(merchant, "POST", "", { month });
    assert.deepEqual([status, body.error.param], [400, "month"], month);
  }
  const { body } = await call<Refused>(merchant, "POST", "", { month: MONTH, until: "now" });
  assert.equal(body.error.param, "until");
  assert.deepEqual((await call<List<object>>(merchant, "GET")).body.data, []);
});

test("a repeated request with the same key closes the month once", async () => {
  const merchant = await createMerchant();
  const headers = { "Idempotency-Key": "close-it" };
  const send = () => call(merchant, "POST", "", { month: MONTH }, headers);
  const [first, second] = [await send(), await send()];
  assert.equal(second.body.id, first.body.id);
  assert.equal((await call<List<object>>(merchant, "GET")).body.data.length, 1);
});

test("another account, the other mode and a key without the scope reach no closing", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const { id } = await closed(merchant);
  const path = `/v1/month_closings/${id}`;
  for (const key of [other.keys.test.secret, merchant.keys.live.secret]) {
    for (const [method, at] of [
      ["GET", path],
      ["GET", `${path}?format=csv&file=journal`],
      ["GET", `${path}/corrections`],
      ["POST", `${path}/check`],
    ] as const) {
      assert.equal((await client.call(key, method, at)).status, 404, at);
    }
  }
  const { plaintext } = await createKey(merchant.ctx.test, {
    kind: "secret",
    name: "Reads only",
    scopes: ["reports:read"],
  });
  assert.equal((await client.call(plaintext, "GET", path)).status, 200);
  assert.equal((await client.call(plaintext, "POST", `${path}/check`)).status, 403);
  const closeIt = { month: MONTH };
  assert.equal((await client.call(plaintext, "POST", "/v1/month_closings", closeIt)).status, 403);
  assert.equal((await client.call(null, "POST", "/v1/month_closings", closeIt)).status, 401);
  assert.equal((await client.call(null, "GET", path)).status, 401);
});

test("the service cannot change or delete a closed file", async () => {
  const merchant = await withMonth();
  const { id } = await closed(merchant);
  for (const text of [
    "update month_closing_pieces set bytes = 'x' where closing_id = $1",
    "delete from month_closing_pieces where closing_id = $1",
    "update month_closing_files set sha256 = 'x' where closing_id = $1",
    "delete from month_closing_files where closing_id = $1",
  ]) {
    await assert.rejects(getPool().query(text, [id]), { code: "42501" });
  }
});

test("after a worker died another one makes all files anew", async () => {
  const merchant = await withMonth();
  const { body } = await call(merchant, "POST", "", { month: MONTH });
  await getPool().query("update month_closings set attempt = 1 where id = $1", [body.id]);
  await getPool().query(
    `insert into month_closing_pieces (account_id, closing_id, attempt, kind, number, bytes)
     values ($1, $2, 1, 'settlement', 0, 'half')`,
    [merchant.account.id, body.id],
  );
  await runDue(merchant);
  const { body: made } = await call(merchant, "GET", `/${body.id}`);
  const bytes = await bytesOf(merchant, body.id, "settlement");
  assert.equal(
    createHash("sha256").update(bytes).digest("hex"),
    made.files.find(({ file }) => file === "settlement")?.sha256,
  );
});

test("a closing that failed five times is failed, and its month can be closed again", async () => {
  const merchant = await createMerchant();
  const { body } = await call(merchant, "POST", "", { month: MONTH });
  await getPool().query("update month_closings set attempt = 5 where id = $1", [body.id]);
  await runDue(merchant);
  const { body: failed } = await call(merchant, "GET", `/${body.id}`);
  assert.deepEqual([failed.status, failed.files], ["failed", []]);
  assert.equal((await call(merchant, "POST", `/${body.id}/check`)).status, 409);
  assert.equal((await closed(merchant)).status, "closed");
});
