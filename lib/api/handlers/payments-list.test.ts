import assert from "node:assert/strict";
import { test } from "node:test";
import { askOwner } from "#test/as-owner.ts";
import { openTill, VISA } from "#test/money.ts";
import { plansOf, scansOf } from "#test/plans.ts";

test("each filter narrows the list, newest first", async () => {
  const till = await openTill();
  const { body: ada } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const { body: method } = await till.call("POST", "/v1/payment_methods", {
    type: "card",
    card: { number: "4242424242424242", exp_month: 1, exp_year: 2040, cvc: "123" },
  });
  const made: Record<string, string> = {};
  const charge = async (name: string, params: object) => {
    const { body } = await till.charge(params);
    made[name] = body.id ?? body.error.payment?.id;
  };
  await charge("euro", { amount: 100, customer: ada.id });
  await charge("pound", { amount: 200, currency: "GBP", payment_method: method.id });
  await charge("failed", { amount: 300, payment_method: "pm_test_4000000000000002" });
  await charge("large", { amount: 99_999_999, customer: ada.id });
  const nameOf = Object.fromEntries(Object.entries(made).map(([name, id]) => [id, name]));
  const listed = async (query: string) => {
    const { status, body } = await till.call("GET", `/v1/payments?${query}`);
    assert.equal(status, 200, query);
    return body.data.map(({ id }) => nameOf[id]);
  };
  assert.deepEqual(await listed(""), ["large", "failed", "pound", "euro"]);
  assert.deepEqual(await listed("status=failed"), ["failed"]);
  assert.deepEqual(await listed("status=requires_action"), []);
  assert.deepEqual(await listed("currency=GBP"), ["pound"]);
  assert.deepEqual(await listed(`customer=${ada.id}`), ["large", "euro"]);
  assert.deepEqual(await listed(`payment_method=${method.id}`), ["pound"]);
  assert.deepEqual(await listed("method=card&amount[gte]=200&amount[lte]=300"), [
    "failed",
    "pound",
  ]);
  assert.deepEqual(await listed("method=ideal"), []);
  assert.deepEqual(await listed("created[lt]=2020-01-01T00:00:00Z"), []);
  assert.equal((await listed("created[gte]=2020-01-01T00:00:00Z")).length, 4);
  assert.deepEqual(await listed(`limit=2&starting_after=${made.failed}`), ["pound", "euro"]);
  assert.deepEqual(await listed(`limit=2&ending_before=${made.euro}`), ["failed", "pound"]);
});

test("payments are listed by who bears the loss of a fraud dispute, by an index", async () => {
  const till = await openTill();
  const { body: shifted } = await till.charge();
  const { body: own } = await till.charge({ amount: 2_000, exemption: "low_value" });
  const { body: declined } = await till.charge({ payment_method: "pm_test_4000000000000002" });
  assert.equal(shifted.acquirer_response?.liability_shift, true);
  assert.equal(own.acquirer_response?.liability_shift, false);
  assert.ok(declined.error);
  const listed = async (query: string) =>
    (await till.call("GET", `/v1/payments?${query}`)).body.data.map(({ id }) => id);
  assert.deepEqual(await listed("liability=issuer"), [shifted.id]);
  assert.deepEqual(await listed("liability=merchant"), [own.id]);
  assert.deepEqual(await listed("liability=merchant&currency=GBP"), []);
  const other = await openTill();
  const answer = await other.call("GET", "/v1/payments?liability=issuer");
  assert.deepEqual(answer.body.data, []);
  await till.rows(
    `insert into payments (account_id, id, mode, status, amount, currency, method, acquirer_response)
     select $1, 'pay_' || lpad(n::text, 26, '0'), 'test', 'succeeded', 100, 'EUR', 'card',
            jsonb_build_object('liabilityShift', true)
       from generate_series(1, 5000) n`,
  );
  await askOwner("analyze payments");
  const plans = await plansOf(() => till.call("GET", "/v1/payments?liability=merchant"));
  const indexes = plans
    .flatMap(({ root }) => scansOf(root))
    .filter((scan) => scan["Relation Name"] === "payments")
    .map((scan) => scan["Index Name"]);
  assert.ok(indexes.includes("payments_liability"), indexes.join());
});

