import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { addDays } from "#lib/kernel/period.ts";
import type { CsvMapping } from "#lib/kernel/vocabulary/bank-statements.ts";
import { addFile, camtFile } from "#test/bank-statements.ts";
import { createMerchant } from "#test/merchant.ts";
import { asMember, IBANS, openPayer, to } from "#test/payouts.ts";
import { bankOverview, browseLines, removeStatementIn, sandboxStatement } from "./index.ts";

const ALL = { after: null, before: null, limit: 100 };
const DAY_S = 86_400;
const today = (ctx: Context) => new Date(Date.now() + ctx.clockAheadMs).toISOString().slice(0, 10);

const linesOf = async (ctx: Context) => (await browseLines(ctx, {}, ALL)).rows.toReversed();

/** A merchant with settlements in two currencies, a payout, one that came back, and one on its way. */
async function openHistory() {
  const payer = await openPayer();
  await payer.charge({ amount: 12_345 });
  await payer.charge({ amount: 777, currency: "GBP" });
  const returned = await payer.paid({ ...to(IBANS.comesBack), rail: "sepa_credit", amount: 2_500 });
  const sent = await payer.paid({ amount: 990 });
  const waiting = await payer.paid({ ...to(IBANS.staysSubmitted), amount: 10 });
  await payer.advance(8 * DAY_S);
  const ctx = await asMember(payer);
  const days = { fromDay: addDays(today(ctx), -30), toDay: today(ctx) };
  return { payer, ctx, days, returned, sent, waiting };
}

test("the sandbox bank's statement holds what was paid, and every line of it matches exactly", async () => {
  for (const format of ["camt.053", "mt940"] as const) {
    const { payer, ctx, days, returned, sent } = await openHistory();
    const { text } = await sandboxStatement(ctx, days, format);
    const done = await addFile(ctx, text);
    assert.equal(done.linesMatched, done.lines);
    assert.equal(done.linesTwice, 0);
    const lines = await linesOf(ctx);
    const seen = lines.map(({ matches: [one] }) => [one?.kind, one?.objectId, one?.confidence]);
    const settled = await payer.rows<{ id: string }>(
      "select id from settlements where account_id = $1 and status = 'paid'",
    );
    assert.equal(settled.length, 2);
    const expected = [
      ...settled.map(({ id }) => ["settlement_paid", id, "exact"]),
      ["payout_sent", sent.id, "exact"],
      ["payout_sent", returned.id, "exact"],
      ["payout_returned", returned.id, "exact"],
    ];
    assert.deepEqual(seen.map(String).sort(), expected.map(String).sort());
    const overview = await bankOverview(ctx, ALL);
    assert.deepEqual(overview.missing, { movements: [], total: 0 });
    assert.deepEqual(overview.lines, { open: 0, matched: 5, set_aside: 0, twice: 0 });
    const [booked] = await payer.rows<{ sum: bigint }>(
      `select sum(case when kind = 'payout_settled' then -amount else amount end)::bigint as sum
         from ledger_transfers where account_id = $1 and currency = 'EUR'
          and kind in ('settlement_paid', 'payout_settled', 'payout_returned')`,
    );
    const eur = overview.rows.find(({ currency }) => currency === "EUR");
    assert.equal(eur!.closingMinor - eur!.openingMinor, booked!.sum);
    const again = await sandboxStatement(ctx, days, format);
    await assert.rejects(addFile(ctx, again.text), { param: "file" });
  }
});

test("consecutive sandbox statements join without a gap", async () => {
  const { ctx, days } = await openHistory();
  for (let from = addDays(days.toDay, -9); from < days.toDay; from = addDays(from, 3)) {
    const part = { fromDay: from, toDay: addDays(from, 2) };
    await addFile(ctx, (await sandboxStatement(ctx, part, "camt.053")).text);
  }
  const overview = await bankOverview(ctx, ALL);
  assert.ok(overview.rows.every(({ gap }) => gap === null));
  assert.equal(overview.lines.matched, 5);
});

test("a statement whose lines do not add up is refused with the difference, and nothing is stored", async () => {
  const { ctx } = await createMerchant();
  const lines: [string, bigint, string][] = [
    ["2026-03-02", 5_000n, "one"],
    ["2026-03-02", 2_000n, "two"],
    ["2026-03-02", 2_000n, "two"],
  ];
  for (const [closing, message] of [
    [
      8_999n,
      /3 lines of 90.00 EUR are 90.00 EUR, but its closing balance is 89.99 EUR. The difference is −0.01 EUR/,
    ],
    [7_000n, /The difference is −20.00 EUR. Line \d+ repeats an earlier line of that amount/],
    [-1_000n, /The difference is −100.00 EUR. Line \d+ may have the wrong sign/],
  ] as const) {
    await assert.rejects(addFile(ctx.test, camtFile({ lines, closing })), {
      code: "parameter_invalid",
      param: "file",
      message,
    });
  }
  assert.equal((await bankOverview(ctx.test, ALL)).total, 0);
});

