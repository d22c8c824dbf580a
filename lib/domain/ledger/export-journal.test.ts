import assert from "node:assert/strict";
import { test } from "node:test";
import { openTill } from "#test/money.ts";
import { exportJournal } from "./index.ts";

test("the journal has all transfers of one account and mode, each with two postings that sum to zero", async () => {
  const [till, other] = await Promise.all([openTill(), openTill()]);
  const { body } = await till.charge({ amount: 10_000 });
  await till.charge({ amount: 500, currency: "JPY" });
  await till.refund({ payment: body.id, amount: 2_550 });
  await other.charge({ amount: 777 });
  const all: string[] = [];
  for await (const piece of exportJournal({ accountId: till.account.id, mode: "test" })) {
    all.push(piece);
  }
  const pieces = all.filter((piece) => /^\d/.test(piece));
  const transfers = await till.rows("select 1 from ledger_transfers where account_id = $1");
  assert.equal(pieces.length, transfers.length);
  for (const piece of pieces) {
    const amounts = [...piece.matchAll(/ {2}(-?)([\d.]+ [A-Z]{3})$/gm)];
    assert.deepEqual(
      amounts.map(([, sign]) => sign),
      ["", "-"],
    );
    assert.equal(amounts[0]![2], amounts[1]![2]);
  }
  const declared = (what: string) =>
    [...all.join("").matchAll(new RegExp(`^${what} (.+)$`, "gm"))].map(([, name]) => name);
  const used = [...pieces.join("").matchAll(/^ {4}(.+) {2}-?[\d.]+ [A-Z]{3}$/gm)];
  for (const [, name] of used) assert.ok(declared("account").includes(name), `${name} is declared`);
  assert.deepEqual(declared("commodity").sort(), ["EUR", "JPY"], "each once");
  assert.match(
    pieces[0]!,
    /^\d{4}-\d\d-\d\d \* \(ltr_\w+\) capture \| pay_\w+\n {4}assets:rails {2}100\.00 EUR\n/,
  );
  assert.ok(
    pieces.some((piece) => piece.includes("  500 JPY")),
    "the currency's own exponent",
  );
  assert.ok(pieces.some((piece) => piece.includes("25.50 EUR")));
});