test("lists can be paged to the end; a wrong filter or cursor is named", async () => {
  const till = await openTill();
  for (let i = 0; i < 3; i++) await till.charge({ payment_method: VISA });
  const { body: first } = await till.call("GET", "/v1/payments?limit=2");
  const { object, url, has_more, next_cursor, data } = first;
  assert.deepEqual(
    [object, url, has_more, next_cursor],
    ["list", "/v1/payments", true, data[1]?.id],
  );
  const { body: last } = await till.call(
    "GET",
    `/v1/payments?limit=2&starting_after=${next_cursor}`,
  );
  assert.deepEqual([last.data.length, last.has_more, last.next_cursor], [1, false, null]);
  for (const [query, param] of [
    ["status=paid", "status"],
    ["currency=eur", "currency"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["amount[gte]=x", "amount[gte]"],
    ["created[gte]=yesterday", "created[gte]"],
    ["starting_after=pay_01kp0c5n7v3m8q2w4x6y9z1b5d", "starting_after"],
    ["liability=payer", "liability"],
    ["colour=red", "colour"],
  ] as const) {
    const { status, body } = await till.call("GET", `/v1/payments?${query}`);
    assert.deepEqual([status, body.error?.param], [400, param], query);
  }
});

test("a list filtered by time can be paged to the end in both directions without repeating or skipping", async () => {
  const till = await openTill();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.unshift((await till.charge()).body.id);
  const since = "created[gte]=2020-01-01T00:00:00Z&limit=2";
  const page = async (query: string) => {
    const { body } = await till.call("GET", `/v1/payments?${since}${query}`);
    return { ids: body.data.map(({ id }) => id), next: body.next_cursor, more: body.has_more };
  };
  const first = await page("");
  const second = await page(`&starting_after=${first.next}`);
  const last = await page(`&starting_after=${second.next}`);
  assert.deepEqual([...first.ids, ...second.ids, ...last.ids], ids);
  assert.deepEqual([first.more, second.more, last.more, last.next], [true, true, false, null]);
  assert.deepEqual((await page(`&ending_before=${last.ids[0]}`)).ids, second.ids);
  const other = await openTill();
  const elsewhere = (await other.charge()).body.id;
  const { status } = await till.call("GET", `/v1/payments?${since}&starting_after=${elsewhere}`);
  assert.equal(status, 400);
});

test("every named decline is a 402 with its own codes, and the failed payments are stored", async () => {
  const till = await openTill();
  const expected: Record<string, string> = {
    "4000000000000002": "generic_decline",
    "4000000000009995": "insufficient_funds",
    "4000000000009987": "lost_card",
    "4000000000009979": "stolen_card",
    "4000000000000069": "expired_card",
    "4000000000000127": "incorrect_cvc",
    "4000000000000119": "processing_error",
    "4000000000006975": "card_velocity_exceeded",
    "4000008000000013": "call_issuer",
    "4000008000000054": "do_not_honor",
    "4000008000000120": "transaction_not_allowed",
    "4000008000000138": "invalid_amount",
    "4000008000000146": "incorrect_number",
    "4000008000000419": "lost_card",
    "4000008000000468": "invalid_account",
    "4000008000000591": "fraudulent",
    "4000008000000625": "restricted_card",
    "4000008000000633": "security_violation",
    "4000008000000757": "pin_try_exceeded",
    "4000008000000823": "incorrect_cvc",
    "4000008000000914": "issuer_not_available",
  };
  for (const [number, code] of Object.entries(expected)) {
    const { status, body } = await till.charge({ payment_method: `pm_test_${number}` });
    assert.deepEqual(
      [status, body.error?.code, body.error?.decline_code],
      [402, "card_declined", code],
    );
    assert.notEqual(body.error.message, "The card was declined.", code);
    assert.match(String(body.error.advice_code), /^(try_again|do_not_try|confirm_card)/);
  }
  const { body: kept } = await till.call("GET", "/v1/payments?status=failed&limit=100");
  assert.equal(kept.data.length, Object.keys(expected).length);
});

test("the step-up decline challenges the payer instead", async () => {
  const till = await openTill();
  const { status, body } = await till.charge({ payment_method: "pm_test_4000008000000658" });
  assert.deepEqual([status, body.status, body.next_action], [201, "requires_action", "redirect"]);
});