test("a statement that is here already is refused, by file, by id and in another format", async () => {
  const { ctx } = await createMerchant();
  const lines: [string, bigint][] = [["2026-03-02", 5_000n]];
  await addFile(ctx.test, camtFile({ id: "A", lines }));
  const mt940 = [
    ":20:X",
    ":25:DE89370400440532013000",
    ":28C:7/1",
    ":60F:C260302EUR0,00",
    ":61:260302C50,00NMSCNONREF",
    ":62F:C260302EUR50,00",
  ].join("\n");
  for (const [file, message] of [
    [
      camtFile({ id: "A", lines }),
      /This file was added on .* as statement.txt. Nothing was added again/,
    ],
    [
      camtFile({ id: "A", lines: [["2026-03-02", 1n]] }),
      /This statement is here already: DE89370400440532013000 to 2026-03-02/,
    ],
    [camtFile({ id: "B", lines }), /This statement is here already/],
    [mt940, /This statement is here already/],
  ] as const) {
    await assert.rejects(addFile(ctx.test, file), { param: "file", message });
  }
  assert.equal((await linesOf(ctx.test)).length, 1);
});

test("a gap between statements is said until the missing one is added", async () => {
  const { ctx } = await createMerchant();
  const day = (n: number) => `2026-03-0${n}`;
  const statement = (n: number, opening: bigint, amount: bigint) =>
    camtFile({
      id: `S${n}`,
      sequence: n,
      days: [day(n), day(n)],
      opening,
      lines: [[day(n), amount, `line ${n}`]],
    });
  await addFile(ctx.test, statement(1, 0n, 100n));
  await addFile(ctx.test, statement(4, 350n, 50n));
  const gaps = async () =>
    (await bankOverview(ctx.test, ALL)).rows.map(({ reference, gap }) => [reference, gap]);
  assert.deepEqual(await gaps(), [
    [
      "S4",
      {
        previousToDay: day(1),
        differenceMinor: 250n,
        missingNumbers: { from: 2, to: 3 },
        overlaps: false,
      },
    ],
    ["S1", null],
  ]);
  await addFile(ctx.test, statement(3, 150n, 200n));
  await addFile(ctx.test, statement(2, 100n, 50n));
  assert.deepEqual(
    (await gaps()).map(([, gap]) => gap),
    [null, null, null, null],
  );
});

test("the pages of a long statement follow one another by their numbers", async () => {
  const { ctx } = await createMerchant();
  const page = (n: number) => [
    ":20:X",
    ":25:DE89370400440532013000",
    `:28C:7/${n}`,
    `:60${n === 1 ? "F" : "M"}:C260302EUR${n - 1},00`,
    ":61:260302C1,00NMSCNONREF",
    `:62${n === 12 ? "F" : "M"}:C260302EUR${n},00`,
    "-",
  ];
  const pages = Array.from({ length: 12 }, (_, i) => page(i + 1));
  const done = await addFile(ctx.test, pages.flat().join("\n"));
  assert.equal(done.linesTwice, 0, "equal lines of its pages are different lines");
  for (let n = 1; n <= 12; n++) {
    const file = camtFile({
      id: "LONG",
      sequence: 8,
      days: ["2026-03-03", "2026-03-03"],
      opening: 1_100n + BigInt(n) * 100n,
      lines: [["2026-03-03", 100n, `page ${n}`]],
    });
    const number = `<StmtPgntn><PgNb>${n}</PgNb></StmtPgntn>`;
    await addFile(ctx.test, file.replace(/<Stmt>\s*<Id>LONG<\/Id>/, `$&${number}`));
  }
  const { rows, total } = await bankOverview(ctx.test, ALL);
  assert.equal(total, 24);
  assert.deepEqual(
    rows.filter(({ gap }) => gap !== null).map(({ reference }) => reference),
    [],
  );
});

const MAPPING: CsvMapping = {
  bookingDate: "date",
  valueDate: null,
  amount: "amount",
  debit: null,
  credit: null,
  currency: null,
  balance: "balance",
  reference: null,
  text: "text",
  counterparty: null,
  dateFormat: "YYYY-MM-DD",
  decimal: ".",
};
const GIVEN = {
  bankAccount: "DE89370400440532013000",
  currency: "EUR",
  mapping: MAPPING,
  opening: null,
  closing: null,
};
const HEAD = "date,amount,balance,text";
const CSV = [
  HEAD,
  "2026-03-01,1.00,1.00,coffee",
  "2026-03-02,2.00,3.00,tea",
  "2026-03-02,2.00,5.00,tea",
];
const LATER = [HEAD, CSV[2], CSV[3], "2026-03-02,2.00,7.00,tea", "2026-03-03,4.00,11.00,cake"];

