// No card number or security code reaches the database, the log or an answer: planted everywhere a
// card can come in, hunted everywhere it could have gone.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeDb, getPool } from "#db/client.ts";
import { api } from "#lib/testing/api.ts";
import { openTill } from "#lib/testing/money.ts";
import { runApiChild } from "#lib/testing/run-api-child.ts";

after(closeDb);

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
/** Unlike any figure a row could hold by chance. */
const CVC = "7391";
const CHARGE = { amount: 100, currency: "EUR", method: "card" };

const cardOf = (number: string) => ({ number, exp_month: 12, exp_year: 2031, cvc: CVC });
const spaced = (number: string) => number.replace(/(.{4})(?=.)/g, "$1 ");

/** Where no card belongs: what is not repeated there is recognised by its check digit. */
function misplaced(number: string): [method: string, path: string, body: object | undefined][] {
  return [
    ["POST", "/v1/refunds", { payment: number }],
    ["GET", `/v1/payments/${number}`, undefined],
    ["POST", "/v1/payments", { ...CHARGE, [number]: "x" }],
  ];
}

function callsWith(number: string): [method: string, path: string, body: object | undefined][] {
  return [
    ["POST", "/v1/payment_methods", { type: "card", card: cardOf(number) }],
    ["POST", "/v1/payment_methods", { type: "card", card: cardOf(spaced(number)) }],
    ["POST", "/v1/payment_methods", { type: "card", card: { ...cardOf(number), exp_year: 2001 } }],
    ["POST", "/v1/payments", { ...CHARGE, payment_method: `pm_test_${number}` }],
    ["POST", "/v1/payments", { ...CHARGE, payment_method: number }],
    ["POST", "/v1/payments", { ...CHARGE, payment_method: `pm_${number}` }],
    ...(number === MISTYPED ? [] : misplaced(number)),
  ];
}

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

test("planted card numbers and codes are nowhere to be found afterwards", async () => {
  const till = await openTill();
  const answers: string[] = [];
  for (const number of PLANTED) {
    for (const [method, path, body] of callsWith(number)) {
      answers.push((await api().call(till.key, method, path, body)).text);
    }
  }
  const calls = PLANTED.flatMap(callsWith);
  const child = await runApiChild({ key: till.key, calls });
  assert.equal(child.statuses.length, calls.length, child.log);
  const died = await runApiChild({
    key: till.key,
    calls: [["POST", "/v1/payments", { ...CHARGE, payment_method: `pm_test_${PLANTED[0]}` }]],
    die: "after",
  });
  const rows = await everyRow();
  assert.ok(rows.some((row) => row.startsWith("payment_methods:") && row.includes("4242")));
  const places = { answer: answers, log: [child.log, died.log], row: rows };
  for (const [place, texts] of Object.entries(places)) {
    for (const text of texts) {
      for (const number of PLANTED) {
        assert.ok(!text.includes(number), `${place} holds ${number}: ${text.slice(0, 300)}`);
        assert.ok(!text.includes(spaced(number)), `${place} holds ${spaced(number)}`);
      }
      const asValue = new RegExp(`["(,: ]${CVC}["),]`);
      assert.doesNotMatch(text, asValue, `${place} holds the security code`);
    }
  }
});
