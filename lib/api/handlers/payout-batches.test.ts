import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { disagreements } from "#test/books-agree.ts";
import { batchPayouts, batchSent, painFile, readBatch, sendBatch } from "#test/payout-batches.ts";
import { IBANS, instruction, openPayer, type Payer, to } from "#test/payouts.ts";

const DAY_S = 86_400;

const assertBooksAgree = async (payer: Payer) =>
  assert.deepEqual(await disagreements(payer.account.id), []);

test("two invalid rows are listed, and the others are paid until the batch is completed", async () => {
  const payer = await openPayer(100_000);
  const batch = await batchSent(payer, {
    instructions: [
      instruction({ metadata: { salary: "11" } }),
      instruction(to("DE24999999990000000000")),
      instruction({ amount: "12.50", reference: "x".repeat(200) }),
      instruction(to(IBANS.comesBack)),
      instruction(to(IBANS.incorrect)),
    ],
  });
  assert.deepEqual(
    [batch.status, batch.format, batch.count, batch.accepted, batch.rejected, batch.currency],
    ["processing", "json", 5, 3, 2, "EUR"],
  );
  assert.deepEqual([batch.total, batch.accepted_total], [50_000, 37_500]);
  assert.deepEqual(
    batch.errors.map(({ row, code, param }) => [row, code, param]),
    [
      [2, "iban_invalid", "beneficiary[iban]"],
      [3, "amount_invalid", "amount"],
      [3, "reference_invalid", "reference"],
    ],
  );
  assert.equal(await payer.funds(), 62_500);
  await assertBooksAgree(payer);
  const [newest] = await batchPayouts(payer, batch.id);
  assert.deepEqual(
    [newest?.batch, newest?.payee_verification, newest?.status],
    [batch.id, null, "pending"],
  );
  const expanded = await payer.call<{ batch: { id: string } }>(
    "GET",
    `/v1/payouts/${newest?.id}?expand[]=batch`,
  );
  assert.equal(expanded.body.batch.id, batch.id);
  await payer.advance(30);
  const done = await readBatch(payer, batch.id);
  assert.deepEqual([done.status, done.settled, done.failed, done.returned], ["completed", 2, 0, 1]);
  await payer.advance(2 * DAY_S);
  const later = await readBatch(payer, batch.id);
  assert.deepEqual([later.status, later.settled, later.returned], ["completed", 1, 2]);
  assert.ok(
    (await batchPayouts(payer, batch.id)).every((one) => one.payee_verification === "match"),
  );
  assert.equal(await payer.funds(), 87_500);
  await assertBooksAgree(payer);
});

test("the sum of a batch is held as a whole or not at all, also among concurrent batches", async () => {
  const payer = await openPayer(50_000);
  const three = { instructions: [1, 2, 3].map(() => instruction({ amount: 10_000 })) };
  const answers = await Promise.all(Array.from({ length: 4 }, () => sendBatch(payer, three)));
  const statuses = answers.map(({ body }) => body.status).sort();
  assert.deepEqual(statuses, ["processing", "rejected", "rejected", "rejected"]);
  const refused = answers.find(({ body }) => body.status === "rejected")!.body;
  assert.deepEqual(
    refused.errors.map(({ row, code }) => [row, code]),
    [[null, "balance_insufficient"]],
  );
  assert.deepEqual([refused.accepted, refused.rejected, refused.total], [0, 3, 30_000]);
  assert.equal(await payer.funds(), 20_000);
  assert.deepEqual(await batchPayouts(payer, refused.id), []);
  await assertBooksAgree(payer);
});

test("a batch of amounts far from zero is rejected, and its total is exact", async () => {
  const payer = await openPayer(100_000);
  const far = Number.MAX_SAFE_INTEGER;
  for (const [amount, total] of [
    [-far, 0],
    [far, 0],
    [-99_999_999_999, -199_999_999_998_000],
  ]) {
    const instructions = Array.from({ length: 2_000 }, () => instruction({ amount }));
    const batch = await batchSent(payer, { instructions });
    assert.deepEqual([batch.status, batch.rejected, batch.total], ["rejected", 2_000, total]);
    const codes = new Set(batch.errors.map(({ code, param }) => `${code} ${param}`));
    assert.deepEqual([...codes], ["amount_invalid amount"]);
  }
});

