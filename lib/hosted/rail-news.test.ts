// A live rail that decides after it was asked, and sends news.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { checkBooks } from "#lib/domain/books/index.ts";
import { createUpcomingPartitions } from "#lib/domain/history/index.ts";
import { settleDueFunds } from "#lib/domain/settlements/index.ts";
import { hostedApp } from "#lib/hosted/app.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import {
  type PaymentOutcome,
  type Rail,
  type SettlementOutcome,
  useRail,
} from "#lib/rails/index.ts";
import { newNonce, SIGNATURE_HEADER, sign, verify } from "#lib/rails/protocol/signature.ts";
import { sandboxRail } from "#lib/rails/sandbox/rail.ts";
import { type ApiClient, api } from "#test/api.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { moveClock } from "#test/moving-clock.ts";
import { sealPast } from "#test/seal-past.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";

const SECRET = "what the connector and we both know";
const HOUR_MS = 3_600_000;
const CARD = { number: "4242424242424242", exp_month: 12, exp_year: 2031, cvc: "123" };

/** The acquirer's decision by payment; without an entry, its first answer. */
const decided = new Map<string, PaymentOutcome>();
/** The outcome by settlement; without an entry it is on its way. */
const settled = new Map<string, SettlementOutcome>();
const takenBack = new Set<string>();
let first: PaymentOutcome;

const lateRail: Rail = {
  ...sandboxRail,
  tokenise: async () => ({
    result: "token",
    railToken: "tok_live",
    card: {
      ...{ brand: "visa", last4: "4242", bin: "424242", issuer: "A Bank", country: "DE" },
      ...{ funding: "credit", expMonth: 12, expYear: 2031, fingerprint: "f" },
    },
  }),
  authorise: async ({ id }) => decided.get(id) ?? first,
  authoriseStatus: async ({ id }) => decided.get(id) ?? first,
  settlementStatus: async ({ id }) => settled.get(id) ?? { result: "scheduled" },
  chargebackStatus: async ({ id }) =>
    takenBack.has(id)
      ? { result: "charged_back", reason: "fraudulent", networkReasonCode: "10.4" }
      : { result: "none" },
};
const PAID: PaymentOutcome = {
  result: "succeeded",
  railReference: "acq_1",
  sca: "3ds2",
  exemptionOutcome: null,
};

let putBack: () => void;
before(() => {
  assignEnv({ LIVE_RAIL_URL: "https://connector.example", LIVE_RAIL_SECRET: SECRET });
  putBack = useRail("live", lateRail);
});
after(async () => {
  putBack();
});

type Shop = { merchant: Merchant; client: ApiClient; key: string; payment: string };

async function charged(): Promise<Shop> {
  const merchant = await createMerchant();
  const client = api();
  const { secret: key, publishable } = merchant.keys.live;
  const params = { type: "card", card: CARD };
  const method = await client.call(publishable, "POST", "/v1/payment_methods", params);
  const order = { amount: 1999, currency: "EUR", method: "card", payment_method: method.body.id };
  const made = await client.call(key, "POST", "/v1/payments", order);
  assert.equal(made.status, 201);
  return { merchant, client, key, payment: made.body.id };
}

const statusOf = async ({ client, key, payment }: Shop) =>
  (await client.call<{ status: string }>(key, "GET", `/v1/payments/${payment}`)).body.status;

type Params = { livemode?: boolean; secret?: string; id?: string; accountId?: string };

async function tell(shop: Shop, params: Params = {}) {
  const { secret = SECRET, ...rest } = params;
  const about = { livemode: true, accountId: shop.merchant.account.id, id: shop.payment, ...rest };
  const body = Buffer.from(JSON.stringify(about));
  const nonce = newNonce();
  const header = sign(secret, { kind: "request", nonce, path: "news", body });
  return await send(body, header, nonce);
}

async function send(body: Buffer, header: string | null, nonce = "") {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (header !== null) headers[SIGNATURE_HEADER] = header;
  const init = { method: "POST", headers, body: new Uint8Array(body) };
  const response = await hostedApp.request("/rail/v1/news", init);
  const text = await response.text();
  const answer = { kind: "answer", nonce, status: 200, body: Buffer.from(text) } as const;
  const signature = response.headers.get(SIGNATURE_HEADER) ?? undefined;
  return {
    status: response.status,
    result: (JSON.parse(text) as { result?: string }).result ?? null,
    signed: verify(SECRET, signature, answer),
  };
}

const WAITS: PaymentOutcome = {
  result: "pending",
  railReference: "acq_1",
  askAgainAfterMs: HOUR_MS,
};

test("a late outcome is read when the rail sends news of it, once, however often it does", async () => {
  first = WAITS;
  const shop = await charged();
  assert.equal(await statusOf(shop), "processing");
  await settleUnfinished();
  assert.equal(await statusOf(shop), "processing", "it is not due for an hour");
  decided.set(shop.payment, PAID);
  const heard = await Promise.all([tell(shop), tell(shop), tell(shop)]);
  assert.deepEqual(heard[0], { status: 200, result: "heard", signed: true });
  await Promise.all([settleUnfinished(), settleUnfinished()]);
  assert.equal(await statusOf(shop), "succeeded");
  // Later news is answered and changes nothing.
  await tell(shop);
  await settleUnfinished();
  const events = await shop.client.call(shop.key, "GET", "/v1/events");
  assert.deepEqual(
    events.body.data.map((event) => (event as unknown as { type: string }).type),
    ["payment.succeeded", "payment.processing"],
  );
});

