import assert from "node:assert/strict";
import { test } from "node:test";
import type { FindingView, StatementListItemView } from "#lib/dashboard/views/bank-statements.ts";
import {
  accountLabel,
  addedLabel,
  daysLabel,
  findingLabel,
  gapLabel,
  partsLabel,
} from "./bank-labels.ts";

const finding = (more: Partial<FindingView>): FindingView => ({
  code: "fee",
  object: { kind: "settlement_paid", id: "stl_1" },
  difference: "-150",
  currency: "EUR",
  count: 1,
  ...more,
});

test("a finding says by how much the line differs from what, and why", () => {
  const cases: [amount: string, more: Partial<FindingView>, label: string][] = [
    ["9850", {}, "1.50 EUR less than the settlement: probably the bank’s fee."],
    [
      "-2650",
      { object: { kind: "payout_sent", id: "po_1" } },
      "1.50 EUR more than the payout: probably the bank’s fee.",
    ],
    [
      "6000",
      { code: "partial", difference: "-4000" },
      "40.00 EUR less than the settlement: only a part.",
    ],
    ["10001", { code: "more", difference: "1" }, "0.01 EUR more than the settlement."],
    [
      "-3400",
      { code: "partial", object: null, count: 2, difference: "100" },
      "1.00 EUR less than the 2 payouts with this reference: only a part.",
    ],
    [
      "100",
      { code: "currency", currency: "USD", difference: null },
      "The line is in EUR, the settlement in USD.",
    ],
    [
      "100",
      { code: "ambiguous", object: null, count: 3, difference: "0" },
      "3 objects have this amount and day: choose the right one.",
    ],
  ];
  for (const [amount, more, label] of cases) {
    assert.equal(findingLabel({ amount, currency: "EUR", finding: finding(more) }), label);
  }
});

test("a gap says which statements are missing and how much", () => {
  const gap = (more: Partial<NonNullable<StatementListItemView["gap"]>>) =>
    gapLabel({
      currency: "EUR",
      gap: {
        previousToDay: "2026-11-01",
        difference: "0",
        missingNumbers: null,
        overlaps: false,
        ...more,
      },
    } as StatementListItemView);
  assert.equal(gap({ missingNumbers: { from: 2, to: 2 } }), "Statement 2 is missing.");
  assert.equal(
    gap({ missingNumbers: { from: 2, to: 4 }, difference: "250" }),
    "Statements 2 to 4 are missing. It opens 2.50 EUR above the closing balance of 1 Nov 2026.",
  );
  assert.equal(
    gap({ difference: "-250", overlaps: true }),
    "It opens 2.50 EUR below the closing balance of 1 Nov 2026, because their days overlap.",
  );
});

test("days and accounts are short", () => {
  assert.equal(daysLabel("2026-11-03", "2026-11-03"), "3 Nov 2026");
  assert.equal(daysLabel("2026-11-01", "2026-11-30"), "1 – 30 Nov 2026");
  assert.equal(daysLabel("2026-10-01", "2026-11-30"), "1 Oct – 30 Nov 2026");
  assert.equal(daysLabel("2025-12-01", "2026-01-31"), "1 Dec 2025 – 31 Jan 2026");
  assert.equal(accountLabel("DE89370400440532013000"), "DE89 … 3000");
  assert.equal(accountLabel("10880090"), "10880090");
});

test("the result of a file names what was added, matched and left out", () => {
  const one = {} as never;
  const done = { added: [one], twice: [], lines: 5, linesTwice: 0, linesMatched: 5 };
  assert.equal(addedLabel(done), "1 statement with 5 lines added. 5 matched, 0 open.");
  assert.equal(
    addedLabel({ ...done, twice: [one, one], linesTwice: 2, linesMatched: 1 }),
    "1 statement with 5 lines added. 1 matched, 2 open. 2 lines counted before on another statement. 2 statements here already, left out.",
  );
});

test("an object that is paid in parts says how much is paid and open", () => {
  const label = (amount: string, paid: string, lineCount: number) =>
    partsLabel({ amount, paid, currency: "EUR", lineCount });
  assert.equal(label("-2500", "-2500", 1), null);
  assert.equal(
    label("-2500", "-1000", 1),
    "Paid in parts: 10.00 EUR of 25.00 EUR by 1 line, 15.00 EUR open.",
  );
  assert.equal(label("2500", "2500", 3), "Paid in parts, by 3 lines.");
});
