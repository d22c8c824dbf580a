// No card number or security code reaches the database, the log or a response: the test sends them everywhere a card
// can be sent and searches everywhere it could be stored.

import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { apiApp } from "#lib/api/app.ts";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import { hostedApp } from "#lib/hosted/app.ts";
import { settingsFrom } from "#lib/kernel/env.ts";
import { createFront } from "#lib/server/front.ts";
import { createReadiness } from "#lib/server/readiness.ts";
import { api } from "#test/api.ts";
import { signedIn } from "#test/dashboard.ts";
import { dashboardApp } from "#test/dashboard-app.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { runApiChild } from "#test/run-api-child.ts";

const REAL = "4539578763621486";
const MISTYPED = "4242424242424241";
const PLANTED = [
  "4242424242424242",
  "5555555555554444",
  "378282246310005",
  "4000000000009995",
  "4000000000007726",
  REAL,
  MISTYPED,
];
/** Differs from any number that a row could contain by chance. */
const CVC = "7391";
const CHARGE = { amount: 100, currency: "EUR", method: "card" };

const cardOf = (number: string) => ({ number, exp_month: 12, exp_year: 2031, cvc: CVC });
const spaced = (number: string) => number.replace(/(.{4})(?=.)/g, "$1 ");

type PlantedCall = [
  method: string,
  path: string,
  body: object | string | undefined,
  headers?: Record<string, string>,
];

const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

/** Calls that take a card, valid and invalid, as JSON, as a form and as neither. */
function tokenisations(number: string, publishable: string): PlantedCall[] {
  const path = "/v1/payment_methods";
  const card = cardOf(number);
  const whole = JSON.stringify({ type: "card", card });
  const asFrame = { Authorization: `Bearer ${publishable}` };
  return [
    ["POST", path, { type: "card", card }],
    ["POST", path, { type: "card", card }, asFrame],
    ["POST", path, { type: "card", card: cardOf(spaced(number)) }],
    ["POST", path, { type: "card", card: { ...card, exp_year: 2001 } }],
    ["POST", path, { type: "card", card: { ...card, number: Number(number) } }],
    ["POST", path, { type: "card", card: { ...card, cvc: Number(CVC) } }],
    ["POST", path, { type: "card", card: { ...card, holder: "A" } }, asFrame],
    ["POST", path, { type: "apple_pay", apple_pay: { token: number } }],
    [
      "POST",
      path,
      `type=card&card[number]=${number}&card[exp_month]=12&card[exp_year]=2031&card[cvc]=${CVC}`,
      FORM_TYPE,
    ],
    ["POST", path, whole.slice(0, -1), JSON_TYPE],
    ["POST", path, whole, { "Content-Type": "text/plain" }],
    ["PUT", path, whole, JSON_TYPE],
  ];
}

/** Calls that take no card. */
function misplaced(number: string): PlantedCall[] {
  const text = `paid with ${spaced(number)}`;
  const good = { ...CHARGE, payment_method: "pm_test_4242424242424242" };
  const address = `https://shop.example/back?card=${number}`;
  return [
    ["GET", `/v1/payments/${number}`, undefined],
    ["GET", `/v1/payments?customer=${number}`, undefined],
    ["GET", `/v1/payments?${number}=x`, undefined],
    ["GET", `/v1/payments?starting_after=${number}`, undefined],
    ["GET", `/v1/${number}`, undefined],
    ["GET", "/v1/payments", undefined, { "Service-Version": number }],
    ["GET", "/v1/payments", undefined, { Authorization: `Bearer ${number}` }],
    ...[
      { ...CHARGE, payment_method: number },
      { ...CHARGE, [number]: "x" },
      { ...good, number, cvc: CVC },
      { ...good, card: cardOf(number) },
      { ...good, description: text },
      { ...good, statement_descriptor: `A ${number}` },
      { ...good, return_url: address },
      { ...good, metadata: { note: text } },
      { ...good, metadata: { [number]: "x" } },
      { ...good, metadata: { cvc: CVC } },
    ].map((body): PlantedCall => ["POST", "/v1/payments", body]),
    ["POST", "/v1/payments", good, { "Idempotency-Key": number }],
    ["POST", "/v1/payments", `description=${number}&metadata[cvv]=${CVC}`, FORM_TYPE],
    ["POST", "/v1/refunds", { payment: number }],
    ["POST", "/v1/refunds", { payment: "pay_x", metadata: { note: text } }],
    ["POST", "/v1/customers", { name: text }],
    ["POST", "/v1/customers", { email: `${number}@mail.example` }],
    ["POST", "/v1/webhook_endpoints", { url: address, events: ["*"] }],
    ["POST", "/v1/webhook_endpoints", { url: "https://a.example", events: [number] }],
  ];
}

