import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { customerRow, paymentRow, refundRow } from "#test/money-rows.ts";

const ids = (body: { refunds: { id: string }[] }) => body.refunds.map(({ id }) => id);

test("refunds are listed and filtered, each with its payment", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const customerId = await customerRow(merchant, { name: "Ada Byron", email: "ada@mail.example" });
  const order = await paymentRow(merchant, { customerId, description: "Order 7", amount: 5_000n });
  const plain = await paymentRow(merchant, { cardLast4: "0005" });
  const settled = await refundRow(merchant, order, { createdAt: dateFromMs(nowMs() - HOUR_MS) });
  const failed = await refundRow(merchant, plain, {
    status: "failed",
    failureReason: "account_closed",
    reason: "duplicate",
    amount: 700n,
  });
  await refundRow(other, await paymentRow(other));

  const list = await visitor.get("/test/refunds");
  assert.deepEqual(ids(list.body), [failed, settled]);
  assert.equal(list.body.total, 2);
  assert.deepEqual(list.body.refunds[1].payment, {
    id: order,
    amount: "5000",
    description: "Order 7",
  });
  const cases: [query: string, expected: string[]][] = [
    ["status=failed", [failed]],
    ["reason=requested_by_customer", [settled]],
    ["amount=EUR:6.00..", [failed]],
    [`payment=${order}`, [settled]],
    [`q=${failed}`, [failed]],
    [`q=${order}`, [settled]],
    ["q=byron", [settled]],
    ["q=ada@mail.example", [settled]],
    ["q=order", [settled]],
    ["q=0005", [failed]],
    ["q=0006", []],
  ];
  for (const [query, expected] of cases) {
    const { body } = await visitor.get(`/test/refunds?${query}`);
    assert.deepEqual(ids(body), expected, query);
    assert.equal(body.total, expected.length, query);
  }
});

test("a refund of another account or mode is 404", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const refund = await refundRow(merchant, await paymentRow(merchant));
  const visitor = await signedIn(merchant);
  const one = await visitor.get(`/test/refunds/${refund}`);
  assert.equal(one.body.payment.status, "succeeded");
  assert.equal((await visitor.get(`/live/refunds/${refund}`)).status, 404);
  assert.equal((await (await signedIn(other)).get(`/test/refunds/${refund}`)).status, 404);
});