test("a retried key creates one batch and returns the same bytes", async () => {
  const payer = await openPayer(100_000);
  const body = { instructions: [instruction(), instruction()] };
  const headers = { "Idempotency-Key": "run-4" };
  const first = await sendBatch(payer, body, headers);
  const again = await sendBatch(payer, body, headers);
  assert.deepEqual([first.status, again.status, again.text], [201, 200, first.text]);
  assert.equal(await payer.funds(), 75_000);
});

const HEAD = "name,iban,amount,currency,reference,end_to_end_id";

test("a CSV file is read as spreadsheets write it, with its errors by row and column", async () => {
  const payer = await openPayer(500_000);
  const file = [
    `\uFEFF${HEAD}`,
    `"Lindqvist, Ada",DE23 9999 9999 0000 0000 00,12500,EUR,"Salary ""November""",S-1`,
    `Bo Berg,${IBANS.settles},12.50,EUR,Salary,S-2`,
    "",
    `Cy Chen,DE24999999990000000000,100,EUR,,`,
    `Di Dahl,${IBANS.settles},100,EUR`,
    `Ed Ek,${IBANS.settles},100,GBP,,`,
    `Fi Falk,${IBANS.settles},300,EUR,card 4242 4242 4242 4242,`,
    `Gu Gran,${IBANS.settles},200,EUR,,`,
  ].join("\r\n");
  const batch = await batchSent(payer, { file, format: "csv", metadata: { run: "11" } });
  assert.deepEqual([batch.format, batch.count, batch.accepted], ["csv", 7, 2]);
  assert.deepEqual(
    batch.errors.map(({ row, code, param }) => [row, code, param]),
    [
      [2, "amount_invalid", "amount"],
      [3, "iban_invalid", "iban"],
      [4, "row_invalid", null],
      [5, "currency_mixed", "currency"],
      [6, "card_data", "reference"],
    ],
  );
  const [, first] = await batchPayouts(payer, batch.id);
  assert.deepEqual(
    [first?.beneficiary.name, first?.reference, first?.end_to_end_id, first?.amount],
    ["Lindqvist, Ada", 'Salary "November"', "S-1", 12_500],
  );
  const semicolons = `name;amount;currency;iban\nAda;5;EUR;${IBANS.settles}\n`;
  assert.equal((await batchSent(payer, { file: semicolons, format: "csv" })).accepted, 1);
});

const DECIMALS = "name,iban,amount,amount_decimal,currency";

test("a row of a CSV file has its amount in minor units, or in major units with the currency's digits", async () => {
  const payer = await openPayer(500_000);
  const row = (minor: string, decimal: string, currency = "EUR") =>
    `Ada,${IBANS.settles},${minor},${decimal},${currency}`;
  const rows: [string, [code: string, param: string] | null][] = [
    [row("1250", ""), null],
    [row("", "12.50"), null],
    [row("", "0.01"), null],
    [row("1250", "12.50"), ["amount_invalid", "amount_decimal"]],
    [row("", ""), ["missing", "amount"]],
    [row("", "12.5"), ["amount_invalid", "amount_decimal"]],
    [row("", "12"), ["amount_invalid", "amount_decimal"]],
    [row("", "12.500"), ["amount_invalid", "amount_decimal"]],
    [row("", '"12,50"'), ["amount_invalid", "amount_decimal"]],
    [row("", '"1,200.00"'), ["amount_invalid", "amount_decimal"]],
    [row("", "-12.50"), ["amount_invalid", "amount_decimal"]],
    [row("", "1e2"), ["amount_invalid", "amount_decimal"]],
    [row("", "0.00"), ["amount_invalid", "amount_decimal"]],
    [row("", "9999999999.00"), ["amount_invalid", "amount_decimal"]],
    [row("12.50", ""), ["amount_invalid", "amount"]],
    [row("", "12.50", "XXX"), ["currency_mixed", "currency"]],
  ];
  const file = [DECIMALS, ...rows.map(([line]) => line)].join("\n");
  const batch = await batchSent(payer, { file, format: "csv" });
  assert.deepEqual(
    batch.errors.map(({ row: number, code, param }) => [number, code, param]),
    rows.flatMap(([, fault], i) => (fault ? [[i + 1, ...fault]] : [])),
  );
  const message = (number: number) => batch.errors.find((one) => one.row === number)?.message;
  assert.equal(message(4), "Fill in amount (minor units) or amount_decimal, not both.");
  assert.equal(
    message(6),
    "An amount in EUR has exactly 2 decimal places after a point, such as 125.00; this is 12.5.",
  );
  assert.deepEqual([batch.accepted, batch.accepted_total], [3, 2_501]);
  const amounts = (await batchPayouts(payer, batch.id)).map(({ amount }) => amount);
  assert.deepEqual(amounts.sort(), [1, 1_250, 1_250]);

  const only = `name,iban,amount_decimal,currency\nAda,${IBANS.settles},7.00,EUR\nBo,${IBANS.settles},,EUR`;
  const decimal = await batchSent(payer, { file: only, format: "csv" });
  assert.deepEqual(
    [decimal.accepted_total, decimal.errors.map(({ row: n, code, param }) => [n, code, param])],
    [700, [[2, "missing", "amount_decimal"]]],
  );
  const none = `name,iban,currency\nAda,${IBANS.settles},EUR`;
  const refused = await payer.call("POST", "/v1/payouts", { file: none, format: "csv" });
  assert.deepEqual(
    [refused.status, refused.body.error.param, refused.body.error.message],
    [400, "file", "The CSV file lacks the column amount, or amount_decimal."],
  );
});

