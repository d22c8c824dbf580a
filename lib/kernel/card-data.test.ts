import assert from "node:assert/strict";
import { test } from "node:test";
import { findCardData } from "./card-data.ts";

const nowhere = () => false;
const VISA = "4242424242424242";

test("card data is found in texts, numbers and names, and its path is returned", () => {
  assert.deepEqual(findCardData({ a: { b: ["x", VISA] } }, nowhere), ["a", "b", 1]);
  assert.deepEqual(findCardData({ a: Number(VISA) }, nowhere), ["a"]);
  assert.deepEqual(findCardData({ metadata: { [VISA]: "x" } }, nowhere), ["metadata", VISA]);
  const place = (path: readonly PropertyKey[]) => path.join(".") === "card.number";
  assert.equal(findCardData({ card: { number: VISA } }, place), null);
});

test("a metadata key named after card data is refused whatever its value", () => {
  const names = [
    "cvc",
    "CVV2",
    "card_number",
    "security code",
    "card-cvc",
    "pan",
    "cardCvc",
    "card%5Fcvc",
  ];
  for (const name of names) {
    assert.deepEqual(findCardData({ metadata: { [name]: "1" } }, nowhere), ["metadata", name]);
  }
  assert.equal(findCardData({ card: { cvc: "123" }, metadata: { span: "1" } }, nowhere), null);
});

test("a test card's token is allowed as a payment method and nowhere else", () => {
  const token = `pm_test_${VISA}`;
  for (const name of ["payment_method", "paymentMethod", "default_payment_method"]) {
    assert.equal(findCardData({ [name]: token }, nowhere), null);
  }
  assert.deepEqual(findCardData({ description: token }, nowhere), ["description"]);
  assert.deepEqual(findCardData({ payment_method: VISA }, nowhere), ["payment_method"]);
});
