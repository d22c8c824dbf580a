// The `stripe` npm package, a client that many merchants have, pointed at the service by host and port alone. Calls
// use its methods where they exist, else `rawRequest`.

import assert from "node:assert/strict";
import { createServer, type IncomingMessage, request } from "node:http";
import { after, test } from "node:test";
import Stripe from "stripe";
import { openTill, type Till } from "#test/money.ts";
import { IBANS } from "#test/payouts.ts";
import { startWeb } from "#test/web.ts";

const web = await startWeb();
after(() => web.stop());

const clientOf = (key: string, port = web.port) =>
  new Stripe(key, { protocol: "http", host: "127.0.0.1", port, telemetry: false });

async function openShop() {
  const till = await openTill();
  const stripe = clientOf(till.key);
  const charge = (params: object = {}) =>
    stripe.rawRequest("POST", "/v1/payments", {
      amount: 1999,
      currency: "EUR",
      method: "card",
      payment_method: "pm_test_4242424242424242",
      ...params,
    }) as Promise<{ id: string; status: string; amount: number }>;
  return { till, stripe, charge };
}

const listOfIds = async (list: AsyncIterable<{ id: string }>) => {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
};

/** A proxy that drops the first response of every call after the service has acted. */
async function startLossyWay(): Promise<{ port: number; calls: string[]; stop(): void }> {
  const calls: string[] = [];
  const known = new Set<string>();
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    const { method, url: path, headers } = incoming;
    const way = request({ host: "127.0.0.1", port: web.port, method, path, headers }, (answer) => {
      const name = `${method} ${path} ${headers["idempotency-key"] ?? ""}`;
      calls.push(name);
      if (!known.has(name)) {
        known.add(name);
        answer.resume().on("end", () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(way);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    calls,
    stop: () => void server.close().closeAllConnections(),
  };
}

test("customers are created, read, updated, listed to the end and deleted", async () => {
  const { stripe } = await openShop();
  const made = await stripe.customers.create({ name: "Ada", metadata: { crm: "88213" } });
  assert.deepEqual([made.object, made.name, made.metadata], ["customer", "Ada", { crm: "88213" }]);
  const updated = await stripe.customers.update(made.id, { email: "ada@lindqvist.example" });
  assert.equal(updated.email, "ada@lindqvist.example");
  const ids = [made.id];
  for (let i = 0; i < 6; i++) ids.push((await stripe.customers.create({ name: `No ${i}` })).id);
  assert.deepEqual(await listOfIds(stripe.customers.list({ limit: 3 })), ids.toReversed());
  assert.equal((await stripe.customers.del(made.id)).deleted, true);
});

test("refunds are created, read and listed to the end; an error names its parameter", async () => {
  const { stripe, charge } = await openShop();
  const { id: payment } = await charge();
  const give = (amount: number) => stripe.refunds.create({ payment, amount } as never);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push((await give(100)).id);
  assert.deepEqual(await listOfIds(stripe.refunds.list({ limit: 2 })), ids.toReversed());
  assert.equal((await stripe.refunds.retrieve(ids[0]!)).amount, 100);
  await assert.rejects(give(1_500), (error) => {
    assert.ok(error instanceof Stripe.errors.StripeInvalidRequestError);
    assert.deepEqual([error.statusCode, error.param], [400, "amount"]);
    assert.match(String(error.requestId), /^req_/);
    return true;
  });
});

test("a declined card is a card error with its decline code", async () => {
  const { charge } = await openShop();
  await assert.rejects(charge({ payment_method: "pm_test_4000000000009995" }), (error) => {
    assert.ok(error instanceof Stripe.errors.StripeCardError);
    assert.deepEqual([error.code, error.decline_code], ["card_declined", "insufficient_funds"]);
    return true;
  });
});

test("an invalid key and a key without permission are the client's own errors for them", async () => {
  const { till } = await openShop();
  await assert.rejects(
    clientOf("sk_test_none").customers.list(),
    Stripe.errors.StripeAuthenticationError,
  );
  await assert.rejects(
    clientOf(till.keys.test.publishable).customers.list(),
    Stripe.errors.StripePermissionError,
  );
});

test("the client repeats a call whose response was lost, and nothing is done twice", async () => {
  const { till, charge } = await openShop();
  const { id: payment } = await charge();
  const way = await startLossyWay();
  try {
    const refund = await clientOf(till.key, way.port).refunds.create(
      { payment, amount: 700 } as never,
      { maxNetworkRetries: 2 },
    );
    assert.equal(refund.amount, 700);
    assert.equal(way.calls.length, 2);
    assert.equal(new Set(way.calls).size, 1, "the client repeats with the same key");
    const kept = await till.call<{ amount_refunded: number }>("GET", `/v1/payments/${payment}`);
    assert.equal(kept.body.amount_refunded, 700);
  } finally {
    way.stop();
  }
});

const advance = (till: Till, seconds: number) =>
  till.call("POST", "/v1/test/clock/advance", { seconds });

test("disputes are listed, read and answered; events report them", async () => {
  const { till, stripe, charge } = await openShop();
  await charge({ payment_method: "pm_test_4000000000000259" });
  await advance(till, 3_600);
  const [dispute] = (await stripe.disputes.list()).data;
  assert.equal((await stripe.disputes.retrieve(dispute!.id)).status, "needs_response");
  const events = await stripe.events.list({ type: "dispute.opened" as never });
  assert.equal((events.data[0]!.data as unknown as { id: string }).id, dispute!.id);
  assert.equal((await stripe.events.retrieve(events.data[0]!.id)).id, events.data[0]!.id);
  assert.equal((await stripe.balance.retrieve()).object, "balance");
  assert.equal((await listOfIds(stripe.balanceTransactions.list({ limit: 1 }))).length, 2);
});

const BENEFICIARY = { name: "Ada Lindqvist", iban: IBANS.settles };

test("payouts are created, read, listed to the end and canceled; a lost response pays once", async () => {
  const { till, stripe } = await openShop();
  const topUp = { amount: 100_000, currency: "EUR" };
  await stripe.rawRequest("POST", "/v1/test/topup", topUp);
  const params = { amount: 1_200, currency: "EUR", beneficiary: BENEFICIARY };
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push((await stripe.payouts.create(params as never)).id);
  const way = await startLossyWay();
  try {
    const client = clientOf(till.key, way.port);
    const paid = await client.payouts.create(params as never, { maxNetworkRetries: 2 });
    assert.equal(way.calls.length, 2);
    ids.push(paid.id);
  } finally {
    way.stop();
  }
  assert.deepEqual(await listOfIds(stripe.payouts.list({ limit: 2 })), ids.toReversed());
  assert.equal((await stripe.payouts.cancel(ids[0]!)).status, "canceled");
  await advance(till, 60);
  const landed = await stripe.payouts.retrieve(ids[1]!);
  assert.deepEqual([landed.object, landed.amount, landed.status], ["payout", 1_200, "settled"]);
  const tooMuch = stripe.payouts.create({ ...params, amount: 1_000_000 } as never);
  await assert.rejects(tooMuch, Stripe.errors.StripeInvalidRequestError);
});

test("plans and subscriptions are created, read, changed, listed to the end and canceled; their invoices are read", async () => {
  const { stripe } = await openShop();
  const plan = await stripe.plans.create({
    name: "Team",
    amount: 3_000,
    currency: "EUR",
    interval: "month",
  } as never);
  const customer = await stripe.customers.create({ name: "Ada" });
  const payment_method = "pm_test_4242424242424242";
  const params = { customer: customer.id, plan: plan.id, payment_method };
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) ids.push((await stripe.subscriptions.create(params as never)).id);
  assert.deepEqual(await listOfIds(stripe.subscriptions.list({ limit: 3 })), ids.toReversed());
  const [first] = ids as [string];
  assert.equal((await stripe.subscriptions.retrieve(first)).status, "active");
  const more = await stripe.subscriptions.update(first, { quantity: 3 } as never);
  assert.equal((more as unknown as { quantity: number }).quantity, 3);
  assert.equal((await stripe.subscriptions.cancel(first)).status, "canceled");
  const invoices = await stripe.invoices.list({ subscription: ids[1]! });
  assert.deepEqual(
    invoices.data.map(({ status, amount_paid }) => [status, amount_paid]),
    [["paid", 3_000]],
  );
});
