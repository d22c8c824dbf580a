import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { holdsCardData } from "#lib/kernel/card-numbers.ts";
import { randomKey, type TokeniseTask, tokenise } from "./tokenise.ts";

const WORDS = { network: "No connection.", busy: "Busy.", failed: "Failed.", setup: "Not here." };
const TOKEN = {
  id: "pm_1",
  object: "payment_method",
  livemode: false,
  created: "2030-01-01T00:00:00Z",
  card: { brand: "visa", last4: "4242", exp_month: 4, exp_year: 2034, bin: "424242" },
};

type Step = Response | "lost";
const json = (status: number, body: unknown, headers: HeadersInit = {}) =>
  Response.json(body, { status, headers });
const error = (status: number, code: string, more: object = {}, headers: HeadersInit = {}) =>
  json(
    status,
    { error: { type: "x", code, message: `says ${code}`, request_id: "req_1", ...more } },
    headers,
  );

async function run(steps: Step[]) {
  const sent: { path: string; init: RequestInit }[] = [];
  const waits: number[] = [];
  const task: TokeniseTask = {
    key: "pk_test_x",
    idempotencyKey: "once",
    version: "2026-04-01",
    typed: { number: "4242 4242 4242 4242", expiry: "04 / 34", cvc: "123" },
    label: WORDS,
    wait: async (ms) => void waits.push(ms),
    send: async (path, init) => {
      sent.push({ path, init });
      const step = steps[sent.length - 1];
      if (step === undefined || step === "lost") throw new TypeError("Failed to fetch");
      return step;
    },
  };
  return { outcome: await tokenise(task), sent, waits };
}

test("a card is sent to our own origin once, without cookies, and only a token returns", async () => {
  const { outcome, sent } = await run([json(201, TOKEN)]);
  assert.equal(sent.length, 1);
  const { path, init } = sent[0]!;
  assert.equal(path, "/v1/payment_methods");
  assert.equal(init.credentials, "omit");
  assert.deepEqual(JSON.parse(String(init.body)), {
    type: "card",
    card: { number: "4242424242424242", exp_month: 4, exp_year: 2034, cvc: "123" },
  });
  const { brand, last4, exp_month, exp_year } = TOKEN.card;
  assert.deepEqual(outcome.paymentMethod?.card, { brand, last4, exp_month, exp_year });
});

test("a lost response, a 5xx and a 429 are retried with the same key", async () => {
  const { outcome, sent, waits } = await run([
    "lost",
    error(502, "gateway_error"),
    error(429, "rate_limited", {}, { "retry-after": "2" }),
    json(201, TOKEN),
  ]);
  assert.equal(outcome.paymentMethod?.id, "pm_1");
  const keys = sent.map(({ init }) => new Headers(init.headers).get("idempotency-key"));
  assert.deepEqual(keys, ["once", "once", "once", "once"]);
  assert.ok(waits[2]! >= 2_000 && waits[2]! <= 2_300, "as long as Retry-After says");
});

test("when retries fail, the payer sees what to do", async () => {
  const lost = await run(["lost", "lost", "lost", "lost"]);
  assert.deepEqual(lost.outcome.error, {
    type: "api_error",
    code: "network_error",
    message: "No connection.",
    retryable: true,
  });
  const busy = await run([error(429, "rate_limited", {}, { "retry-after": "60" })]);
  assert.equal(busy.sent.length, 1, "nobody waits a minute at a checkout");
  assert.deepEqual(
    [busy.outcome.error?.code, busy.outcome.error?.message],
    ["rate_limited", "Busy."],
  );
});

test("a refusal is final, names the payer's field, and hides merchant errors from the payer", async () => {
  const wrong = await run([error(400, "parameter_invalid", { param: "card[number]" })]);
  assert.deepEqual([wrong.sent.length, wrong.outcome.error?.field], [1, "number"]);
  assert.equal(wrong.outcome.error?.message, "says parameter_invalid");
  const real = await run([error(402, "card_declined", { decline_code: "test_mode_live_card" })]);
  assert.equal(real.outcome.error?.decline_code, "test_mode_live_card");
  const revoked = await run([error(401, "key_invalid")]);
  assert.deepEqual(
    [revoked.outcome.error?.code, revoked.outcome.error?.message, revoked.outcome.error?.retryable],
    ["key_invalid", "Not here.", false],
  );
  assert.equal(revoked.outcome.error?.request_id, "req_1");
});

test("no idempotency key of the fields looks like card data", () => {
  const number = (text: string) =>
    Uint16Array.from(text.match(/.{4}/g)!, (part) => Number(`0x${part}`));
  assert.equal(
    randomKey(number("42424242424242424242424242424242")),
    "42424242-4242-4242-4242-424242424242",
  );
  // Digits are frequent, as in the number of a card.
  const part = fc.stringMatching(/^[0-9]{4}$/);
  fc.assert(
    fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), (parts) => {
      assert.ok(!holdsCardData(randomKey(number(parts.join("")))));
    }),
  );
});
