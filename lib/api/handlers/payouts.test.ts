import assert from "node:assert/strict";
import { test } from "node:test";
import { approveCorridors } from "#lib/domain/accounts/index.ts";
import { createKey } from "#lib/domain/keys/index.ts";
import { unsettledPayouts } from "#lib/domain/payouts/index.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { api } from "#test/api.ts";
import { disagreements } from "#test/books-agree.ts";
import { IBANS, instruction, openPayer, type Payer, to } from "#test/payouts.ts";

const DAY_S = 86_400;

const assertBooksAgree = async (payer: Payer) =>
  assert.deepEqual(await disagreements(payer.account.id), []);

test("a payout is held immediately, submitted seconds later and settled by SEPA Instant", async () => {
  const payer = await openPayer(100_000);
  const made = await payer.paid({ reference: "Invoice  12", metadata: { order: "7" } });
  assert.deepEqual(
    [made.status, made.rail_requested, made.rail, made.fallback_reason, made.return_reason],
    ["pending", "sepa_instant", "sepa_instant", null, null],
  );
  assert.deepEqual([made.payee_verification, made.reference], ["match", "Invoice 12"]);
  assert.deepEqual(made.beneficiary.country, "DE");
  assert.match(made.end_to_end_id, /^[0-9A-Z]{24}$/);
  assert.equal(await payer.funds(), 87_500);
  await assertBooksAgree(payer);
  // The test's own time counts too, so the payout may have settled already.
  await payer.advance(6);
  assert.notEqual((await payer.read(made.id)).status, "pending");
  await payer.advance(3);
  const settled = await payer.read(made.id);
  assert.deepEqual([settled.status, settled.batch], ["settled", null]);
  assert.deepEqual(await payer.eventsOf(made.id), ["payout.submitted", "payout.settled"]);
  assert.equal(await payer.funds(), 87_500);
  await payer.advance(3 * DAY_S);
  assert.equal((await payer.read(made.id)).status, "settled");
  await assertBooksAgree(payer);
});

test("a payout finally rejected by SEPA Instant is sent by credit transfer, with the reason", async () => {
  for (const [iban, reason] of [
    [IBANS.notReachable, "CNOR"],
    [IBANS.timesOut, "AB05"],
  ] as const) {
    const payer = await openPayer();
    const { id } = await payer.paid(to(iban));
    await payer.advance(30);
    const fallen = await payer.read(id);
    assert.deepEqual(
      [fallen.status, fallen.rail_requested, fallen.rail, fallen.fallback_reason],
      ["submitted", "sepa_instant", "sepa_credit", reason],
    );
    assert.ok(fallen.arrival_date > fallen.created.slice(0, 10));
    await payer.advance(DAY_S);
    assert.equal((await payer.read(id)).status, "settled");
    assert.deepEqual(await payer.eventsOf(id), ["payout.submitted", "payout.settled"]);
    await assertBooksAgree(payer);
  }
});

test("a credit that the beneficiary's bank rejects is returned with its ISO reason, and the balance gets it back", async () => {
  const reasons = ["AC01", "AC04", "AC06", "AG01", "AM02", "AM05", "BE04", "MD07", "MS03", "RR04"];
  const digits = ["66", "39", "12", "82", "55", "28", "98", "71", "44", "17"];
  const payer = await openPayer(100_000);
  for (const [i, code] of reasons.entries()) {
    const iban = `DE${digits[i]}99999999${String(i + 2).padStart(10, "0")}`;
    const { id } = await payer.paid({ ...to(iban), amount: 100_000 });
    assert.equal(await payer.funds(), 0);
    await payer.advance(10);
    const returned = await payer.read(id);
    assert.deepEqual([returned.status, returned.return_reason?.code], ["returned", code]);
    assert.equal(await payer.funds(), 100_000, "the next one finds it again");
    assert.deepEqual(await payer.eventsOf(id), ["payout.submitted", "payout.returned"]);
  }
  await assertBooksAgree(payer);
});

