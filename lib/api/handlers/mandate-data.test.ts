import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFromMs, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import type { MandateWire } from "#lib/wire/contract/mandates.ts";
import type { AnyBody } from "#test/api.ts";
import { type BillingShop, openBillingShop } from "#test/billing.ts";

const BEFORE = { "Service-Version": "2026-04-01" };
const AGREED = { accepted_at: "2026-11-01T10:00:00Z", accepted_ip: "192.0.2.7" };
const ACCOUNTS = {
  sepa_debit: { currency: "EUR", details: { iban: "DE89370400440532013000" } },
  bacs_debit: { currency: "GBP", details: { sort_code: "108800", account_number: "00012345" } },
} as const;
type Debit = keyof typeof ACCOUNTS;

async function openWith(type: Debit) {
  const shop = await openBillingShop();
  const { currency, details } = ACCOUNTS[type];
  const method = await shop.call("POST", "/v1/payment_methods", { type, [type]: details });
  const params = { currency, method: type, payment_method: method.body.id };
  return {
    shop,
    method: method.body.id,
    debit: (more: object = {}, headers: Record<string, string> = {}) =>
      shop.charge({ ...params, ...more }, headers),
  };
}

const mandateOf = async (shop: BillingShop, id: unknown) =>
  (await shop.call<MandateWire>("GET", `/v1/mandates/${id}`)).body;

type Refusal = { status: number; body: { error?: { code: string; param?: string } } };
const refusal = ({ status, body }: Refusal) => [status, body.error?.code, body.error?.param];
const MISSING = [400, "parameter_invalid", "mandate_data"];

for (const type of Object.keys(ACCOUNTS) as Debit[]) {
  test(`a first ${type} payment needs mandate_data; later ones do not`, async () => {
    const { shop, debit } = await openWith(type);
    assert.deepEqual(refusal(await debit()), MISSING);
    assert.deepEqual((await shop.call("GET", "/v1/mandates")).body.data, []);
    assert.deepEqual((await shop.call("GET", "/v1/payments")).body.data, []);
    const first = await debit({ mandate_data: AGREED });
    assert.equal(first.status, 201, first.text);
    const mandate = await mandateOf(shop, first.body.mandate);
    assert.deepEqual([mandate.accepted_at, mandate.accepted_ip], Object.values(AGREED));
    const second = await debit();
    assert.deepEqual([second.status, second.body.mandate], [201, mandate.id]);
  });

  test(`a ${type} mandate that the payer accepts in the future is refused`, async () => {
    const { shop, method, debit } = await openWith(type);
    const later = { mandate_data: { accepted_at: dateFromMs(nowMs() + HOUR_MS).toISOString() } };
    const plan = await shop.plan({ currency: ACCOUNTS[type].currency });
    const params = { plan: plan.id, payment_method: method };
    for (const answer of [await debit(later), await shop.subscribe({ ...params, ...later })]) {
      assert.deepEqual(refusal(answer), [400, MISSING[1], "mandate_data[accepted_at]"]);
    }
    const skewed = { accepted_at: dateFromMs(nowMs() + MINUTE_MS).toISOString() };
    assert.equal((await debit({ mandate_data: skewed })).status, 201, "a clock may be ahead");
  });

  test(`a first ${type} subscription needs mandate_data`, async () => {
    const { shop, method } = await openWith(type);
    const plan = await shop.plan({ currency: ACCOUNTS[type].currency });
    const params = { plan: plan.id, payment_method: method };
    assert.deepEqual(refusal(await shop.subscribe(params)), MISSING);
    const made = await shop.subscribe({ ...params, mandate_data: AGREED });
    assert.equal(made.status, 201, made.text);
    const mandate = await mandateOf(shop, made.body.mandate);
    assert.deepEqual([mandate.accepted_at, mandate.accepted_ip], Object.values(AGREED));
  });
}

test("versions before 2026-12-01 use the time of the call as that of the agreement", async () => {
  const { shop, debit } = await openWith("sepa_debit");
  const made = await debit({}, BEFORE);
  assert.equal(made.status, 201, made.text);
  const mandate = await mandateOf(shop, made.body.mandate);
  assert.deepEqual([mandate.accepted_at, mandate.accepted_ip], [mandate.created, null]);
});

test("a refused call without mandate_data leaves its idempotency key unused", async () => {
  const { debit } = await openWith("sepa_debit");
  const headers = { "Idempotency-Key": "first-debit" };
  assert.deepEqual(refusal(await debit({}, headers)), MISSING);
  assert.equal((await debit({ mandate_data: AGREED }, headers)).status, 201);
});

test("a revoked mandate is replaced only with mandate_data", async () => {
  const { shop, debit } = await openWith("sepa_debit");
  const first = await debit({ mandate_data: AGREED });
  await shop.advance(1);
  const revoked = await shop.call("POST", `/v1/mandates/${first.body.mandate}/revoke`, {});
  assert.equal(revoked.status, 200, revoked.text);
  assert.deepEqual(refusal(await debit()), MISSING);
  const again = await debit({ mandate_data: AGREED });
  assert.notEqual(again.body.mandate, first.body.mandate);
});

test("changing a subscription to a bank account needs mandate_data, which is accepted only with payment_method", async () => {
  const { shop, method } = await openWith("sepa_debit");
  const { body: sub } = await shop.subscribe();
  const update = (changes: object) =>
    shop.call<AnyBody>("POST", `/v1/subscriptions/${sub.id}`, changes);
  assert.deepEqual(refusal(await update({ payment_method: method })), MISSING);
  assert.deepEqual(refusal(await update({ mandate_data: AGREED })), MISSING);
  const changed = await update({ payment_method: method, mandate_data: AGREED });
  assert.equal(changed.status, 200, changed.text);
  const mandate = await mandateOf(shop, changed.body.mandate);
  assert.equal(mandate.accepted_ip, AGREED.accepted_ip);
});

test("card payments and card subscriptions need no mandate_data", async () => {
  const shop = await openBillingShop();
  assert.equal((await shop.charge()).status, 201);
  assert.equal((await shop.subscribe()).status, 201);
});
