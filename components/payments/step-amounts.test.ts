import assert from "node:assert/strict";
import { test } from "node:test";
import { readCaptureAmount, readRefundAmount } from "./step-amounts.ts";

test("an amount up to the authorised amount is read with the currency's decimals", () => {
  assert.deepEqual(readCaptureAmount("12.50", "EUR", 1250n), { minor: 1250n });
  assert.deepEqual(readCaptureAmount("500", "JPY", 500n), { minor: 500n });
});

test("an empty, invalid or too large amount is refused with the reason", () => {
  assert.match(readCaptureAmount("", "EUR", 100n).error ?? "", /not an amount/);
  assert.match(readCaptureAmount("0", "EUR", 100n).error ?? "", /above 0/);
  assert.match(readCaptureAmount("1.01", "EUR", 100n).error ?? "", /At most .*1\.00/);
});

test("an amount to refund is exact, above zero and at most what remains", () => {
  const read = (text: string, currency = "EUR") => readRefundAmount(text, currency, 8_400n);
  assert.equal(read("84.00").minor, 8_400n);
  assert.equal(read("84").minor, 8_400n);
  assert.equal(read("12,5").minor, 1_250n);
  assert.equal(read(" 0.01 ").minor, 1n);
  assert.equal(read("8400", "JPY").minor, 8_400n);
  assert.equal(read("8.4", "BHD").minor, 8_400n);
  for (const wrong of ["84.01", "0", "-1", "1.234", "1,000.00", "ten", "1e3"]) {
    assert.equal(read(wrong).minor, null, wrong);
    assert.ok(read(wrong).error, wrong);
  }
  assert.match(read("84.01").error ?? "", /84\.00 EUR/);
  assert.deepEqual(read(""), { minor: null, error: undefined });
  assert.ok(read("8.4", "JPY").error);
});