test("a payout sent back a day after it settled is returned, with the reason", async () => {
  const payer = await openPayer(100_000);
  const instant = await payer.paid(to(IBANS.comesBack));
  const classic = await payer.paid({ ...to(IBANS.closed), rail: "sepa_credit" });
  await payer.advance(30);
  assert.equal((await payer.read(instant.id)).status, "settled");
  assert.equal((await payer.read(classic.id)).status, "submitted");
  assert.equal(await payer.funds(), 75_000);
  await payer.advance(2 * DAY_S + 60);
  const [back, refused] = [await payer.read(instant.id), await payer.read(classic.id)];
  assert.deepEqual([back.status, back.return_reason?.code], ["returned", "FOCR"]);
  assert.deepEqual([refused.status, refused.return_reason?.code], ["returned", "AC04"]);
  assert.equal(await payer.funds(), 100_000);
  const story = ["payout.submitted", "payout.settled", "payout.returned"];
  assert.deepEqual(await payer.eventsOf(instant.id), story);
  assert.deepEqual(await payer.eventsOf(classic.id), story);
  await assertBooksAgree(payer);
});

test("a payout without an outcome stays submitted and holds its amount", async () => {
  const payer = await openPayer(50_000);
  const { id } = await payer.paid(to(IBANS.staysSubmitted));
  await payer.advance(40 * DAY_S);
  assert.equal((await payer.read(id)).status, "submitted");
  assert.equal(await payer.funds(), 37_500);
});

test("the beneficiary's name is verified before anything is sent, and a mismatch does not stop the payout", async () => {
  const payer = await openPayer();
  const found = async (iban: string) => (await payer.paid(to(iban))).payee_verification;
  assert.equal(await found(IBANS.closeMatch), "close_match");
  assert.equal(await found(IBANS.noMatch), "no_match");
  assert.equal(await found("DE89370400440532013000"), "match");
  assert.equal(await found("SE4550000000058398257466"), "unavailable");
});

test("a payout can be canceled while it is pending, and not once the bank has it", async () => {
  const payer = await openPayer(20_000);
  const { id } = await payer.paid();
  const canceled = await payer.call("POST", `/v1/payouts/${id}/cancel`, {});
  assert.deepEqual([canceled.status, canceled.body.status], [200, "canceled"]);
  assert.equal(await payer.funds(), 20_000);
  const again = await payer.call("POST", `/v1/payouts/${id}/cancel`, {});
  assert.deepEqual([again.status, again.body.error.code], [409, "state_invalid"]);
  await payer.advance(60);
  assert.equal((await payer.read(id)).status, "canceled");
  assert.deepEqual(await payer.eventsOf(id), []);
  const late = await payer.paid();
  await payer.advance(6);
  assert.equal((await payer.call("POST", `/v1/payouts/${late.id}/cancel`, {})).status, 409);
  await assertBooksAgree(payer);
});

test("concurrent payouts never exceed the balance", async () => {
  const payer = await openPayer(100_000);
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => payer.pay({ amount: 15_000 })),
  );
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, 6);
  for (const { status, body } of answers.filter((one) => one.status !== 201)) {
    assert.deepEqual([status, body.error.param], [400, "amount"]);
    assert.match(body.error.message, /The payout balance holds/);
  }
  assert.equal(await payer.funds(), 10_000);
  // Cancelling and sending at the same time: each payout does one of them.
  await payer.rows(
    "update payouts set rail_check_at = now() - interval '1 second' where account_id = $1",
  );
  await Promise.all([
    ...made.map(({ body }) => payer.call("POST", `/v1/payouts/${body.id}/cancel`, {})),
    finishDue(unsettledPayouts, payer.account.id),
    finishDue(unsettledPayouts, payer.account.id),
  ]);
  await payer.advance(60);
  const ends = await Promise.all(made.map(async ({ body }) => (await payer.read(body.id)).status));
  const canceled = ends.filter((status) => status === "canceled").length;
  assert.equal(ends.filter((status) => status === "settled").length, 6 - canceled);
  assert.equal(await payer.funds(), 10_000 + canceled * 15_000);
  await assertBooksAgree(payer);
});

