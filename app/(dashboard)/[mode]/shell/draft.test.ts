import assert from "node:assert/strict";
import { test } from "node:test";
import { CALL_GROUPS, callForm } from "./call-form.ts";
import { bodyObject, freshDraft, pathOf, withField } from "./draft.ts";

test("every server-side call has a form, and the API accepts its example", () => {
  const names = CALL_GROUPS.flatMap(({ calls }) => calls.map(({ name }) => name));
  assert.ok(names.length > 50);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) {
    const form = callForm(name);
    assert.equal(form.name, name);
    const draft = freshDraft(form, "test");
    if (form.body !== null) assert.ok(bodyObject(draft.body), name);
    assert.ok(pathOf(form, draft).startsWith("/v1/"), name);
  }
  assert.equal(callForm("no_such_call").name, "list_payments");
});

test("filled-in values appear in path, query and body with their type", () => {
  const read = callForm("read_payment");
  const draft = { ...freshDraft(read, "test"), inPath: { payment_id: "pay_1/../x" } };
  assert.equal(pathOf(read, draft), "/v1/payments/pay_1%2F..%2Fx");
  const list = callForm("list_payments");
  const filled = { ...freshDraft(list, "test"), inQuery: { limit: "3", status: "" } };
  assert.equal(pathOf(list, filled), "/v1/payments?limit=3");
  const create = callForm("create_payment");
  const field = (name: string) => create.inBody.find((one) => one.name === name)!;
  let body = withField({}, field("amount"), "1290");
  body = withField(bodyObject(body)!, field("currency"), "EUR");
  body = withField(bodyObject(body)!, field("metadata"), '{"order":"1"}');
  body = withField(bodyObject(body)!, field("description"), "12");
  assert.deepEqual(JSON.parse(body), {
    amount: 1290,
    currency: "EUR",
    metadata: { order: "1" },
    description: "12",
  });
  assert.deepEqual(JSON.parse(withField(JSON.parse(body), field("amount"), "")), {
    currency: "EUR",
    metadata: { order: "1" },
    description: "12",
  });
  assert.equal(bodyObject("{"), null);
  const kept = (typed: string) => JSON.parse(withField({}, field("amount"), typed));
  assert.deepEqual(["12.00", "012", "1e2", "5"].map(kept), [
    { amount: "12.00" },
    { amount: "012" },
    { amount: "1e2" },
    { amount: 5 },
  ]);
});
