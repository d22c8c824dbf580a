// Makes every call that docs/migrating-from-stripe.md lists, with the `stripe` package.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import Stripe from "stripe";
import { openTill, VISA } from "#test/money.ts";
import { IBANS } from "#test/payouts.ts";
import { startWeb, type Web } from "#test/web.ts";

type Names = Record<string, unknown>;

let web: Web;
let names: Names;
before(async () => {
  web = await startWeb();
  names = await openShop();
});
after(() => web.stop());

const clientOf = (key: string) =>
  new Stripe(key, {
    protocol: "http",
    host: "127.0.0.1",
    port: web.port,
    telemetry: false,
    maxNetworkRetries: 0,
  });

/** An object of each kind that the calls name. */
async function openShop(): Promise<Names> {
  const till = await openTill();
  const make = async (path: string, body: object, key = till.key): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${web.port}/v1/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const { id, error } = (await response.json()) as { id: string; error?: object };
    assert.ok(response.ok, `${path}: ${JSON.stringify(error)}`);
    return id;
  };
  const charge = { amount: 1999, currency: "EUR", method: "card", payment_method: VISA };
  const customer = await make("customers", { name: "Ada" });
  const payment = await make("payments", charge);
  await make("payments", { ...charge, payment_method: "pm_test_4000000000000259" });
  const plan = await make("plans", {
    name: "Solo",
    amount: 900,
    currency: "EUR",
    interval: "month",
  });
  const subscribe = () => make("subscriptions", { customer, plan, payment_method: VISA });
  const subscription = await subscribe();
  const refund = await make("refunds", { payment, amount: 100 });
  await make("test/topup", { amount: 100_000, currency: "EUR" });
  const beneficiary = { name: "Ada", iban: IBANS.settles };
  const endpoint = await make("webhook_endpoints", {
    url: "https://shop.example/h",
    events: ["*"],
  });
  await till.call("POST", "/v1/test/clock/advance", { seconds: 3_600 });
  // Only a payout that is not submitted yet can be canceled.
  const payout = await make("payouts", { amount: 1_200, currency: "EUR", beneficiary });
  const first = async (path: string) => (await till.call("GET", `/v1/${path}`)).body.data[0]!;
  const { payment_method } = (await till.call("GET", `/v1/subscriptions/${subscription}`)).body;
  return {
    stripe: clientOf(till.key),
    customer,
    unused: await make("customers", { name: "Nobody" }),
    payment,
    plan,
    subscription,
    changed: await subscribe(),
    refund,
    payout,
    endpoint,
    dispute: (await first("disputes")).id,
    event: (await first("events")).id,
    invoice: (await first("invoices")).id,
    transaction: (await first("balance_transactions")).id,
    paymentMethod: payment_method,
    card: VISA,
    iban: IBANS.settles,
  };
}

type Row = { call: string; second: string };

function rowsOf(heading: string): Row[] {
  const text = readFileSync("docs/migrating-from-stripe.md", "utf8");
  const part = text.split(`## ${heading}\n`)[1]!.split("\n## ")[0]!;
  const rows = [...part.matchAll(/^\| `(stripe\..+?)` \| (.+?) \|/gm)];
  return rows.map(([, call, second]) => ({ call: call!, second: second!.replaceAll("`", "") }));
}

/** Runs the text of a call with the objects of the shop in scope. */
function make(call: string): Promise<{ object: string }> {
  return new Function(...Object.keys(names), `return ${call}`)(...Object.values(names));
}

for (const [heading, least] of [
  ["Calls that work unchanged", 25],
  ["Calls that work with other fields", 8],
] as const) {
  test(`${heading}: each answers with its object`, async () => {
    const rows = rowsOf(heading);
    assert.ok(rows.length >= least);
    const differing: string[] = [];
    for (const { call, second } of rows) {
      const answer = await make(call).then(({ object }) => object, String);
      if (answer !== second) differing.push(`${call}: ${answer}`);
    }
    assert.deepEqual(differing, []);
  });
}

test("Calls that do not work: the service refuses each", async () => {
  const rows = rowsOf("Calls that do not work");
  assert.ok(rows.length >= 8);
  for (const { call } of rows) {
    await assert.rejects(make(call), (error) => {
      assert.ok(error instanceof Stripe.errors.StripeInvalidRequestError, `${call}: ${error}`);
      return error.statusCode === 404;
    });
  }
});