test("a retried key creates one payout, also with concurrent calls", async () => {
  const payer = await openPayer(100_000);
  const headers = { "Idempotency-Key": "payout-1" };
  const answers = await Promise.all(Array.from({ length: 5 }, () => payer.pay({}, headers)));
  assert.ok(answers.every(({ status }) => [200, 201, 409].includes(status)));
  const replay = await payer.pay({}, headers);
  assert.deepEqual([replay.status, replay.headers.get("Service-Idempotent-Replay")], [200, "true"]);
  assert.equal(await payer.funds(), 87_500);
  const other = await payer.pay({ amount: 1 }, headers);
  assert.deepEqual([other.status, other.body.error.code], [409, "idempotency_conflict"]);
});

test("each error of an instruction is named", async () => {
  const payer = await openPayer();
  const name = "Ada Lindqvist";
  for (const [params, param] of [
    [{ beneficiary: { name, iban: "DE24999999990000000000" } }, "beneficiary[iban]"],
    [{ beneficiary: { name, iban: "DE2399999999000000000" } }, "beneficiary[iban]"],
    [{ beneficiary: { name, iban: "BR1500000000000010932840814P2" } }, "beneficiary[iban]"],
    [{ beneficiary: { name } }, "beneficiary[iban]"],
    [{ beneficiary: { name: " ", iban: IBANS.settles } }, "beneficiary[name]"],
    [{ beneficiary: { name: "4242", iban: IBANS.settles } }, "beneficiary[name]"],
    [{ beneficiary: { name, iban: IBANS.settles, bic: "DEUTDE" } }, "beneficiary[bic]"],
    [{ beneficiary: { name, iban: IBANS.settles, bic: "BNPAFRPP" } }, "beneficiary[bic]"],
    [{ beneficiary: { name, iban: IBANS.settles, country: "Germany" } }, "beneficiary[country]"],
    [{ beneficiary: { name, iban: IBANS.settles, country: "UK" } }, "beneficiary[country]"],
    [{ beneficiary: { name, account_number: "00012345" } }, "beneficiary[account_number]"],
    [{ amount: 0 }, "amount"],
    [{ amount: 100_001 }, "amount"],
    [{ currency: "USD" }, "currency"],
    [{ ...to("GB29NWBK60161331926819"), currency: "GBP" }, "currency"],
    [{ rail: "npp" }, "rail"],
    [{ reference: "x".repeat(141) }, "reference"],
    [{ end_to_end_id: "a//b" }, "end_to_end_id"],
    [{ end_to_end_id: "x".repeat(36) }, "end_to_end_id"],
    [{ colour: "red" }, "colour"],
  ] as const) {
    const { status, body } = await payer.pay(params);
    assert.deepEqual([status, body.error?.param], [400, param], JSON.stringify(params));
  }
  const spaced = await payer.paid({
    beneficiary: { name, iban: "de23 9999 9999 0000 0000 00", bic: "deutdeff500" },
  });
  assert.deepEqual(
    [spaced.beneficiary.iban, spaced.beneficiary.bic],
    [IBANS.settles, "DEUTDEFF500"],
  );
  assert.equal(await payer.funds(), 87_500, "refused ones hold nothing");
});

