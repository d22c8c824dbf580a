import assert from "node:assert/strict";
import { test } from "node:test";
import { readRefundAmount } from "./refund-amount.ts";

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
