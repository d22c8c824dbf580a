import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findCardData, holdsCardNumber } from "./card-numbers.ts";

test("card numbers of every scheme are found, however they are written", () => {
  for (const text of [
    "4242424242424242",
    "4242 4242 4242 4242",
    "card: 4242-4242-4242-4242, exp 12/30",
    "５５５５ ５５５５ ５５５５ ４４４４",
    "378282246310005",
    "3782 822463 10005",
    "3782 8224 6310 005",
    "6011111111111117",
    "30569309025904",
    "3566002020360505",
    "6200000000000005",
    "ref-4000000000009995.",
    "(2223003122003222)",
    "5555\u00a05555\u00a05555\u00a04444",
  ]) {
    assert.ok(holdsCardNumber(text), text);
  }
});

test("what merchants number things with is left alone", () => {
  for (const text of [
    "4242424242424241",
    "1775000000000",
    "ORD4242424242424242",
    "order_4242424242424242",
    "pm_test_4242424242424242",
    "7312098712309871230",
    "550e8400-e29b-41d4-a716-446655440000",
    "2026-04-12T09:31:07Z 12:30",
    "42424242424242424242424",
    "+49 4242 424242 42424",
    "DE89370400440532013000",
    "4242 4242 42424242",
    "",
  ]) {
    assert.ok(!holdsCardNumber(text), text);
  }
});

test("random identifiers are almost never taken for a card", () => {
  const ids = fc.sample(fc.uuid(), { numRuns: 3_000, seed: 7 });
  assert.equal(ids.filter(holdsCardNumber).length, 0);
});

test("card data is found in values, in names and under telling names of metadata, and named", () => {
  const nowhere = () => false;
  assert.deepEqual(findCardData({ a: { b: ["x", "4242424242424242"] } }, nowhere), ["a", "b", 1]);
  assert.deepEqual(findCardData({ metadata: { "4242424242424242": "x" } }, nowhere), [
    "metadata",
    "4242424242424242",
  ]);
  for (const name of ["cvc", "CVV2", "card_number", "security code", "card-cvc", "pan"]) {
    assert.deepEqual(findCardData({ metadata: { [name]: "1" } }, nowhere), ["metadata", name]);
  }
  assert.equal(findCardData({ card: { cvc: "123" }, metadata: { span: "1" } }, nowhere), null);
  const place = (path: readonly PropertyKey[]) => path.join(".") === "card.number";
  assert.equal(findCardData({ card: { number: "4242424242424242" } }, place), null);
});