function callsWith(number: string, publishable: string): PlantedCall[] {
  return [
    ...tokenisations(number, publishable),
    ["POST", "/v1/payments", { ...CHARGE, payment_method: `pm_test_${number}` }],
    ["POST", "/v1/payments", { ...CHARGE, payment_method: `pm_${number}` }],
    // A number with a wrong check digit may be any number of the merchant.
    ...(number === MISTYPED ? [] : misplaced(number)),
  ];
}

/** Every row of every table as text, with bytes in hex. */
async function everyRow(): Promise<string[]> {
  const { rows: tables } = await getPool().query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await getPool().query<{ row: string }>(`select t::text as row from ${name} t`);
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

function hunt(place: string, texts: readonly string[]): void {
  const asValue = new RegExp(`["(,: =]${CVC}["),&]`);
  for (const text of texts) {
    for (const number of PLANTED) {
      const inHex = Buffer.from(number).toString("hex");
      for (const trace of [number, spaced(number), number.replace(/(.{4})(?=.)/g, "$1-"), inHex]) {
        assert.ok(!text.includes(trace), `${place} holds ${trace}: ${text.slice(0, 300)}`);
      }
    }
    assert.doesNotMatch(text, asValue, `${place} holds the security code`);
  }
}

test("card numbers and security codes that were sent are stored nowhere", async () => {
  const till = await openTill();
  const calls = PLANTED.flatMap((number) => callsWith(number, till.keys.test.publishable));
  const answers: string[] = [];
  for (const [method, path, body, headers] of calls) {
    const { text, headers: told } = await api().call(till.key, method, path, body, headers);
    answers.push(text, JSON.stringify([...told]));
  }
  const child = await runApiChild({ key: till.key, calls, work: true });
  assert.equal(child.statuses.length, calls.length, child.log);
  const died = await runApiChild({
    key: till.key,
    calls: [["POST", "/v1/payments", { ...CHARGE, payment_method: `pm_test_${PLANTED[0]}` }]],
    die: "after",
  });
  await flushRequestLog();
  const rows = await everyRow();
  for (const table of [
    "payment_methods",
    "payments",
    "idempotency_keys",
    "events",
    "api_requests",
  ]) {
    assert.ok(
      rows.some((row) => row.startsWith(table)),
      `${table} has rows to hunt in`,
    );
  }
  hunt("an answer", answers);
  hunt("the log", [child.log, died.log]);
  hunt("a row", rows);
});

test("a card number in a merchant's text is refused by the parameter's name, and nothing is created", async () => {
  const till = await openTill();
  const good = { ...CHARGE, payment_method: "pm_test_4242424242424242" };
  for (const [params, param] of [
    [{ description: "card 4242 4242 4242 4242" }, "description"],
    [{ metadata: { note: "5555-5555-5555-4444" } }, "metadata[note]"],
    [{ metadata: { cvc: "123" } }, "metadata[cvc]"],
  ] as const) {
    const refused = await till.call("POST", "/v1/payments", { ...good, ...params });
    const { code, param: named } = refused.body.error;
    assert.deepEqual([refused.status, code, named], [400, "parameter_invalid", param]);
  }
  const keyed = await till.call("POST", "/v1/payments", good, {
    "Idempotency-Key": "378282246310005",
  });
  assert.deepEqual([keyed.status, keyed.body.error.param], [400, "Idempotency-Key"]);
  const own = { description: "Order 411111A1111111111", metadata: { ms: "1775000000000" } };
  assert.equal((await till.call("POST", "/v1/payments", { ...good, ...own })).status, 201);
  const [{ count } = { count: 0 }] = await till.rows<{ count: number }>(
    "select count(*)::int as count from payments where account_id = $1",
  );
  assert.equal(count, 1);
});

test("the dashboard's responses, the metrics and the front's own errors contain none either", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const said: string[] = [];
  const note = ({ body }: { body: unknown }) => said.push(JSON.stringify(body ?? null));
  const front = createFront({
    settings: settingsFrom({}),
    api: apiApp,
    dashboard: dashboardApp,
    hosted: hostedApp,
    plainHttp: { fetch: () => new Response() },
    malformed: () => new Response("unreadable", { status: 400 }),
    screens: (_, response) => response.end(),
    readiness: createReadiness(async () => null),
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  for (const number of PLANTED.filter((one) => one !== MISTYPED)) {
    note(await visitor.post("/test/keys", { kind: "secret", name: number }));
    note(await visitor.post("/session", { email: `${number}@mail.example`, password: number }));
    note(await visitor.get(`/test/payments/${number}`));
    note(await visitor.post("/test/checkout/payments", { paymentMethod: number, attempt: number }));
    for (const path of ["/hosted/v1", "/v1", "/internal", "/3d-secure"]) {
      said.push(await (await fetch(`${origin}${path}/${number}?locale=${number}`)).text());
    }
    said.push(await (await fetch(`${origin}/hosted/v1/card?locale=${number}`)).text());
  }
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  assert.match(metrics, /paydesk|http/);
  front.closeAllConnections();
  front.close();
  hunt("the dashboard or the front", said);
  hunt("the metrics", [metrics]);
  hunt("a row", await everyRow());
});
