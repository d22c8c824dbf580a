// Direct debits: a mandate with the first one, days until the bank answers, and late returns.

import assert from "node:assert/strict";
import { test } from "node:test";
import { RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import type { MandateWire } from "#lib/wire/contract/mandates.ts";
import type { PaymentWire } from "#lib/wire/contract/payments.ts";
import { disagreements } from "#test/books-agree.ts";
import { AGREED, openTill, type Till } from "#test/money.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";

const DAY_S = 86_400;
const GOOD_IBAN = "AT611904300234573201";

async function accountOf(till: Till, account: string): Promise<string> {
  const isBacs = /^\d{8}$/.test(account);
  const body = isBacs
    ? { type: "bacs_debit", bacs_debit: { sort_code: "10-88-00", account_number: account } }
    : { type: "sepa_debit", sepa_debit: { iban: account } };
  const made = await till.call("POST", "/v1/payment_methods", body);
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const debitOf = (account: string) =>
  /^\d{8}$/.test(account)
    ? { method: "bacs_debit", currency: "GBP" }
    : { method: "sepa_debit", currency: "EUR" };

async function debited(account: string, params: object = {}) {
  const till = await openTill();
  const method = await accountOf(till, account);
  const debit = (more: object = {}, headers?: Record<string, string>) =>
    till.charge(
      { ...debitOf(account), payment_method: method, amount: 5_000, ...params, ...more },
      headers,
    );
  const { status, body: payment } = await debit(AGREED);
  assert.equal(status, 201);
  const read = async () => (await till.call<PaymentWire>("GET", `/v1/payments/${payment.id}`)).body;
  const mandate = async () =>
    (await till.call<MandateWire>("GET", `/v1/mandates/${payment.mandate}`)).body;
  return { till, method, payment, debit, read, mandate };
}

const advance = (till: Till, seconds: number) =>
  till.call("POST", "/v1/test/clock/advance", { seconds });
const simulate = (till: Till, object: string, scenario: string) =>
  till.call("POST", "/v1/test/simulate", { object, scenario });
const entriesOf = (till: Till) =>
  till.rows<{ type: string; amount: bigint; fee: bigint }>(
    "select type, amount, fee from balance_transactions where account_id = $1 order by id",
  );
async function assertBooksAgree(till: Till) {
  assert.deepEqual(await disagreements(till.account.id), []);
}

for (const account of [GOOD_IBAN, "DE89370400440532013000", "00012345"]) {
  test(`a debit of ${account} is processing for two days and then booked with its fee`, async () => {
    const { till, payment, read, mandate } = await debited(account);
    assert.deepEqual(
      [payment.status, payment.settles, payment.card, payment.next_action],
      ["processing", payment.method, null, null],
    );
    assert.deepEqual(await till.eventsOf(payment.id), ["payment.processing"]);
    assert.deepEqual(await entriesOf(till), []);
    await advance(till, 2 * DAY_S - 3_600);
    assert.equal((await read()).status, "processing");
    await advance(till, 3_600);
    const done = await read();
    assert.deepEqual(
      [done.status, done.amount_captured, done.sca],
      ["succeeded", 5_000, "not_required"],
    );
    assert.deepEqual(await till.eventsOf(payment.id), ["payment.processing", "payment.succeeded"]);
    assert.equal((await mandate()).status, "active");
    const [charge] = await entriesOf(till);
    // 0.60 % and 20 cents (18 pence), or 35 cents.
    assert.deepEqual([charge?.type, charge?.fee], ["charge", account === "00012345" ? 48n : 35n]);
    assert.equal(
      (await till.refund({ payment: payment.id, amount: 1_000 })).body.status,
      "settled",
    );
    await assertBooksAgree(till);
  });
}

const REFUSALS: [account: string, code: string, network: string, advice: string][] = [
  ["AT861904300235473202", "generic_decline", "MS03", "try_again_later"],
  ["AT981904300002222227", "insufficient_funds", "AM04", "try_again_later"],
  ["22222227", "insufficient_funds", "0", "try_again_later"],
  ["33333335", "debit_not_authorized", "1", "do_not_try_again"],
  ["66666668", "invalid_account", "5", "do_not_try_again"],
];
for (const [account, code, network, advice] of REFUSALS) {
  test(`a debit of ${account} fails after three days with ${network}`, async () => {
    const { till, payment, read } = await debited(account);
    await advance(till, 2 * DAY_S);
    assert.equal((await read()).status, "processing");
    await advance(till, DAY_S);
    const failed = await read();
    assert.equal(failed.status, "failed");
    assert.deepEqual(failed.decline, { code, network_code: network, advice_code: advice });
    assert.deepEqual(await till.eventsOf(payment.id), ["payment.processing", "payment.failed"]);
    assert.deepEqual(await entriesOf(till), []);
  });
}

test("a payer who canceled the instruction revokes its mandate, and only the payer can create another", async () => {
  const { till, debit, mandate, payment } = await debited("33333335");
  await advance(till, 3 * DAY_S);
  const revoked = await mandate();
  assert.deepEqual(
    [revoked.status, revoked.revocation],
    ["revoked", { source: "payer", code: "1" }],
  );
  assert.deepEqual(await till.eventsOf(revoked.id), ["mandate.active", "mandate.revoked"]);
  for (const [headers, param] of [
    [{}, "mandate_data"],
    [{ "Service-Version": "2026-04-01" }, "payment_method"],
  ] as const) {
    const refused = await debit({}, headers);
    assert.deepEqual([refused.status, refused.body.error.param], [400, param]);
  }
  const agreed = await debit({ mandate_data: { accepted_ip: "2001:db8::7" } });
  assert.equal(agreed.status, 201);
  assert.notEqual(agreed.body.mandate, payment.mandate);
});

test("a mandate that is still pending fails when its payer cancels it", async () => {
  const { till, mandate, debit } = await debited("33333335");
  await till.rows(
    "update mandates set status = 'pending', rail_check_at = now() + interval '1 year' where account_id = $1",
  );
  await advance(till, 3 * DAY_S);
  const ended = await mandate();
  assert.deepEqual([ended.status, ended.failure_code, ended.revocation], ["failed", "1", null]);
  assert.equal((await till.eventsOf(ended.id)).at(-1), "mandate.failed");
  assert.equal((await debit({})).status, 400);
});

test("an account that its bank does not know fails the mandate too", async () => {
  const { till, mandate } = await debited("66666668");
  assert.equal((await mandate()).status, "pending");
  await advance(till, DAY_S);
  const failed = await mandate();
  assert.deepEqual([failed.status, failed.failure_code], ["failed", "5"]);
});

for (const [account, code] of [
  ["AT591904300235473203", "MD01"],
  ["55555559", "DDICA"],
] as const) {
  test(`a debit of ${account} succeeds, and is disputed within the hour with ${code}`, async () => {
    const { till, payment, read } = await debited(account);
    await advance(till, 2 * DAY_S + 3_600);
    const { body: disputes } = await till.call("GET", "/v1/disputes");
    assert.deepEqual(
      disputes.data.map(({ payment: of, reason, network_reason_code: network }) => [
        of,
        reason,
        network,
      ]),
      [[payment.id, "debit_not_authorized", code]],
    );
    assert.deepEqual([(await read()).status, (await read()).disputed], ["succeeded", true]);
    await assertBooksAgree(till);
  });
}

test("a payer's bank returns a succeeded debit: it fails late, once, and is booked back", async () => {
  const { till, payment, read } = await debited("AT751904300235473206");
  await advance(till, 2 * DAY_S + 3_600);
  const failed = await read();
  assert.deepEqual(
    [failed.status, failed.decline?.network_code, failed.amount_captured],
    ["failed", "MD06", 5_000],
  );
  assert.deepEqual(await till.eventsOf(payment.id), [
    "payment.processing",
    "payment.succeeded",
    "payment.failed",
  ]);
  const moved = (await entriesOf(till)).map(({ type, amount }) => [type, amount]);
  assert.deepEqual(moved, [
    ["charge", 5_000n],
    ["payment_failure", -5_000n],
  ]);
  const refund = await till.refund({ payment: payment.id, amount: 100 });
  assert.deepEqual([refund.status, refund.body.error.code], [409, "state_invalid"]);
  await assertBooksAgree(till);
});

test("late failures and chargebacks can be simulated only from the states that allow them", async () => {
  const { till, payment, debit } = await debited(GOOD_IBAN);
  const early = await simulate(till, payment.id, "late_failure");
  assert.deepEqual([early.status, early.body.error.code], [409, "state_invalid"]);
  const second = (await debit()).body;
  await advance(till, 2 * DAY_S);
  await till.refund({ payment: payment.id, amount: 2_000 });
  // Concurrent calls fail it once, by the amount that was not refunded.
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => simulate(till, payment.id, "late_failure")),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
  const failures = (await entriesOf(till)).filter(({ type }) => type === "payment_failure");
  assert.deepEqual(
    failures.map(({ amount }) => amount),
    [-3_000n],
  );
  const disputed = await simulate(till, second.id, "chargeback");
  assert.deepEqual([disputed.status, (disputed.body.result as PaymentWire).disputed], [200, true]);
  assert.equal((await simulate(till, second.id, "chargeback")).status, 409);
  assert.equal((await simulate(till, second.id, "late_failure")).status, 409);
  const card = (await till.charge()).body;
  const never = await simulate(till, card.id, "late_failure");
  assert.deepEqual([never.status, never.body.error.code], [409, "state_invalid"]);
  assert.equal((await simulate(till, card.id, "chargeback")).status, 200);
  const unknown = await simulate(till, card.id, "paid");
  assert.deepEqual([unknown.status, unknown.body.error.param], [400, "scenario"]);
  const other = await openTill();
  assert.equal((await simulate(other, card.id, "chargeback")).status, 404);
  await assertBooksAgree(till);
});

test("a bank account is shown by its last four characters, and an invalid one is refused by its field", async () => {
  const till = await openTill();
  const post = (body: object) => till.call("POST", "/v1/payment_methods", body);
  const sepa = (iban: string) => post({ type: "sepa_debit", sepa_debit: { iban } });
  const made = await sepa("DE89 3704 0044 0532 0130 00");
  assert.deepEqual(
    [made.status, made.body.type, made.body.card, made.body.bank],
    [201, "sepa_debit", null, { country: "DE", last4: "3000", bank_code: "37040044" }],
  );
  const bacs = (changes: object) =>
    post({
      type: "bacs_debit",
      bacs_debit: { sort_code: "108800", account_number: "00012345", ...changes },
    });
  const cases: [answer: ReturnType<typeof post>, param: string][] = [
    [sepa("DE89370400440532013001"), "sepa_debit[iban]"],
    [sepa("DE8937040044053201300"), "sepa_debit[iban]"],
    [sepa("AE070331234567890123456"), "sepa_debit[iban]"],
    [sepa("DE02120300000000202051"), "sepa_debit[iban]"],
    [sepa("no account"), "sepa_debit[iban]"],
    [bacs({ sort_code: "1088" }), "bacs_debit[sort_code]"],
    [bacs({ sort_code: "200000" }), "bacs_debit[sort_code]"],
    [bacs({ account_number: "12345678" }), "bacs_debit[account_number]"],
    [bacs({ account_number: "1234" }), "bacs_debit[account_number]"],
    [post({ type: "bacs_debit" }), "bacs_debit"],
    [
      post({ type: "sepa_debit", bacs_debit: { sort_code: "108800", account_number: "00012345" } }),
      "sepa_debit",
    ],
  ];
  for (const [answer, param] of cases) {
    const { status, body } = await answer;
    assert.deepEqual([status, body.error?.param], [400, param]);
  }
  const rows = await till.rows<object>("select * from payment_methods where account_id = $1");
  assert.equal(rows.length, 1);
  assert.doesNotMatch(JSON.stringify(rows), /0532013|44053201/);
});

test("concurrent debits share one mandate; a repeated key debits once", async () => {
  const till = await openTill();
  const method = await accountOf(till, GOOD_IBAN);
  const params = { method: "sepa_debit", currency: "EUR", payment_method: method, ...AGREED };
  const many = await Promise.all(Array.from({ length: 6 }, () => till.charge(params)));
  assert.deepEqual(
    many.map(({ status }) => status),
    Array(6).fill(201),
  );
  assert.equal(new Set(many.map(({ body }) => body.mandate)).size, 1);
  const key = { "Idempotency-Key": "one-debit" };
  const first = await till.charge({ ...params, amount: 700 }, key);
  const again = await till.charge({ ...params, amount: 700 }, key);
  assert.deepEqual([again.status, again.text], [200, first.text]);
  const seven = await till.rows("select 1 from payments where account_id = $1 and amount = 700");
  assert.equal(seven.length, 1);
});

test("a rail timeout leaves a debit open; a repeat and the loop finish it as one", async () => {
  const till = await openTill();
  const method = await accountOf(till, GOOD_IBAN);
  const params = { method: "sepa_debit", currency: "EUR", payment_method: method, ...AGREED };
  for (const lost of ["mandateStatus", "authorise"] as const) {
    const key = { "Idempotency-Key": `lost ${lost}` };
    const silent = async () => {
      throw new RailUnavailableError("no answer");
    };
    const restore = useRail("test", { ...railFor("test"), [lost]: silent });
    const answer = await till.charge(params, key).finally(restore);
    assert.deepEqual([answer.status, answer.body.error.code], [502, "gateway_error"]);
    const repeat = await till.charge(params, key);
    assert.deepEqual([repeat.status, repeat.body.status], [201, "processing"]);
  }
  await settleUnfinished();
  await advance(till, 2 * DAY_S);
  const rows = await till.rows<{ status: string }>(
    "select status from payments where account_id = $1",
  );
  assert.deepEqual(rows, [{ status: "succeeded" }, { status: "succeeded" }]);
});
