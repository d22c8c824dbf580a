import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import SEPA from "sepa";
import { bicFault, ibanFault, isSepaCountry, plainIban } from "./iban.ts";

test("the registry's examples are valid, and at any other length they are not", () => {
  for (const iban of [
    "AT61 1904 3002 3457 3201",
    "BE68 5390 0754 7034",
    "DE89 3704 0044 0532 0130 00",
    "FR14 2004 1010 0505 0001 3M02 606",
    "GB29 NWBK 6016 1331 9268 19",
    "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
    "NL91 ABNA 0417 1643 00",
    "NO93 8601 1117 947",
    "SE45 5000 0000 0583 9825 7466",
  ]) {
    const plain = plainIban(iban);
    assert.equal(ibanFault(plain), null, iban);
    assert.match(ibanFault(plain.slice(0, -1)) ?? "", /characters/);
    assert.match(ibanFault(`${plain}0`) ?? "", /characters/);
  }
  assert.match(ibanFault("US12345678901234567890") ?? "", /no IBANs of US/);
  assert.match(ibanFault("DE8937040044053201300é") ?? "", /begins with/);
});

test("one wrong character or two swapped ones are always detected", () => {
  const digits = fc.stringMatching(/^\d{18}$/);
  fc.assert(
    fc.property(digits, fc.nat(17), fc.integer({ min: 1, max: 9 }), (bban, at, by) => {
      const iban = SEPA.checksumIBAN(`DE00${bban}`);
      assert.equal(ibanFault(iban), null);
      const place = at + 4;
      const other = String((Number(iban[place]) + by) % 10);
      assert.notEqual(ibanFault(iban.slice(0, place) + other + iban.slice(place + 1)), null);
      const [a, b] = [iban[place]!, iban[place + 1]];
      if (b === undefined || a === b) return;
      assert.notEqual(ibanFault(iban.slice(0, place) + b + a + iban.slice(place + 2)), null);
    }),
  );
});

test("a BIC must have the right form and the account's country or one of its territories", () => {
  assert.equal(bicFault("DEUTDEFF", "DE"), null);
  assert.equal(bicFault("DEUTDEFF500", "DE"), null);
  assert.equal(bicFault("BNPAGPGX", "FR"), null);
  assert.match(bicFault("DEUTDEF", "DE") ?? "", /8 or 11/);
  assert.match(bicFault("DEUT1EFF", "DE") ?? "", /8 or 11/);
  assert.match(bicFault("BNPAFRPP", "DE") ?? "", /FR/);
  assert.ok(isSepaCountry("CH") && !isSepaCountry("TR"));
});
