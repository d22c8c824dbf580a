import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { DEFAULT_RULES } from "#lib/kernel/locale.ts";
import { setRules } from "./locale.ts";
import { percentField, typedBasisPoints } from "./typed-percent.ts";

const { __paydeskRequestFormat: before } = globalThis;
afterEach(() => {
  globalThis.__paydeskRequestFormat = before;
});

/** As in an account whose numbers have this decimal separator. */
function writeWith(decimal: "," | ".") {
  const request = {};
  globalThis.__paydeskRequestFormat = () => request;
  setRules({ ...DEFAULT_RULES, decimal });
}

test("a percentage is written and read with the account's decimal separator", () => {
  for (const [decimal, text] of [
    [".", "12.5"],
    [",", "12,5"],
  ] as const) {
    writeWith(decimal);
    assert.equal(percentField(1_250), text);
    assert.equal(typedBasisPoints(text), 1_250);
    assert.equal(percentField(3_000), "30");
    assert.equal(typedBasisPoints("30"), 3_000);
    assert.equal(typedBasisPoints("a third"), Number.NaN);
    assert.equal(typedBasisPoints("12.3456"), Number.NaN);
  }
});
