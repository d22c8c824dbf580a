import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { IBANS, openPayer, to } from "#test/payouts.ts";

const params = {
  amount: "12500",
  currency: "EUR",
  name: "Ada Lindqvist",
  iban: IBANS.settles,
  accountNumber: null,
  sortCode: null,
  bic: "",
  rail: null,
  reference: "Invoice 118",
};

type Lines = { payouts: { id: string }[] };
const ids = (body: Lines) => body.payouts.map(({ id }) => id);

test("payouts are listed and filtered, each with status and reason", async () => {
  const [payer, other] = [await openPayer(), await openPayer()];
  const visitor = await signedIn(payer);
  const settled = await payer.paid({ reference: "Invoice 7" });
  await payer.advance(30);
  const rejected = await payer.paid({ ...to(IBANS.incorrect, "Bo Berg"), amount: 700 });
  await payer.advance(30);
  const pending = await payer.paid({ rail: "sepa_credit", amount: 500 });
  await other.paid();
  const list = await visitor.get("/test/payouts");
  assert.deepEqual(ids(list.body), [pending.id, rejected.id, settled.id]);
  assert.equal(list.body.total, 3);
  assert.equal(list.body.payouts[1].reason.code, "AC01");
  for (const [query, expected] of [
    ["status=returned", [rejected.id]],
    ["rail=sepa_credit", [pending.id]],
    ["amount=EUR:6.00..", [rejected.id, settled.id]],
    [`q=${rejected.id}`, [rejected.id]],
    ["q=berg", [rejected.id]],
    ["q=invoice%207", [settled.id]],
    [`q=${encodeURIComponent("DE66 9999 9999 0000 0000 02")}`, [rejected.id]],
    ["currency=GBP", []],
  ] as const) {
    assert.deepEqual(ids((await visitor.get(`/test/payouts?${query}`)).body), expected, query);
  }
  assert.equal((await visitor.get("/test/payouts?status=lost")).status, 400);
});

test("a payout's screen has its rail calls, transfers, events and JSON", async () => {
  const payer = await openPayer();
  const visitor = await signedIn(payer);
  const { id } = await payer.paid(to(IBANS.comesBack));
  await payer.advance(2 * 86_400);
  const { body } = await visitor.get(`/test/payouts/${id}`);
  assert.deepEqual(
    [body.status, body.reason.code, body.allowedActions.cancel.allowed],
    ["returned", "FOCR", false],
  );
  assert.deepEqual(
    body.transfers.map(({ kind }: { kind: string }) => kind),
    ["payout", "payout_settled", "payout_returned"],
  );
  assert.deepEqual(
    body.events.map(({ type }: { type: string }) => type),
    ["payout.returned", "payout.settled", "payout.submitted"],
  );
  assert.ok(body.sentAt && body.railReference);
  const json = await visitor.get(`/test/payouts/${id}/json`);
  assert.equal(json.body.object.id, id);
  const stranger = await signedIn(await createMerchant());
  assert.equal((await stranger.get(`/test/payouts/${id}`)).status, 404);
  assert.equal((await visitor.get(`/live/payouts/${id}`)).status, 404);
});

test("the payee is verified before a payout is sent, and a double click sends it once", async () => {
  const payer = await openPayer(50_000);
  const visitor = await signedIn(payer);
  const preview = (changes: object) =>
    visitor.post("/test/payouts/preview", { ...params, ...changes });
  const known = await preview({});
  assert.deepEqual([known.status, known.body.payee.result], [200, "match"]);
  assert.equal(known.body.rail, "sepa_instant");
  const close = await preview({ iban: IBANS.closeMatch });
  assert.deepEqual(
    [close.body.payee.result, close.body.payee.accountName],
    ["close_match", "Ada Lindqvist e.K."],
  );
  const wrong = await preview({ iban: "DE24999999990000000000" });
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, "beneficiary[iban]"]);
  assert.equal(await payer.funds(), 50_000);

  const attempt = randomUUID();
  const presses = await Promise.all(
    [1, 2, 3].map(() => visitor.post("/test/payouts", { ...params, attempt })),
  );
  assert.ok(presses.some(({ status }) => status === 201));
  assert.equal(await payer.funds(), 37_500);
  const made = presses.find(({ status }) => status === 201)!;
  const canceled = await visitor.post(`/test/payouts/${made.body.id}/cancel`, {
    attempt: randomUUID(),
  });
  assert.deepEqual([canceled.status, canceled.body.status], [200, "canceled"]);
  const much = await visitor.post("/test/payouts", {
    ...params,
    amount: "50001",
    attempt: randomUUID(),
  });
  assert.deepEqual([much.status, much.body.error.param], [400, "amount"]);
});

test("a file is previewed first and paid after a confirmation", async () => {
  const payer = await openPayer(50_000);
  const visitor = await signedIn(payer);
  const file = `name,iban,amount,currency\nAda,${IBANS.settles},1000,EUR\nBo,DE00,5,EUR\n`;
  const seen = await visitor.post("/test/payout-batches/preview", { file, format: "csv" });
  assert.deepEqual(
    [seen.status, seen.body.accepted, seen.body.rejected, seen.body.errors[0].row],
    [200, 1, 1, 2],
  );
  assert.deepEqual((await visitor.get("/test/payout-batches")).body.batches, []);
  const attempt = randomUUID();
  const made = await visitor.post("/test/payout-batches", { file, format: "csv", attempt });
  const again = await visitor.post("/test/payout-batches", { file, format: "csv", attempt });
  assert.deepEqual([made.status, again.body.id], [201, made.body.id]);
  await payer.advance(30);
  const { body } = await visitor.get(`/test/payout-batches/${made.body.id}`);
  assert.deepEqual([body.status, body.settled], ["completed", 1]);
  const list = await visitor.get("/test/payout-batches?status=completed");
  assert.deepEqual([list.body.total, list.body.batches[0].errorCount], [1, 1]);
  const poor = `name,iban,amount,currency\nAda,${IBANS.settles},100000,EUR\n`;
  const refused = await visitor.post("/test/payout-batches/preview", { file: poor, format: "csv" });
  assert.deepEqual(
    [refused.body.accepted, refused.body.errors[0].code],
    [0, "balance_insufficient"],
  );
});

