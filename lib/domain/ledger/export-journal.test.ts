import assert from "node:assert/strict";
import { test } from "node:test";
import { askOwner } from "#test/as-owner.ts";
import { strictCheck } from "#test/hledger.ts";
import { openTill, type Till } from "#test/money.ts";
import { sealPast } from "#test/seal-past.ts";
import { exportJournal, journalCopier } from "./index.ts";

async function journalOf({
  account,
}: {
  account: { id: Till["account"]["id"] };
}): Promise<string[]> {
  const all: string[] = [];
  await exportJournal(
    { accountId: account.id, mode: "test" },
    async (piece) => void all.push(piece),
  );
  return all;
}

test("the journal has all transfers of one account and mode, each with two postings that sum to zero", async () => {
  const [till, other] = await Promise.all([openTill(), openTill()]);
  const { body } = await till.charge({ amount: 10_000 });
  await till.charge({ amount: 500, currency: "JPY" });
  await till.refund({ payment: body.id, amount: 2_550 });
  await other.charge({ amount: 777 });
  const all = await journalOf(till);
  const pieces = all.filter((piece) => /^\d\S+ \* \(ltr_/.test(piece));
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

test("a journal of copied lines is the same however the lines are cut into chunks", () => {
  const lines = [
    "id,kind,debit,credit,amount,currency,source_id,day",
    "ltr_1,capture,rail_clearing,merchant_balance,7,EUR,pay_1,2026-10-01",
    "ltr_2,scheme_fee,merchant_balance,scheme_fees,123456,EUR,pay_1,2026-10-01",
    "ltr_3,capture,rail_clearing,merchant_balance,500,JPY,pay_2,2026-10-31",
    "ltr_4,capture,rail_clearing,merchant_balance,1250,KWD,pay_3,2026-10-31",
  ];
  const bytes = Buffer.from(`${lines.join("\n")}\n`);
  const expected = `commodity EUR

2026-10-01 * (ltr_1) capture | pay_1
    assets:rails  0.07 EUR
    liabilities:merchant:balance  -0.07 EUR

2026-10-01 * (ltr_2) scheme fee | pay_1
    liabilities:merchant:balance  1234.56 EUR
    liabilities:fees:schemes  -1234.56 EUR

commodity JPY

2026-10-31 * (ltr_3) capture | pay_2
    assets:rails  500 JPY
    liabilities:merchant:balance  -500 JPY

commodity KWD

2026-10-31 * (ltr_4) capture | pay_3
    assets:rails  1.250 KWD
    liabilities:merchant:balance  -1.250 KWD

`;
  for (let size = 1; size <= bytes.length; size++) {
    const journal = journalCopier();
    let made = "";
    for (let at = 0; at < bytes.length; at += size) {
      made += journal.take(bytes.subarray(at, at + size));
    }
    assert.equal(made, expected, `chunks of ${size}`);
  }
});

test("the journal asserts the balance of each account and day, before and after its transfers are sealed", async () => {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  await till.call("POST", "/v1/test/clock/advance", { seconds: 2 * 86_400 });
  await till.charge({ amount: 5_000 });
  const check = async () => strictCheck((await journalOf(till)).join(""));
  const before = await check();
  assert.deepEqual(before.problems, []);
  await sealPast();
  await till.charge({ amount: 700 });
  const { problems, assertions } = await check();
  assert.deepEqual(problems, []);
  const days = await till.rows<{ n: number; starts: number }>(
    `with d as (select distinct account, currency, day from ledger_days where account_id = $1)
     select count(*)::int as n,
            count(*) filter (where not exists (
              select 1 from d before where before.account = d.account and before.currency = d.currency
                 and before.day = d.day - 1))::int as starts
       from d`,
  );
  assert.equal(assertions, days[0]!.n + days[0]!.starts);
});

test("a check fails when a transfer is moved to an earlier day without movement, or before the first one", async () => {
  for (const daysEarlier of [1, 2, 4]) {
    const till = await openTill();
    await till.charge({ amount: 10_000 });
    await till.call("POST", "/v1/test/clock/advance", { seconds: 3 * 86_400 });
    await till.charge({ amount: 5_000 });
    await sealPast();
    assert.deepEqual(strictCheck((await journalOf(till)).join("")).problems, []);
    await askOwner(
      `update ledger_transfers set created_at = ((created_at at time zone 'UTC') - $2 * interval '1 day') at time zone 'UTC'
        where account_id = $1 and kind = 'capture' and amount = 5000`,
      [till.account.id, daysEarlier],
    );
    const { problems } = strictCheck((await journalOf(till)).join(""));
    assert.match(problems[0] ?? "", /balance assertion/, `${daysEarlier} days earlier`);
  }
});

test("an account that moves every day has one assertion a day, besides the one before the first", async () => {
  const till = await openTill();
  const DAYS = 5;
  for (let day = 0; day < DAYS; day++) {
    await till.charge({ amount: 1_000 });
    await till.call("POST", "/v1/test/clock/advance", { seconds: 86_400 });
  }
  const journal = (await journalOf(till)).join("");
  const asserted = [...journal.matchAll(/^ {4}income:markup {2}0\.00 EUR = /gm)];
  assert.equal(asserted.length, DAYS + 1);
});

test("a check with assertions fails when the owner of the tables changes, deletes or adds a sealed transfer", async () => {
  for (const change of [
    "update ledger_transfers set amount = amount + 1 where account_id = $1 and kind = 'capture'",
    `update ledger_transfers set created_at = ((created_at at time zone 'UTC') + interval '1 day') at time zone 'UTC'
      where account_id = $1 and kind = 'capture'`,
    "delete from ledger_transfers where account_id = $1 and kind = 'markup'",
    `insert into ledger_transfers (account_id, id, mode, kind, debit, credit, amount, currency, source_id)
     select account_id, overlay(id placing 'zzzz' from 25), mode, kind, debit, credit, amount, currency, source_id
       from ledger_transfers where account_id = $1 and kind = 'capture'`,
  ]) {
    const till = await openTill();
    await till.charge({ amount: 10_000 });
    await sealPast();
    assert.deepEqual(strictCheck((await journalOf(till)).join("")).problems, []);
    await askOwner(change, [till.account.id]);
    const { problems } = strictCheck((await journalOf(till)).join(""));
    assert.match(problems[0] ?? "", /balance assertion/, change);
  }
});
