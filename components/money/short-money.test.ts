import assert from "node:assert/strict";
import { test } from "node:test";
import { plainMoney, shortMoney } from "./short-money.ts";

test("a short amount keeps the decimals of a mark: 97.5 is not 98", () => {
  const short = [9_750, 25, 1_250_000, 100_000, 0, -250_000_000].map((minor) =>
    shortMoney(minor, "EUR"),
  );
  assert.deepEqual(short, ["97.5", "0.25", "12.5k", "1k", "0", "-2.5m"]);
  assert.equal(shortMoney(97_500, "JPY"), "97.5k");
});

test("amounts of a column have all their digits, so that 1,412.00 and 1.40 do not look alike", () => {
  assert.equal(plainMoney(141_200n, "EUR"), "1,412.00");
  assert.equal(plainMoney(140n, "EUR"), "1.40");
  assert.equal(plainMoney(1_412n, "JPY"), "1,412");
});
