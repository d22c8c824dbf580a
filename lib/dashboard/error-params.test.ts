import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { signedIn } from "#test/dashboard.ts";
import { openTill } from "#test/money.ts";

const CARD = "Paid with 4242 4242 4242 4242";

test("an error names a field of the evidence, or a key of the metadata, as the screen has it", async () => {
  const till = await openTill();
  const payment_method = "pm_test_4000000000000259";
  const { body: payment } = await till.charge({ payment_method, amount: 1_290 });
  await till.call("POST", "/v1/test/clock/advance", { seconds: 3_600 });
  const visitor = await signedIn(till);
  const { disputes } = (await visitor.get("/test/disputes")).body;
  const cases = [
    [`disputes/${disputes[0].id}/evidence`, { evidence: { shipping_carrier: CARD } }],
    [`payments/${payment.id}/details`, { metadata: { card_used: CARD } }],
  ] as const;
  const errors = [];
  for (const [path, body] of cases) {
    const answer = await visitor.post(`/test/${path}`, { ...body, attempt: randomUUID() });
    errors.push([answer.status, answer.body.error.param]);
  }
  const named = ["evidence[shipping_carrier]", "metadata[card_used]"];
  assert.deepEqual(
    errors,
    named.map((param) => [400, param]),
  );
});
