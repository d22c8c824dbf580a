import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { passesLuhn } from "#lib/kernel/check-digits.ts";
import { brandOf, longestOf } from "./brands.ts";
import {
  afterEdit,
  digitsOf,
  formatCode,
  formatExpiry,
  formatNumber,
  regroupExpiry,
} from "./typing.ts";

const digits = (maxLength: number) =>
  fc.array(fc.constantFrom(..."0123456789"), { maxLength }).map((list) => list.join(""));

test("each scheme is recognised by its first digits, and has its own groups and code length", () => {
  for (const [number, name, shown, code] of [
    ["4242424242424242", "visa", "4242 4242 4242 4242", "123"],
    ["5555555555554444", "mastercard", "5555 5555 5555 4444", "123"],
    ["2223003122003222", "mastercard", "2223 0031 2200 3222", "123"],
    ["378282246310005", "amex", "3782 822463 10005", "1234"],
    ["6011111111111117", "discover", "6011 1111 1111 1117", "123"],
    ["30569309025904", "diners", "3056 930902 5904", "123"],
    ["3566002020360505", "jcb", "3566 0020 2036 0505", "123"],
    ["6200000000000005", "unionpay", "6200 0000 0000 0005", "123"],
    ["6304000000000000", "maestro", "6304 0000 0000 0000", "123"],
    ["9111111111111111", "unknown", "9111 1111 1111 1111", "1234"],
  ] as const) {
    assert.equal(brandOf(number).name, name);
    assert.equal(formatNumber(number), shown);
    assert.equal(formatCode("12345", number), code);
  }
});

test("formatting keeps all digits of any input, adds none, and is stable", () => {
  fc.assert(
    fc.property(digits(24), fc.constantFrom("", " ", "-", "\u00a0"), (typed, between) => {
      const shown = formatNumber([...typed].join(between));
      const most = longestOf(brandOf(typed));
      assert.equal(digitsOf(shown), typed.slice(0, most));
      assert.equal(formatNumber(shown), shown);
      assert.doesNotMatch(shown, /^ | $| {2}/);
    }),
  );
});

test("an expiry is read however it is typed, pasted or filled in", () => {
  for (const [typed, shown] of [
    ["", ""],
    ["1", "1"],
    ["3", "03 / "],
    ["12", "12 / "],
    ["13", "01 / 3"],
    ["1230", "12 / 30"],
    ["12/30", "12 / 30"],
    ["3/30", "03 / 30"],
    ["12/2030", "12 / 30"],
    ["122030", "12 / 30"],
    ["2030-04", "04 / 30"],
    ["04 / 30", "04 / 30"],
    ["1/", "01 / "],
  ] as const) {
    assert.equal(formatExpiry(typed), shown, typed);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const shown = formatExpiry(text);
      assert.match(shown, /^(\d?|\d\d \/ \d{0,2})$/);
      assert.equal(formatExpiry(shown), shown);
    }),
  );
});

test("every deletion removes something, so that the caret never gets stuck", () => {
  for (const [format, regroup, most] of [
    [formatNumber, formatNumber, 19],
    [formatExpiry, regroupExpiry, 4],
  ] as const) {
    fc.assert(
      fc.property(digits(most), fc.nat(24), fc.boolean(), (typed, place, isForward) => {
        const before = format(typed);
        const caret = Math.min(place, before.length);
        const at = isForward ? caret : caret - 1;
        if (at < 0 || at >= before.length) return;
        const text = before.slice(0, at) + before.slice(at + 1);
        const direction = isForward ? "forward" : "backward";
        const after = afterEdit(before, { text, caret: at }, regroup, direction);
        const hasDigitBeyond = /\d/.test(isForward ? before.slice(caret) : before.slice(0, caret));
        const fewer = digitsOf(after.text).length < digitsOf(before).length;
        assert.equal(fewer, hasDigitBeyond, `${before} → ${after.text}`);
        assert.ok(after.caret >= 0 && after.caret <= after.text.length);
      }),
    );
  }
});

test("a digit typed into the middle keeps the caret behind it", () => {
  const before = "4242 4242 42";
  const edited = { text: "42429 4242 42", caret: 5 };
  const after = afterEdit(before, edited, formatNumber, null);
  assert.deepEqual(after, { text: "4242 9424 242", caret: 6 });
  const last = afterEdit("4242", { text: "42424", caret: 5 }, formatNumber, null);
  assert.deepEqual(last, { text: "4242 4", caret: 6 });
});

test("the check digit is valid for one of ten last digits", () => {
  fc.assert(
    fc.property(digits(18), (head) => {
      const right = [..."0123456789"].filter((last) => passesLuhn(head + last));
      assert.equal(right.length, 1);
    }),
  );
});