test("a line that is on two statements counts once, and equal lines of one statement count each", async () => {
  const { ctx } = await createMerchant();
  await addFile(ctx.test, CSV.join("\n"), GIVEN);
  const done = await addFile(ctx.test, LATER.join("\n"), GIVEN);
  assert.deepEqual([done.lines, done.linesTwice], [4, 2]);
  const overview = await bankOverview(ctx.test, ALL);
  assert.deepEqual(overview.lines, { open: 5, matched: 0, set_aside: 0, twice: 2 });
  assert.equal(overview.rows[0]?.gap?.overlaps, true);
  assert.deepEqual(overview.accounts, [
    { bankAccount: GIVEN.bankAccount, currency: "EUR", mapping: MAPPING },
  ]);
  const counted = (await linesOf(ctx.test)).filter(({ state }) => state !== "twice");
  assert.equal(
    counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    1_100n,
  );
  const member = await asMember({ account: { id: ctx.test.accountId } } as never);
  const first = overview.rows.find(({ toDay }) => toDay === "2026-03-02")!;
  await transact((tx) => removeStatementIn(tx, member, first.id, "wrong account"));
  const left = await bankOverview(ctx.test, ALL);
  assert.deepEqual([left.total, left.lines.open, left.lines.twice], [1, 4, 0]);
});

test("equal lines of statements that join within a day count each, and once with a statement of the day", async () => {
  const { ctx } = await createMerchant();
  const fee: [string, bigint, string] = ["2026-03-02", -10n, "fee"];
  const nth = (n: number) =>
    camtFile({ id: `INTRADAY${n}`, sequence: n, opening: 100n - BigInt(n) * 10n, lines: [fee] });
  for (const n of [2, 3, 1]) {
    assert.equal((await addFile(ctx.test, nth(n))).linesTwice, 0, `statement ${n}`);
  }
  const whole = camtFile({ id: "DAY", opening: 90n, lines: [fee, fee, fee, fee] });
  assert.equal((await addFile(ctx.test, whole)).linesTwice, 3);
  const { lines } = await bankOverview(ctx.test, ALL);
  assert.deepEqual([lines.open, lines.twice], [4, 3]);
});

test("a line that its bank booked twice under one reference of its own counts once", async () => {
  const { ctx } = await createMerchant();
  const entry = (reference: string) =>
    `<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef></Ntry>`;
  const file = camtFile({ closing: 1_500n }).replace(
    "</Stmt>",
    `${entry("B1")}${entry("B1")}${entry("B2")}</Stmt>`,
  );
  const done = await addFile(ctx.test, file);
  assert.deepEqual([done.lines, done.linesTwice], [3, 1]);
});

test("uploads at the same time add a statement and a line once", async () => {
  const { ctx } = await createMerchant();
  const lines: [string, bigint][] = [["2026-03-02", 5_000n]];
  const same = await Promise.allSettled(
    Array.from({ length: 6 }, () => addFile(ctx.test, camtFile({ lines }))),
  );
  assert.equal(same.filter(({ status }) => status === "fulfilled").length, 1);
  const files = [CSV.join("\n"), LATER.join("\n")];
  await Promise.all(files.map((file) => addFile(ctx.test, file, GIVEN)));
  const overview = await bankOverview(ctx.test, ALL);
  assert.deepEqual([overview.total, overview.lines.open, overview.lines.twice], [3, 6, 2]);
});

test("statements of another merchant and of the other mode are separate", async () => {
  const { ctx, days } = await openHistory();
  const { text } = await sandboxStatement(ctx, days, "camt.053");
  const stranger = await createMerchant();
  const live: Context = { ...ctx, mode: "live", clockAheadMs: 0 };
  for (const other of [stranger.ctx.test, live]) {
    const done = await addFile(other, text);
    assert.deepEqual([done.lines, done.linesMatched], [5, 0]);
  }
  const own = await addFile(ctx, text);
  assert.equal(own.linesMatched, 5);
  for (const other of [stranger.ctx.test, live]) {
    assert.equal((await bankOverview(other, ALL)).lines.open, 5);
  }
});

test("a file of 10,000 lines is read off the event loop and added", async () => {
  const { ctx } = await createMerchant();
  const lines = Array.from({ length: 10_000 }, (_, i): [string, bigint, string] => [
    "2026-03-02",
    BigInt(i + 1),
    `line ${i} ${"with a long text ".repeat(20)}`,
  ]);
  const done = await addFile(ctx.test, camtFile({ lines }));
  assert.equal(done.lines, 10_000);
  lines.push(["2026-03-02", 1n, "one more"]);
  await assert.rejects(addFile(ctx.test, camtFile({ id: "B", lines })), {
    message: /at most 10,000 lines/,
  });
});

test("card numbers in a bank's texts are not stored", async () => {
  const { ctx } = await createMerchant();
  await addFile(ctx.test, camtFile({ lines: [["2026-03-02", 1n, "card 4242 4242 4242 4242"]] }));
  const [line] = await linesOf(ctx.test);
  assert.equal(line?.text, "card …4242");
});