test("corridors other than EUR open when an operator approves them, each with its own account numbers", async () => {
  const payer = await openPayer();
  const corridors = [
    ["GBP", "10-88-00", "00012345", "faster_payments", "GB"],
    ["AUD", "062-000", "1234567", "npp", "AU"],
    ["CAD", "000312345", "1234567", "eft", "CA"],
    ["NZD", "01-0102", "0068389-00", "direct_credit", "NZ"],
  ] as const;
  for (const [currency] of corridors) {
    await payer.call("POST", "/v1/test/topup", { amount: 10_000, currency });
  }
  const params = (currency: string, sort_code: string, account_number: string) => ({
    amount: 5_000,
    currency,
    beneficiary: { name: "Ada Lindqvist", account_number, sort_code },
  });
  const [pounds] = corridors;
  assert.equal((await payer.pay(params(pounds[0], pounds[1], pounds[2]))).status, 400);
  await approveCorridors(payer.account.id, ["GBP", "AUD", "CAD", "NZD"]);
  for (const [currency, sortCode, number, rail, country] of corridors) {
    const { status, body, text } = await payer.pay(params(currency, sortCode, number));
    assert.deepEqual([status, body.rail, body.beneficiary?.country], [201, rail, country], text);
    const wrong = await payer.pay(params(currency, "12", number));
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, "beneficiary[sort_code]"]);
    const short = await payer.pay(params(currency, sortCode, "12"));
    assert.deepEqual([short.status, short.body.error.param], [400, "beneficiary[account_number]"]);
  }
  const byIban = await payer.pay({
    ...to("GB29NWBK60161331926819"),
    amount: 100,
    currency: "GBP",
  });
  assert.equal(byIban.status, 201);
  await payer.advance(2 * DAY_S);
  const { body } = await payer.call("GET", "/v1/payouts?limit=100");
  assert.deepEqual(new Set(body.data.map(({ status }) => status)), new Set(["settled"]));
  await approveCorridors(payer.account.id, []);
  assert.equal((await payer.pay(params(pounds[0], pounds[1], pounds[2]))).status, 400);
  await assertBooksAgree(payer);
});

test("settlements do not touch the payout balance, and a top-up is not income", async () => {
  const payer = await openPayer(70_000);
  await payer.charge({ amount: 10_000 });
  await payer.advance(2 * DAY_S);
  const { body } = await payer.call<{ data: { gross: number }[] }>("GET", "/v1/settlements");
  assert.deepEqual(
    body.data.map(({ gross }) => gross),
    [10_000],
  );
  assert.equal(await payer.funds(), 70_000);
  await assertBooksAgree(payer);
});

test("another merchant, the other mode, a narrower key and callers without a key read and change nothing", async () => {
  const [payer, other] = [await openPayer(), await openPayer()];
  const { id } = await payer.paid();
  const path = `/v1/payouts/${id}`;
  assert.equal((await other.call("GET", path)).status, 404);
  assert.equal((await other.call("POST", `${path}/cancel`, {})).status, 404);
  assert.equal((await other.call("GET", `/v1/payouts?starting_after=${id}`)).status, 400);
  const live = { authorization: `Bearer ${payer.keys.live.secret}` };
  assert.equal((await payer.call("GET", path, undefined, live)).status, 404);
  assert.equal((await payer.call("POST", `${path}/cancel`, {}, live)).status, 404);
  const unconnected = await payer.pay({}, live);
  assert.deepEqual([unconnected.status, unconnected.body.error.code], [502, "gateway_error"]);
  const topUp = { amount: 1, currency: "EUR" };
  assert.equal((await payer.call("POST", "/v1/test/topup", topUp, live)).status, 404);
  const reader = await createKey(payer.ctx.test, {
    kind: "secret",
    name: "reader",
    scopes: ["payouts:read"],
  });
  const client = api();
  assert.equal((await client.call(reader.plaintext, "GET", path)).status, 200);
  const refused = await client.call(reader.plaintext, "POST", "/v1/payouts", instruction());
  assert.deepEqual([refused.status, refused.body.error.code], [403, "key_scope"]);
  assert.equal((await client.call(null, "GET", "/v1/payouts")).status, 401);
  assert.equal((await payer.read(id)).status, "pending");
  assert.equal(await payer.funds(), 87_500);
});
