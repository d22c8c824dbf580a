import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { customerRow, paymentMethodRow, paymentRow } from "#test/money-rows.ts";

const ids = (body: { customers: { id: string }[] }) => body.customers.map(({ id }) => id);

test("customers are found by name, e-mail address and country, with the number of their payments", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const ada = await customerRow(merchant, {
    name: "Ada Byron",
    email: "ada@mail.example",
    country: "GB",
  });
  const zoe = await customerRow(merchant, { name: "Zoë Meyer", country: "DE" });
  await customerRow(merchant, { name: "Gone", deleted: true });
  await customerRow(other, { name: "Ada Other" });
  const bought = dateFromMs(nowMs() - HOUR_MS);
  await paymentRow(merchant, { customerId: ada, createdAt: bought });
  await paymentRow(merchant, { customerId: ada, status: "failed", createdAt: bought });

  const list = await visitor.get("/test/customers");
  assert.deepEqual(ids(list.body), [zoe, ada]);
  assert.equal(list.body.customers[1].payments, 1);
  assert.equal(list.body.customers[1].lastPaymentAt, bought.toISOString());
  assert.equal(list.body.customers[0].lastPaymentAt, null);
  const cases: [query: string, expected: string[]][] = [
    ["q=ada", [ada]],
    ["q=ZOË", [zoe]],
    ["q=ada@", [ada]],
    ["country=DE", [zoe]],
    [`q=${zoe}`, [zoe]],
    ["q=nobody", []],
  ];
  for (const [query, expected] of cases) {
    const { body } = await visitor.get(`/test/customers?${encodeURI(query)}`);
    assert.deepEqual(ids(body), expected, query);
    assert.equal(body.total, expected.length, query);
  }
});

test("a customer's screen has the paid amount per currency and their cards", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const id = await customerRow(merchant, { name: "Ada Byron", metadata: { tier: "gold" } });
  const card = await paymentMethodRow(merchant, { customerId: id, cardLast4: "0005" });
  await paymentRow(merchant, { customerId: id, amount: 1_000n, amountRefunded: 200n });
  await paymentRow(merchant, { customerId: id, amount: 500n });
  await paymentRow(merchant, { customerId: id, amount: 900n, status: "failed" });
  await paymentRow(merchant, { customerId: id, amount: 700n, currency: "GBP" });
  const { body } = await visitor.get(`/test/customers/${id}`);
  assert.deepEqual(body.totals, [
    { currency: "EUR", succeeded: 2, failed: 1, paid: "1500", refunded: "200" },
    { currency: "GBP", succeeded: 1, failed: 0, paid: "700", refunded: "0" },
  ]);
  assert.equal(body.paymentMethods[0].id, card);
  assert.equal(body.paymentMethods[0].last4, "0005");
  assert.equal(body.payments.length, 4);
  assert.deepEqual(body.metadata, { tier: "gold" });
  assert.equal((await visitor.get(`/live/customers/${id}`)).status, 404);
  assert.equal((await (await signedIn(other)).get(`/test/customers/${id}`)).status, 404);
});
