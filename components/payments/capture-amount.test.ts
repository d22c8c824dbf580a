import assert from "node:assert/strict";
import { test } from "node:test";
import { readCaptureAmount } from "./capture-amount.ts";

test("an amount up to what was authorised is read in the currency's own digits", () => {
  assert.deepEqual(readCaptureAmount("12.50", "EUR", 1250n), { minor: 1250n });
  assert.deepEqual(readCaptureAmount("500", "JPY", 500n), { minor: 500n });
});

test("nothing, nonsense and more than was authorised are refused with the reason", () => {
  assert.match(readCaptureAmount("", "EUR", 100n).error ?? "", /not an amount/);
  assert.match(readCaptureAmount("0", "EUR", 100n).error ?? "", /how much/);
  assert.match(readCaptureAmount("1.01", "EUR", 100n).error ?? "", /At most .*1\.00/);
});
