import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import { api } from "#test/api.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

const client = api();
const CARD = { number: "4242424242424242", exp_month: 12, exp_year: 2031, cvc: "123" };
const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };
const DEPTH = "A body can be nested at most 20 levels deep.";
const VALUES = "A body can hold at most 2,000 values.";
const PAIRS = "At most 2,000 parameters are possible.";

let merchant: Merchant;
before(async () => {
  merchant = await createMerchant();
});

const nested = (levels: number) =>
  `{"metadata":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

/** Bodies that no route takes, with their errors. */
const BODIES: readonly [
  what: string,
  body: string,
  headers: Record<string, string>,
  message: string,
][] = [
  ["deep arrays", "[".repeat(15_000), JSON_TYPE, DEPTH],
  ["deep objects", '{"a":'.repeat(3_000), JSON_TYPE, DEPTH],
  ["21 levels", nested(21), JSON_TYPE, DEPTH],
  ["2,001 values", `{"a":[${"0,".repeat(1_998)}0]}`, JSON_TYPE, VALUES],
  ["2,001 parameters", `a=1${"&".repeat(2_000)}`, FORM_TYPE, PAIRS],
];

test("bodies that are too deep or too wide are refused with either kind of key, and nothing is created", async () => {
  const { secret, publishable } = merchant.keys.test;
  for (const [what, body, headers, message] of BODIES) {
    for (const [key, path] of [
      [secret, "/v1/customers"],
      [publishable, "/v1/payment_methods"],
    ] as const) {
      const answer = await client.call(key, "POST", path, body, headers);
      const { code, message: said } = answer.body.error;
      const wanted = [400, "parameter_invalid", message];
      assert.deepEqual([answer.status, code, said], wanted, `${what} to ${path}`);
    }
  }
  const { rows } = await getPool().query(
    `select (select count(*) from customers where account_id = $1)
          + (select count(*) from payment_methods where account_id = $1) as made`,
    [merchant.account.id],
  );
  assert.equal(Number(rows[0].made), 0);
});

test("a body just within the bounds is validated by its route", async () => {
  const { secret } = merchant.keys.test;
  for (const body of [nested(20), `{"a":[${"0,".repeat(1_997)}0]}`]) {
    const answer = await client.call(secret, "POST", "/v1/customers", body, JSON_TYPE);
    assert.match(answer.body.error.param ?? "", /^(metadata|a)$/);
  }
});

test("a publishable key sends at most 16 KiB, a secret key to the same route more", async () => {
  const { secret, publishable } = merchant.keys.test;
  const text = JSON.stringify({ type: "card", card: CARD });
  const padded = (bytes: number) => text + " ".repeat(bytes - text.length);
  const send = (key: string, body: string) =>
    client.call(key, "POST", "/v1/payment_methods", body, JSON_TYPE);
  assert.equal((await send(publishable, padded(16 * 1_024))).status, 201);
  const refused = await send(publishable, padded(16 * 1_024 + 1));
  const { code, message } = refused.body.error;
  assert.deepEqual(
    [refused.status, code, message],
    [413, "request_too_large", "A body can have at most 16 KiB here."],
  );
  assert.equal((await send(secret, padded(17 * 1_024))).status, 201);
});

test("a refused name of any length is returned in part, and its request is logged", async () => {
  const { secret } = merchant.keys.test;
  const name = "n".repeat(500_000);
  for (const body of [`{"${name}":1}`, `{"${name}":1,"${name}":2}`, `{"${name}":"\\u0000"}`]) {
    const answer = await client.call(secret, "POST", "/v1/customers", body, JSON_TYPE);
    assert.equal(answer.status, 400);
    assert.ok(JSON.stringify(answer.body).length < 1_000);
  }
  await flushRequestLog();
});
