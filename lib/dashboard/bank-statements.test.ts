import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { stopWatching } from "#lib/domain/live/index.ts";
import { newStatement } from "#test/bank-statements.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

after(async () => {
  await stopWatching();
});

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
const PATH = "/test/bank-statements";

const upload = (visitor: DashboardVisitor, more: object) =>
  visitor.post(PATH, { fileName: "march.csv", csv: null, attempt: randomUUID(), ...more });

const CSV = "Buchungstag;Verwendungszweck;Betrag\n02.03.2026;Größe;-900,00\n";

test("a CSV file's columns are guessed, and remembered for the bank account once it is added", async () => {
  const owner = await signedIn(await createMerchant());
  // Windows-1252, as German banks write it.
  const file = base64(Buffer.from(CSV, "latin1"));
  const { body: first } = await owner.post(`${PATH}/preview`, { file });
  const { mapping } = first.columns;
  assert.deepEqual(
    [first.columns.header, first.columns.samples, first.columns.bankAccount],
    [["Buchungstag", "Verwendungszweck", "Betrag"], [["02.03.2026", "Größe", "-900,00"]], null],
  );
  assert.deepEqual(
    [mapping.bookingDate, mapping.text, mapping.amount, mapping.dateFormat, mapping.decimal],
    ["Buchungstag", "Verwendungszweck", "Betrag", "DD.MM.YYYY", ","],
  );
  const csv = {
    bankAccount: "DE89 3704 0044 0532 0130 00",
    currency: "EUR",
    opening: "1.000,00",
    closing: "100,00",
    mapping: { ...mapping, valueDate: "Buchungstag" },
  };
  for (const [wrong, param] of [
    [{ bankAccount: " " }, "bankAccount"],
    [{ currency: "EUX" }, "currency"],
    [{ opening: "a lot" }, "opening"],
    [{ closing: null }, "closing"],
    [{ closing: "100,01" }, "file"],
    [{ mapping: { ...mapping, amount: null } }, "mapping[amount]"],
  ] as const) {
    const { status, body } = await upload(owner, { file, csv: { ...csv, ...wrong } });
    assert.deepEqual([status, body.error.param], [400, param]);
  }
  const { status, body } = await upload(owner, { file, csv });
  assert.deepEqual(
    [status, body.lines, body.added[0].bankAccount],
    [201, 1, "DE89370400440532013000"],
  );
  const { body: again } = await owner.post(`${PATH}/preview`, { file });
  assert.deepEqual(
    [again.columns.bankAccount, again.columns.currency, again.columns.mapping.valueDate],
    ["DE89370400440532013000", "EUR", "Buchungstag"],
  );
  const stranger = await signedIn(await createMerchant());
  const { body: others } = await stranger.post(`${PATH}/preview`, { file });
  assert.deepEqual([others.columns.bankAccount, others.columns.mapping.valueDate], [null, null]);
});

test("an upload that is sent again with its attempt gets its answer, another one is refused", async () => {
  const owner = await signedIn(await createMerchant());
  const params = { file: newStatement(), fileName: "march.xml", attempt: randomUUID() };
  const first = await upload(owner, params);
  const repeat = await upload(owner, params);
  assert.deepEqual([first.status, repeat.status], [201, 200]);
  assert.deepEqual(repeat.body, first.body);
  const other = await upload(owner, { ...params, attempt: randomUUID() });
  assert.deepEqual([other.status, other.body.error.param], [400, "file"]);
  assert.match(other.body.error.message, /was added on .* as march.xml/);
});

test("files that are too large, not base64 or without a statement are refused with what to do", async () => {
  const owner = await signedIn(await createMerchant());
  const cases: [file: string, status: number, message: RegExp][] = [
    ["", 400, /empty/],
    ["?", 400, /base64/],
    [base64("   "), 400, /The file is empty/],
    [base64("<html></html>"), 400, /not a bank statement/],
    [base64("one line"), 400, /no line that names at least three columns/],
    [
      base64('<?xml version="1.0" encoding="UTF-7"?><a/>'),
      400,
      /encoded in utf-7. Save it as UTF-8/,
    ],
    [base64(Buffer.alloc(12 * 2 ** 20 + 3, "a")), 413, /at most 12 MiB/],
    [base64(Buffer.alloc(14 * 2 ** 20, "a")), 413, /at most/],
  ];
  for (const [file, status, message] of cases) {
    const answer = await owner.post(`${PATH}/preview`, { file });
    assert.equal(answer.status, status, String(message));
    assert.match(answer.body.error.message, message);
  }
});

test("live mode has no sandbox statement, and its lines are separate", async () => {
  const owner = await signedIn(await createMerchant());
  const sandbox = await owner.get("/live/bank-statements/sandbox");
  assert.equal(sandbox.status, 404);
  const { body: none } = await owner.get(`${PATH}/sandbox`);
  assert.match(none.error.message, /No settlement or payout moved money until then/);
  const { body } = await upload(owner, { file: newStatement() });
  const { body: lines } = await owner.get(`/test/bank-lines?statement=${body.added[0].id}`);
  const [line] = lines.lines;
  assert.deepEqual((await owner.get("/live/bank-lines")).body.lines, []);
  const decision = () => ({ reason: "a reason", attempt: randomUUID() });
  const { status } = await owner.post(`/live/bank-lines/${line.id}/set-aside`, decision());
  assert.equal(status, 404);
  const removed = await owner.post(`/live/bank-statements/${body.added[0].id}/remove`, decision());
  assert.equal(removed.status, 404);
});

test("lines are found by text, object, amount, state and booking day", async () => {
  const owner = await signedIn(await createMerchant());
  const { body } = await upload(owner, { file: newStatement() });
  const { id } = (await owner.get("/test/bank-lines")).body.lines[0];
  for (const [query, count] of [
    ["q=something", 1],
    ["q=12.34", 1],
    ["q=-12%2C34", 1],
    ["q=12.35", 0],
    ["q=stl_01", 0],
    ["state=open", 1],
    ["state=matched,set_aside", 0],
    ["currency=EUR", 1],
    ["currency=USD", 0],
    ["booked=2026-03-02..2026-03-02", 1],
    ["booked=2026-03-03..", 0],
    [`statement=${body.added[0].id}`, 1],
    [`after=${id}`, 0],
  ] as const) {
    const { body: found } = await owner.get(`/test/bank-lines?${query}`);
    assert.equal(found.lines.length, count, query);
  }
});
