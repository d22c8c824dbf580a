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

test("a metadata key that names other data is accepted with values that are no card data", () => {
  const accepted: Record<string, string> = {
    public_vcs_url: "git",
    topicVcard: "1",
    gift_card_number: "GC-1042",
    loyaltyCardNumber: "881042",
    cvc_check: "pass",
    cvv_result_code: "M",
    cid: "410414023.1790152423",
    csc: "Berlin",
    pan: "ABCDE1234F",
    phone: "4915112345675",
    whatsapp_id: "4915112345675",
  };
  for (const [name, value] of Object.entries(accepted)) {
    assert.equal(findCardData({ metadata: { [name]: value } }, nowhere), null, name);
  }
  const refused = {
    cid: "1234",
    csc: "123",
    cvc_check: "123",
    pan: "x",
    gift_card_number: VISA,
    phone: VISA,
  };
  for (const [name, value] of Object.entries(refused)) {
    const found = findCardData({ metadata: { [name]: value } }, nowhere);
    assert.deepEqual(found, ["metadata", name], name);
  }
});

test("an IBAN with a wrong check digit is left to the check of IBANs", () => {
  const mistyped = "DE22 4213 3866 5168 2294 35";
  assert.equal(findCardData({ bank: { iban: mistyped } }, nowhere), null);
  assert.deepEqual(findCardData({ metadata: { iban: mistyped } }, nowhere), ["metadata", "iban"]);
  assert.deepEqual(findCardData({ iban: VISA }, nowhere), ["iban"]);
});

test("a test card's token is allowed as a payment method and nowhere else", () => {
  const token = `pm_test_${VISA}`;
  for (const name of ["payment_method", "paymentMethod", "default_payment_method"]) {
    assert.equal(findCardData({ [name]: token }, nowhere), null);
  }
  assert.deepEqual(findCardData({ description: token }, nowhere), ["description"]);
  assert.deepEqual(findCardData({ payment_method: VISA }, nowhere), ["payment_method"]);
});
