import assert from "node:assert/strict";
import { test } from "node:test";
import { costShareFinding } from "./cost-findings.ts";

const costs = (amount: string, interchange: string) => ({
  charges: 1,
  amount,
  interchange,
  schemeFee: "0",
  markup: "0",
  commission: "0",
});
const label = (value: string) => value;
const row = (value: string, amount: string, interchange: string) => ({
  value,
  now: costs(amount, interchange),
  before: null,
});

test("a share is of the headline's cost, also where the breakdown lacks a part of it", () => {
  const rows = [row("visa", "60000", "300"), row("mastercard", "30000", "100")];
  const total = costs("100000", "1000");
  assert.equal(
    costShareFinding(rows, { total, currency: "EUR", label }),
    "visa: 30.0 % of the cost of 10.00 EUR",
  );
});

test("shares have one decimal: 97.5 is not 98, and only all of it is 100.0 %", () => {
  const of = (one: string, other: string) =>
    costShareFinding([row("visa", "99000", one), row("amex", "1000", other)], {
      total: costs("100000", String(Number(one) + Number(other))),
      currency: "EUR",
      label,
    });
  assert.equal(of("975", "25"), "visa: 97.5 % of the cost of 10.00 EUR");
  assert.equal(of("99980", "20"), "visa: 99.9 % of the cost of 1,000.00 EUR");
  assert.equal(of("1000", "0"), "visa: 100.0 % of the cost of 10.00 EUR");
});

test("a small share is not nothing", () => {
  const total = costs("10000000", "1000");
  const rows = [row("amex", "3000", "400"), row("visa", "9997000", "600")];
  assert.equal(
    costShareFinding(rows, { total, currency: "EUR", label }),
    "amex: 0.1 % of the amount, 40.0 % of the cost",
  );
});