test("a preview has every amount as it was read, and the total of each currency", async () => {
  const payer = await openPayer(50_000);
  const visitor = await signedIn(payer);
  const lines = [
    `Ada,${IBANS.settles},1000,,EUR`,
    `Bo,${IBANS.settles},,25.50,EUR`,
    `Cy,${IBANS.settles},,25.5,EUR`,
    `Di,DE00,900,,EUR`,
    `4242 4242 4242 4242,${IBANS.settles},700,,GBP`,
  ];
  const preview = async (rows: readonly string[]) => {
    const file = ["name,iban,amount,amount_decimal,currency", ...rows].join("\n");
    return (await visitor.post("/test/payout-batches/preview", { file, format: "csv" })).body;
  };
  const seen = await preview(lines);
  type Row = { row: number; name: string; amount: string; currency: string; isAccepted: boolean };
  const figures = (rows: Row[]) =>
    rows.map(({ row, amount, currency, isAccepted }) => [row, amount, currency, isAccepted]);
  assert.deepEqual(figures(seen.rows), [
    [1, "1000", "EUR", true],
    [2, "2550", "EUR", true],
    [3, null, "EUR", false],
    [4, "900", "EUR", false],
    [5, "700", "GBP", false],
  ]);
  assert.deepEqual(seen.totals, [
    { currency: "EUR", rows: 3, amount: "4450", accepted: "3550" },
    { currency: "GBP", rows: 1, amount: "700", accepted: "0" },
  ]);
  assert.doesNotMatch(JSON.stringify(seen), /4242 4242/);
  assert.equal(seen.acceptedTotal, "3550");

  const many = Array.from({ length: 2_000 }, () => `Ada,${IBANS.settles},,0.10,EUR`);
  const large = await preview([...lines, ...many]);
  assert.deepEqual(
    [large.rows.length, large.rows[2_004].row, large.totals[0].accepted],
    [2_005, 2_005, "23550"],
  );
  assert.deepEqual(figures(large.rows.slice(0, 5)), figures(seen.rows), "read off the event loop");
  const poor = await preview([`Ada,${IBANS.settles},,900.00,EUR`]);
  assert.deepEqual(
    [poor.accepted, poor.rows[0].isAccepted, poor.totals[0].accepted],
    [0, false, "0"],
    "nothing is sent above the balance",
  );
});

test("the balance shows the payout balance, and test mode can top it up", async () => {
  const payer = await openPayer(0);
  const visitor = await signedIn(payer);
  const made = await visitor.post("/test/balance/top-up", {
    amount: "70000",
    currency: "GBP",
    attempt: randomUUID(),
  });
  assert.deepEqual([made.status, made.body.balance], [201, "70000"]);
  const { body } = await visitor.get("/test/balance");
  assert.deepEqual(
    body.currencies.map((one: { currency: string; payouts: string }) => [
      one.currency,
      one.payouts,
    ]),
    [["GBP", "70000"]],
  );
  const live = await visitor.post("/live/balance/top-up", {
    amount: "1",
    currency: "EUR",
    attempt: randomUUID(),
  });
  assert.equal(live.status, 404);
  const { body: offers } = await visitor.get("/test/payouts/offers");
  assert.deepEqual(
    offers.offers.map((one: { currency: string; isApproved: boolean }) => one.isApproved),
    [true, false, false, false, false],
  );
});

test("support reads payouts and cannot send any", async () => {
  const [payer, person] = [await openPayer(), await createMerchant()];
  const { id } = await payer.paid();
  await transact((tx) =>
    addMemberIn(tx, { accountId: payer.account.id, userId: person.userId, role: "support" }),
  );
  const visitor = await signedIn(person);
  await visitor.post("/session/account", { account: payer.account.id });
  assert.equal((await visitor.get(`/test/payouts/${id}`)).status, 200);
  for (const [path, body] of [
    ["/test/payouts", { ...params, attempt: randomUUID() }],
    ["/test/payouts/preview", params],
    [`/test/payouts/${id}/cancel`, { attempt: randomUUID() }],
    ["/test/payout-batches/preview", { file: "x", format: "csv" }],
    ["/test/balance/top-up", { amount: "1", currency: "EUR", attempt: randomUUID() }],
  ] as const) {
    const refused = await visitor.post(path, body);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "role_insufficient"], path);
  }
});

test("a live payout is sent only if its amount is typed, which the server checks", async () => {
  const till = await openPayer();
  const visitor = await signedIn(till);
  const sending = { ...params, attempt: randomUUID() };
  for (const typed of [undefined, "", "1.00 EUR", "100"]) {
    const refused = await visitor.post("/live/payouts", { ...sending, amount: "123456", typed });
    assert.deepEqual([refused.status, refused.body.error.param], [400, "typed"]);
  }
  // With the right text it reaches the connector, which is missing here.
  const typed = "1,234.56 EUR";
  const sent = await visitor.post("/live/payouts", { ...sending, amount: "123456", typed });
  assert.deepEqual([sent.status, sent.body.error.code], [502, "gateway_error"]);
});
