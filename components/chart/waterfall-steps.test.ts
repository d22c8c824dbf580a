import assert from "node:assert/strict";
import { test } from "node:test";
import { toCsv } from "./csv.ts";
import { stepsCsv } from "./waterfall-steps.ts";

test("a waterfall is saved in major units, with exactly the digits of its currency", () => {
  const steps = [
    { key: "gross", label: "Gross", kind: "total", amount: 123_450n },
    { key: "fees", label: "Fees", kind: "change", amount: -7n },
  ] as const;
  const cases = [
    ["EUR", "1234.50", "-0.07"],
    ["JPY", "123450", "-7"],
    ["KWD", "123.450", "-0.007"],
  ] as const;
  for (const [currency, gross, fees] of cases) {
    const { head, rows } = stepsCsv(steps, currency);
    assert.equal(
      toCsv(head, rows),
      `\ufeffStep,Amount in ${currency}\r\nGross,${gross}\r\nFees,${fees}\r\n`,
    );
  }
});
