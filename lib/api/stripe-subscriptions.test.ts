// The `stripe` npm package on subscriptions and invoices; see stripe-client.test.ts.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import Stripe from "stripe";
import { openBillingShop } from "#test/billing.ts";
import { startWeb } from "#test/web.ts";

const web = await startWeb();
after(() => web.stop());

test("subscriptions are read, listed to the end and canceled, and their invoices listed", async () => {
  const shop = await openBillingShop();
  const stripe = new Stripe(shop.key, {
    protocol: "http",
    host: "127.0.0.1",
    port: web.port,
    telemetry: false,
  });
  const plan = await shop.plan();
  const customer = await shop.customer();
  // The package creates subscriptions from price items; Paydesk takes a plan.
  const made = (await stripe.rawRequest("POST", "/v1/subscriptions", {
    customer,
    plan: plan.id,
    payment_method: "pm_test_4242424242424242",
  })) as { id: string; status: string };
  assert.equal(made.status, "active");
  const ids = [made.id, (await shop.subscribe()).body.id, (await shop.subscribe()).body.id];
  const listed: string[] = [];
  for await (const { id } of stripe.subscriptions.list({ limit: 1 })) listed.push(id);
  assert.deepEqual(listed, ids.toReversed());
  const read = await stripe.subscriptions.retrieve(made.id, { expand: ["latest_invoice"] });
  assert.equal((read.latest_invoice as Stripe.Invoice).status, "paid");
  const invoices = await stripe.invoices.list({ subscription: made.id });
  assert.deepEqual([invoices.data.length, invoices.data[0]?.amount_paid], [1, 3_000]);
  assert.equal((await stripe.invoices.retrieve(invoices.data[0]!.id!)).status, "paid");
  assert.equal((await stripe.subscriptions.cancel(made.id)).status, "canceled");
});