test("news before the outcome leaves the payment open", async () => {
  first = WAITS;
  const shop = await charged();
  await tell(shop);
  await settleUnfinished();
  assert.equal(await statusOf(shop), "processing");
  decided.set(shop.payment, {
    ...PAID,
    result: "declined",
    decline: {
      declineCode: "insufficient_funds",
      networkCode: "51",
      adviceCode: "try_again_later",
    },
  });
  await tell(shop);
  await settleUnfinished();
  assert.equal(await statusOf(shop), "failed");
});

test("a payer's answer on the acquirer's own page is learned by news, or at the expiry at the latest", async () => {
  const clock = moveClock();
  try {
    const expiresAtMs = Date.now() + HOUR_MS;
    const redirectUrl = "https://acquirer.example/confirm";
    first = { ...PAID, result: "action_required", redirectUrl, expiresAtMs };
    const [told, silent, left] = [await charged(), await charged(), await charged()];
    for (const shop of [told, silent]) decided.set(shop.payment, PAID);
    await tell(told);
    await settleUnfinished();
    assert.deepEqual(
      [await statusOf(told), await statusOf(silent)],
      ["succeeded", "requires_action"],
    );
    await tell(left);
    await settleUnfinished();
    assert.equal(await statusOf(left), "requires_action", "nobody has answered, and there is time");
    clock.advance(HOUR_MS + 60_000);
    await settleUnfinished();
    assert.equal(await statusOf(silent), "succeeded");
  } finally {
    clock.putBack();
  }
});

test("a chargeback in the news is read from the rail and opens its dispute, once", async () => {
  first = PAID;
  const shop = await charged();
  takenBack.add(shop.payment);
  for (let i = 0; i < 2; i++) {
    await tell(shop);
    await settleUnfinished();
  }
  const { body } = await shop.client.call(shop.key, "GET", "/v1/disputes");
  assert.equal(body.data.length, 1);
});

type Settled = { id: string; status: string; bankReference: string | null; paidAt: Date | null };

async function settlementOf({ merchant }: Shop): Promise<Settled> {
  const { rows } = await getPool().query<Settled>(
    `select id, status, bank_reference as "bankReference", paid_at as "paidAt" from settlements where account_id = $1`,
    [merchant.account.id],
  );
  assert.equal(rows.length, 1);
  return rows[0]!;
}

test("a live settlement is paid or returned once the rail says so, once, and its date is no proof", async () => {
  const clock = moveClock();
  try {
    first = PAID;
    const [arrives, comesBack] = [await charged(), await charged()];
    clock.advance(24 * HOUR_MS);
    await settleDueFunds();
    const [{ id }, other] = [await settlementOf(arrives), await settlementOf(comesBack)];
    clock.advance(8 * 24 * HOUR_MS);
    await createUpcomingPartitions();
    await settleUnfinished();
    assert.equal((await settlementOf(arrives)).status, "scheduled", "the date has passed");
    const paidAtMs = nowMs() - 2 * HOUR_MS;
    for (const wrong of [0, nowMs() + HOUR_MS]) {
      settled.set(id, { result: "paid", paidAtMs: wrong, bankReference: "ACQ 4711" });
      assert.equal((await tell(arrives, { id })).result, "heard");
      await settleUnfinished();
      assert.equal((await settlementOf(arrives)).status, "scheduled", "a time that cannot be");
    }
    settled.set(id, { result: "paid", paidAtMs, bankReference: "ACQ 4711" });
    settled.set(other.id, { result: "returned", failureReason: "account_closed" });
    for (const news of [tell(arrives, { id }), tell(comesBack, { id: other.id })]) await news;
    await Promise.all([settleUnfinished(), settleUnfinished()]);
    const paid = { id, status: "paid", bankReference: "ACQ 4711", paidAt: new Date(paidAtMs) };
    assert.deepEqual(await settlementOf(arrives), paid);
    assert.equal((await settlementOf(comesBack)).status, "failed");
    settled.set(id, { result: "returned", failureReason: "account_closed" });
    assert.equal((await tell(arrives, { id })).result, "not_waiting", "it is final");
    await settleUnfinished();
    const { body } = await arrives.client.call(
      arrives.key,
      "GET",
      "/v1/events?type=settlement.paid",
    );
    assert.equal(body.data.length, 1);
    await sealPast();
    for (const { merchant } of [arrives, comesBack]) {
      assert.deepEqual(await checkBooks(merchant.ctx.live), []);
    }
  } finally {
    clock.putBack();
  }
});

test("news without a current signature of the mode's rail is refused, and the rail is not asked", async () => {
  first = WAITS;
  const shop = await charged();
  decided.set(shop.payment, PAID);
  const about = { livemode: true, accountId: shop.merchant.account.id, id: shop.payment };
  const body = Buffer.from(JSON.stringify(about));
  const [nonce, clock] = [newNonce(), moveClock()];
  const old = sign(SECRET, { kind: "request", nonce, path: "news", body });
  const elsewhere = sign(SECRET, { kind: "request", nonce, path: "refund", body });
  assert.equal((await send(body, null)).status, 401);
  assert.equal((await send(body, elsewhere)).status, 401);
  clock.advance(301_000);
  assert.equal((await send(body, old)).status, 401);
  clock.putBack();
  assert.equal((await tell(shop, { secret: "a guess" })).status, 401);
  assert.equal(
    (await tell(shop, { livemode: false })).status,
    401,
    "test mode has no rail of its own",
  );
  assert.equal((await send(Buffer.from("{"), old)).status, 400);
  const other = await createMerchant();
  for (const params of [
    { accountId: other.account.id },
    { id: "pay_01kah3v7pd5m2k9x0r4wzq1c" },
    { id: "constructor_1" },
    { id: "'; drop" },
  ]) {
    assert.equal((await tell(shop, params)).result, "not_waiting");
  }
  await settleUnfinished();
  assert.equal(await statusOf(shop), "processing");
});
