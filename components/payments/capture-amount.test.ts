import assert from "node:assert/strict";
import { test } from "node:test";
import { readCaptureAmount } from "./capture-amount.ts";

test("an amount up to the authorised amount is read with the currency's decimals", () => {
  assert.deepEqual(readCaptureAmount("12.50", "EUR", 1250n), { minor: 1250n });
  assert.deepEqual(readCaptureAmount("500", "JPY", 500n), { minor: 500n });
});

test("an empty, invalid or too large amount is refused with the reason", () => {
  assert.match(readCaptureAmount("", "EUR", 100n).error ?? "", /not an amount/);
  assert.match(readCaptureAmount("0", "EUR", 100n).error ?? "", /above 0/);
  assert.match(readCaptureAmount("1.01", "EUR", 100n).error ?? "", /At most .*1\.00/);
});
