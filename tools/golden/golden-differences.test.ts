import assert from "node:assert/strict";
import { test } from "node:test";
import { changedStates, differingKinds, onlyAdds } from "./golden-differences.ts";

const PAYMENT = { object: "payment", status: "failed", decline: { code: "expired_card" } };
const REFUND = { object: "refund", amount: 5, payment: PAYMENT };

test("a state of a golden file counts as changed if its fields, values or field order differ", () => {
  const before = { a: PAYMENT, b: REFUND };
  assert.deepEqual(changedStates(before, { ...before, c: PAYMENT }), []);
  assert.deepEqual(changedStates(before, { ...before, a: { ...PAYMENT, status: "x" } }), ["a"]);
  const { object, ...rest } = PAYMENT;
  assert.deepEqual(changedStates(before, { ...before, a: { ...rest, object } }), ["a"]);
});

test("a new field is an addition; a renamed, removed or changed field is not", () => {
  const { decline, ...without } = PAYMENT;
  assert.equal(onlyAdds(REFUND, { ...REFUND, payment: { ...PAYMENT, extra: null } }), true);
  assert.equal(onlyAdds(REFUND, { ...REFUND, payment: without }), false);
  assert.equal(onlyAdds(REFUND, { ...REFUND, payment: { ...without, refusal: decline } }), false);
  assert.equal(onlyAdds({ data: [PAYMENT] }, { data: [{ ...PAYMENT, status: "x" }] }), false);
  assert.equal(onlyAdds({ data: [PAYMENT] }, { data: [PAYMENT, PAYMENT] }), false);
});

test("a difference belongs to the innermost object with a kind", () => {
  const kinds = (after: unknown, before: unknown = { one: REFUND }) => [
    ...differingKinds(before, after, "file"),
  ];
  assert.deepEqual(kinds({ one: REFUND }), []);
  const payment = { ...PAYMENT, decline: { code: "lost_card" } };
  assert.deepEqual(kinds({ one: { ...REFUND, payment } }), ["payment"]);
  assert.deepEqual(kinds({ one: { ...REFUND, amount: 6, payment } }), ["refund", "payment"]);
  assert.deepEqual(kinds({ one: { ...REFUND, payment: "pay_1" } }), ["refund"]);
  assert.deepEqual(kinds({ one: REFUND, two: REFUND }), ["file"]);
  assert.deepEqual(kinds({ one: { amount: 5, object: "refund", payment: PAYMENT } }), ["refund"]);
  const list = (data: unknown[]) => ({ one: { object: "list", data } });
  assert.deepEqual(kinds(list([payment]), list([PAYMENT])), ["payment"]);
  assert.deepEqual(kinds(list([]), list([PAYMENT])), ["list"]);
});
