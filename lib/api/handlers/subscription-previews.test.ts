// Previews of changes that leave a credit.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { SubscriptionPreviewWire } from "#lib/wire/contract/subscription-preview.ts";
import { openBillingShop } from "#test/billing.ts";

test("a smaller order is invoiced as previewed, with the line that carries the credit on", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe({ quantity: 4 });
  await shop.advance(10);
  const change = { quantity: 1, proration_behavior: "always_invoice" };
  const { body: preview } = await shop.post<SubscriptionPreviewWire>(sub.id, "/preview", change);
  await shop.advance(0.5);
  const dated = { ...change, proration_date: preview.proration_date };
  assert.equal((await shop.update(sub.id, dated)).status, 200);
  const invoice = (await shop.invoicesOf(sub.id)).find(({ status, lines }) => {
    return status === "paid" && lines.some(({ amount }) => amount < 0);
  });
  assert.equal(invoice?.amount_due, 0);
  assert.deepEqual(invoice.lines, preview.invoice_now?.lines);
});

test("a subscription that ends with its period has no next invoice for a credit, which lapses", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe({ quantity: 4, cancel_at_period_end: true });
  await shop.advance(10);
  for (const proration_behavior of ["create_prorations", "always_invoice"]) {
    const change = { quantity: 1, proration_behavior };
    const { body: preview } = await shop.post<SubscriptionPreviewWire>(sub.id, "/preview", change);
    assert.equal(preview.next_invoice, null);
  }
  const more = { quantity: 6, proration_behavior: "create_prorations" };
  const { body: owed } = await shop.post<SubscriptionPreviewWire>(sub.id, "/preview", more);
  assert.ok(owed.next_invoice!.amount_due > 0);
  await shop.update(sub.id, { quantity: 1 });
  await shop.advance(25);
  const ended = (await shop.invoicesOf(sub.id)).map(({ status, amount_paid }) => [
    status,
    amount_paid,
  ]);
  assert.deepEqual(ended, [
    ["paid", 12_000],
    ["void", 0],
  ]);
});