test("a file that is not a batch is refused, and nothing is created", async () => {
  const payer = await openPayer();
  const row = `Ada,${IBANS.settles},1,EUR,,`;
  for (const [body, param] of [
    [{ file: "", format: "csv" }, "file"],
    [{ file: HEAD, format: "csv" }, "file"],
    [{ file: `${HEAD},colour\n${row},red`, format: "csv" }, "file"],
    [{ file: `name,amount,currency\nAda,1,EUR`, format: "csv" }, "file"],
    [{ file: `${HEAD}\n"Ada,${row}`, format: "csv" }, "file"],
    [{ file: `${HEAD}\n${row}` }, "format"],
    [{ format: "csv" }, "file"],
    [{ file: `${HEAD}\n${row}`, format: "mt101" }, "format"],
    [{ file: "<Document", format: "pain.001" }, "file"],
    [{ file: "<Document/>", format: "pain.001" }, "file"],
    [{ instructions: [] }, "instructions"],
    [{ instructions: [instruction()], amount: 5 }, "amount"],
    [{ instructions: [instruction()], file: "x", format: "csv" }, "file"],
    [{ currency: "EUR", beneficiary: { name: "Ada", iban: IBANS.settles } }, "amount"],
    [{}, "amount"],
  ] as const) {
    const { status, body: answer } = await payer.call("POST", "/v1/payouts", body);
    assert.deepEqual([status, answer.error?.param], [400, param], JSON.stringify(body));
  }
  const { body } = await payer.call("GET", "/v1/payout_batches");
  assert.deepEqual(body.data, []);
  assert.equal(await payer.funds(), 100_000);
});

test("any bytes in a file are refused or read, and never cause an internal error", async () => {
  const payer = await openPayer(1_000);
  const good = painFile([{ amount: 1 }]);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("csv", "pain.001"),
      fc.oneof(
        fc
          .string({ unit: "grapheme", minLength: 1 })
          .map((text) => text.toWellFormed().replaceAll("\0", "")),
        fc.nat(good.length).map((end) => `${good.slice(0, end)} `),
        fc
          .array(fc.string({ maxLength: 8 }))
          .map((cells) => `${HEAD}\n${cells.join(",").replaceAll("\0", "")}`),
      ),
      async (format, file) => {
        fc.pre(file !== "" && file.isWellFormed());
        const { status, text } = await payer.call("POST", "/v1/payouts", { file, format });
        assert.ok(status === 400 || status === 201, text);
      },
    ),
    { numRuns: 60 },
  );
});

