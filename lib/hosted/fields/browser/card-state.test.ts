import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOfCode, faultOfExpiry, faultOfNumber, stateOf } from "./card-state.ts";

const JUNE = new Date("2030-06-15T12:00:00Z");

test("a number is invalid as soon as it cannot become valid, and incomplete only after leaving the field", () => {
  for (const [text, whileTyping, atLast] of [
    ["", null, "number_incomplete"],
    ["4242 4242", null, "number_incomplete"],
    ["4242 4242 4242 4242", null, null],
    ["4242 4242 4242 4241", null, "number_invalid"],
    ["4242 4242 4242 4242 424", "number_invalid", "number_invalid"],
    ["5555 5555 5555 4445", "number_invalid", "number_invalid"],
    ["3782 822463 10005", null, null],
    ["6200 0000 0000 0000", null, null],
  ] as const) {
    assert.equal(faultOfNumber(text, false), whileTyping, text);
    assert.equal(faultOfNumber(text, true), atLast, text);
  }
});

test("a card is valid to the end of its month, in every time zone", () => {
  for (const [text, fault] of [
    ["06 / 30", null],
    ["05 / 30", "expiry_past"],
    ["12 / 29", "expiry_past"],
    ["13 / 30", "expiry_invalid"],
    ["00 / 31", "expiry_invalid"],
    ["06 / 95", "expiry_invalid"],
    ["06 / ", "expiry_incomplete"],
  ] as const) {
    assert.equal(faultOfExpiry(text, JUNE, true), fault, text);
  }
  assert.equal(faultOfExpiry("06 / ", JUNE, false), null);
  assert.equal(faultOfExpiry("06 / 30", new Date("2030-07-01T11:00:00Z"), true), null);
  assert.equal(faultOfExpiry("06 / 30", new Date("2030-07-01T12:00:00Z"), true), "expiry_past");
});

test("the code has as many digits as its scheme prints", () => {
  assert.equal(faultOfCode("123", "4242", true), null);
  assert.equal(faultOfCode("123", "3782", true), "cvc_incomplete");
  assert.equal(faultOfCode("1234", "3782", true), null);
  assert.equal(faultOfCode("12", "4242", false), null);
});

test("the merchant's page receives no digit of the card", () => {
  const typed = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "987" };
  const state = stateOf(typed, { number: true, expiry: true, cvc: true }, JUNE);
  assert.deepEqual([state.brand, state.complete, state.empty], ["visa", true, false]);
  assert.doesNotMatch(JSON.stringify(state), /\d/);
});
