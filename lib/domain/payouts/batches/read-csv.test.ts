import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { currencyExponent, minorToDecimal } from "#lib/kernel/money.ts";
import { readCsv } from "./read-csv.ts";

const HEAD = "name,iban,amount_decimal,currency";
const CURRENCIES = ["EUR", "JPY", "KWD", "CLF"];

const amountOf = (cell: string, currency: string) => {
  const { rows } = readCsv(`${HEAD}\nAda,DE23999999990000000000,${cell},${currency}`);
  const [{ instruction, faults } = assert.fail("no row")] = rows;
  return { amountMinor: instruction.amountMinor, faults: faults.found };
};

test("a decimal amount has exactly the digits of its currency", () => {
  for (const [cell, currency, amountMinor] of [
    ["12.50", "EUR", 1_250n],
    ["12.5", "EUR", null],
    ["1250", "JPY", 1_250n],
    ["1250.", "JPY", null],
    ["1250.00", "JPY", null],
    ["1.250", "KWD", 1_250n],
    ["1.25", "KWD", null],
    ["1.2500", "KWD", null],
    ["0.1250", "CLF", 1_250n],
    ["012.50", "EUR", null],
  ] as const) {
    const { amountMinor: read, faults } = amountOf(cell, currency);
    assert.equal(read, amountMinor, `${cell} ${currency}`);
    assert.deepEqual(
      faults.map(({ code, param }) => [code, param]),
      amountMinor === null ? [["amount_invalid", "amount_decimal"]] : [],
    );
  }
});

test("an amount in minor units has plain digits only", () => {
  const minor = (cell: string) => {
    const { rows } = readCsv(`name,iban,amount,currency\nAda,DE23999999990000000000,${cell},EUR`);
    return rows[0]?.instruction.amountMinor;
  };
  assert.equal(minor("1250"), 1_250n);
  for (const cell of ["12.00", "01250", "+1250", "1e3", "1 250", "-1250"]) {
    assert.equal(minor(cell), null, cell);
  }
});

test("every amount is read back as it was written, and with another number of digits not at all", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 99_999_999_999n }),
      fc.constantFrom(...CURRENCIES),
      fc.constantFrom(...CURRENCIES),
      (amountMinor, currency, other) => {
        const { amountMinor: read } = amountOf(minorToDecimal(amountMinor, other), currency);
        const isSame = currencyExponent(currency) === currencyExponent(other);
        assert.equal(read, isSame ? amountMinor : null);
      },
    ),
  );
});

test("the error for an unknown column never shows a card number, however its name was written", () => {
  for (const name of ["12/30-54 12854 199085011", "12/30 54-12854-199085011", "5412854199085011"]) {
    assert.throws(
      () => readCsv(`${name}\nx`),
      (error: Error) => /unknown column/.test(error.message) && !/12854/.test(error.message),
      name,
    );
  }
});