test("a body of several MiB is accepted here, and refused elsewhere and above 16 MiB", async () => {
  const payer = await openPayer(100_000_000);
  const rows = Array.from(
    { length: 20_000 },
    (_, i) => `Person ${i},${IBANS.settles},100,EUR,${"r".repeat(120)},`,
  );
  const batch = await batchSent(payer, { file: `${HEAD}\n${rows.join("\n")}`, format: "csv" });
  assert.deepEqual([batch.accepted, batch.total], [20_000, 2_000_000]);
  assert.equal(await payer.funds(), 98_000_000);
  const large = "x".repeat(2 * 2 ** 20);
  const elsewhere = await payer.call("POST", "/v1/customers", { name: large });
  assert.equal(elsewhere.status, 413);
  const huge = await payer.call("POST", "/v1/payouts", {
    file: "x".repeat(17 * 2 ** 20),
    format: "csv",
  });
  assert.deepEqual([huge.status, huge.body.error.code], [413, "request_too_large"]);
  await payer.rows("update payouts set rail_check_at = null where account_id = $1");
});

test("another merchant, the other mode and callers without a key see no batch", async () => {
  const [payer, other] = [await openPayer(), await openPayer()];
  const { id } = await batchSent(payer, { instructions: [instruction()] });
  const path = `/v1/payout_batches/${id}`;
  assert.equal((await other.call("GET", path)).status, 404);
  assert.deepEqual((await other.call("GET", "/v1/payout_batches")).body.data, []);
  assert.deepEqual((await other.call("GET", `/v1/payouts?batch=${id}`)).body.data, []);
  const live = { authorization: `Bearer ${payer.keys.live.secret}` };
  assert.equal((await payer.call("GET", path, undefined, live)).status, 404);
  const unconnected = await sendBatch(payer, { instructions: [instruction()] }, live);
  assert.equal(unconnected.status, 502);
  assert.equal((await payer.call("GET", path, undefined, { authorization: null })).status, 401);
});

test("a file built to be slow is refused, on the event loop and off it", async () => {
  const payer = await openPayer();
  const names = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]));
  const rows = (filler: number) => Array.from({ length: filler }, () => instruction());
  const attributes = Array.from({ length: 51 }, (_, n) => `a${n}=""`).join(" ");
  const long = "x".repeat(32_769);
  for (const [body, param, message] of [
    [{ instructions: [names(2_001)] }, "", "An object can have at most 2,000 names."],
    [{ instructions: [...rows(800), names(2_001)] }, "", "An object can have at most 2,000 names."],
    [
      { instructions: [{ ...instruction(), reference: long }] },
      "instructions[0][reference]",
      "A text can have at most 32,768 characters.",
    ],
    [
      { instructions: [{ ["n".repeat(201)]: 1 }] },
      `instructions[0][${"n".repeat(84)}…`,
      "A name can have at most 200 characters.",
    ],
    [
      { file: `name,iban,amount,currency\n${"x,".repeat(50)}x`, format: "csv" },
      "file",
      "A row of the CSV file can have at most 50 columns.",
    ],
    [
      { file: `name,iban,amount,currency\n${'"",'.repeat(100_000)}`, format: "csv" },
      "file",
      "A row of the CSV file can have at most 50 columns.",
    ],
    [
      { file: `<a ${attributes}/>`, format: "pain.001" },
      "file",
      "An element of the XML can have at most 50 attributes.",
    ],
  ] as const) {
    const { status, body: answer } = await payer.call("POST", "/v1/payouts", body);
    assert.deepEqual(
      [status, answer.error.param ?? "", answer.error.message],
      [400, param, message],
    );
  }
});

test("a batch of 20,000 instructions is accepted, and one of 20,001 is refused in each format", async () => {
  const payer = await openPayer();
  const json = (rows: number) => ({ instructions: Array.from({ length: rows }, () => ({})) });
  const csv = (rows: number) => ({
    file: `name,iban,amount,currency\n${"Bo,DE0,1,EUR\n".repeat(rows)}`,
    format: "csv",
  });
  const pain = (rows: number) => ({
    file: painFile(Array.from({ length: rows }, () => ({ amount: 1 }))),
    format: "pain.001",
  });
  for (const [make, param] of [
    [json, "instructions"],
    [csv, "file"],
    [pain, "file"],
  ] as const) {
    const most = await batchSent(payer, make(20_000));
    assert.deepEqual([most.status, most.count], ["rejected", 20_000]);
    const { status, body } = await payer.call("POST", "/v1/payouts", make(20_001));
    const { error } = body;
    assert.deepEqual([status, error.param], [400, param]);
    assert.equal(error.message, "A batch can have at most 20,000 instructions.");
  }
});
