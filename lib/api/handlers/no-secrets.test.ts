// No secret key or signing secret that a caller sends by mistake reaches the database.

import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import { signedIn } from "#test/dashboard.ts";
import { openTill } from "#test/money.ts";
import { batchSent } from "#test/payout-batches.ts";
import { IBANS, openPayer } from "#test/payouts.ts";

const SIGNING = "whsec_7Qm2kXvB9sLr4TzN1cWdYhPf6gJtEaUo";
const CHARGE = {
  amount: 100,
  currency: "EUR",
  method: "card",
  payment_method: "pm_test_4242424242424242",
};
const ENDPOINT = { url: "https://shop.example/hook", events: ["*"] };

/** The tables of which a row contains the text; rows are of any merchant. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await getPool().query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await getPool().query(
      `select from ${name} t where strpos(t::text, $1) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("a secret key or a signing secret outside its header is refused by the parameter's name and stored nowhere", async () => {
  const till = await openTill();
  for (const secret of [till.key, till.keys.live.secret, SIGNING]) {
    const calls: [string, object, string, Record<string, string>?][] = [
      ["/v1/payments", CHARGE, "Idempotency-Key", { "Idempotency-Key": `order ${secret}` }],
      ["/v1/payments", { ...CHARGE, description: `key ${secret}` }, "description"],
      ["/v1/payments", { ...CHARGE, metadata: { key: secret } }, "metadata[key]"],
      ["/v1/customers", { name: secret }, "name"],
      ["/v1/webhook_endpoints", { ...ENDPOINT, description: secret }, "description"],
      ["/v1/webhook_endpoints", { ...ENDPOINT, url: `https://a.example/?${secret}` }, "url"],
    ];
    for (const [path, body, param, headers] of calls) {
      const { status, body: answer, text } = await till.call("POST", path, body, headers);
      assert.deepEqual(
        [status, answer.error?.code, answer.error?.param],
        [400, "parameter_invalid", param],
      );
      assert.ok(!text.includes(secret.slice(10)), text);
    }
    for (const path of [`/v1/payments?customer=${secret}`, `/v1/payments?${secret}=1`]) {
      assert.equal((await till.call("GET", path)).status, 400);
    }
    assert.equal((await till.call("GET", `/v1/payments/${secret}`)).status, 404);
    const agent = { "User-Agent": `shop_${secret}`, "Service-Version": secret };
    assert.equal((await till.call("GET", "/v1/payments", undefined, agent)).status, 400);
  }
  await flushRequestLog();
  for (const secret of [till.key, till.keys.live.secret, SIGNING]) {
    assert.deepEqual(await tablesWith(secret.slice(10)), []);
  }
});

test("a name such as sk_test_old, a shortened key and a publishable key are kept", async () => {
  const till = await openTill();
  const metadata = {
    name: "sk_test_old_and_no_longer_used",
    hint: `${till.key.slice(0, 8)}…${till.key.slice(-4)}`,
    publishable: till.keys.test.publishable,
    other: `risk_test_${"a".repeat(30)}`,
  };
  const { status } = await till.call("POST", "/v1/payments", { ...CHARGE, metadata });
  assert.equal(status, 201);
});

test("the dashboard refuses secrets in names, texts and filters", async () => {
  const till = await openTill();
  const visitor = await signedIn(till);
  const named = await visitor.post("/test/keys", { kind: "secret", name: `old ${till.key}` });
  assert.deepEqual([named.status, named.body.error.param], [400, "name"]);
  assert.equal((await visitor.get(`/test/payments?search=${till.key}`)).status, 400);
  assert.equal((await visitor.get(`/test/payments/${till.key}`)).status, 404);
  assert.deepEqual(await tablesWith(till.key.slice(10)), []);
});

test("a secret in a file of payouts rejects its row by the column's name", async () => {
  const payer = await openPayer();
  const row = (name: string, reference: string) => `${name},${IBANS.settles},100,EUR,${reference}`;
  const file = [
    "name,iban,amount,currency,reference",
    row("Ada", "Salary"),
    row("Bo", SIGNING),
    row(payer.key, "Salary"),
  ].join("\n");
  const batch = await batchSent(payer, { file, format: "csv" });
  assert.deepEqual(
    batch.errors.map(({ row: number, code, param }) => [number, code, param]),
    [
      [2, "reference_invalid", "reference"],
      [3, "name_invalid", "name"],
    ],
  );
});
