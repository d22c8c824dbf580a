import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { closeDb, getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { parseCamt053 } from "#lib/domain/bank-statements/formats/parse-camt053.ts";
import { parseMt940 } from "#lib/domain/bank-statements/formats/parse-mt940.ts";
import { recordTransfersIn } from "#lib/domain/ledger/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { decimalToMinor } from "#lib/kernel/money.ts";
import { addDays, dayStart, localDay } from "#lib/kernel/period.ts";
import type { JournalLayout } from "#lib/kernel/vocabulary/booking.ts";
import { TRANSFER_KINDS, type TransferKind } from "#lib/kernel/vocabulary/ledger.ts";
import { withoutPlaces } from "#test/bank-statements.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { readCsv, readCsvObjects } from "#test/report-file.ts";
import { sealPast } from "#test/seal-past.ts";
import { DEFAULT_SETTINGS } from "./defaults.ts";
import { ENTRIES } from "./entries.ts";
import { makeJournal } from "./make-journal.ts";
import type { BookingPlan } from "./plan-booking.ts";

after(closeDb);

const FIRST = "2026-03-20";
const DAYS = 40;
const KINDS = Object.keys(TRANSFER_KINDS) as TransferKind[];

let merchant: Merchant;

/** Random transfers around the change of the clocks, two thirds of them sealed. */
before(async () => {
  merchant = await createMerchant();
  const transfers = fc.record({
    kind: fc.constantFrom(...KINDS),
    amountMinor: fc.bigInt({ min: 1n, max: 9_999_999n }),
    currency: fc.constantFrom("EUR", "JPY", "KWD"),
    sourceId: fc.constantFrom("stl_01kp0c5n7v3m8q2w4x6y9z1b5e", "stl_01kp0c5n7v3m8q2w4x6y9z1b5f"),
    minutes: fc.nat(DAYS * 1_440),
  });
  const samples = fc.sample(transfers, { numRuns: 600, seed: 7 });
  for (const [index, { minutes, ...transfer }] of samples.entries()) {
    if (index === 400) await sealPast();
    const bookedAt = new Date(Date.parse(FIRST) + minutes * 60_000);
    await transact((tx) => recordTransfersIn(tx, merchant.ctx.test, [transfer], bookedAt));
  }
});

type Range = { zone: string; from: number; days: number; currency: string };
const RANGES: fc.Arbitrary<Range> = fc.record({
  zone: fc.constantFrom("UTC", "Europe/Berlin", "Pacific/Auckland", "America/St_Johns"),
  from: fc.integer({ min: -2, max: DAYS }),
  days: fc.integer({ min: 1, max: 31 }),
  currency: fc.constantFrom("EUR", "JPY", "KWD"),
});

function planOf({ zone, from, days, currency }: Range, layout: BookingPlan["layout"]): BookingPlan {
  const { accountId, mode } = merchant.ctx.test;
  const start = addDays(FIRST, from);
  const range = { from: start, to: addDays(start, days), timezone: zone };
  return { accountId, mode, type: "accounting_journal", layout, currency, ...range };
}

const textOf = async (plan: BookingPlan) =>
  (await makeJournal(merchant.ctx.test, plan)).bytes.toString(
    plan.layout === "datev" ? "latin1" : "utf8",
  );

/** Credits less debits of each ledger account by the transfers that a merchant books, read without the code under test. */
async function movedInLedger(plan: BookingPlan): Promise<Map<string, bigint>> {
  const kinds = KINDS.filter((kind) => ENTRIES[kind] !== null);
  const { rows } = await getPool().query<{ account: string; net: bigint }>(
    `select side.account, sum(side.net)::bigint as net
       from ledger_transfers t
      cross join lateral (values (t.debit, -t.amount), (t.credit, t.amount)) side(account, net)
      where t.account_id = $1 and t.currency = $2 and t.kind = any ($3)
        and to_char(t.created_at at time zone $4, 'YYYY-MM-DD') >= $5
        and to_char(t.created_at at time zone $4, 'YYYY-MM-DD') < $6
      group by 1`,
    [plan.accountId, plan.currency, kinds, plan.timezone, plan.from, plan.to],
  );
  return new Map(rows.filter(({ net }) => net !== 0n).map(({ account, net }) => [account, net]));
}

const add = (sums: Map<string, bigint>, name: string, amount: bigint) =>
  sums.set(name, (sums.get(name) ?? 0n) + amount);
const sorted = (sums: Map<string, bigint>) =>
  [...sums].filter(([, net]) => net !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));

/** The account of the ledger that an account of the merchant mirrors. */
const LEDGER: Readonly<Record<string, string>> = {
  balance: "merchant_balance",
  sales: "rail_clearing",
  refunds: "rail_clearing",
  chargebacks: "rail_clearing",
  bank_transit: "settlements_in_transit",
  payouts: "payout_funds",
};
const ledgerOf = (name: string, kind: string) =>
  kind === "topup" && name === "bank_transit" ? "payout_funds" : (LEDGER[name] ?? name);

/** Debits less credits of each of our accounts in the file of entries. */
async function entrySums(plan: BookingPlan) {
  const [byLedger, byName] = [new Map<string, bigint>(), new Map<string, bigint>()];
  for (const row of readRows(await textOf({ ...plan, layout: "native" }))) {
    const amount = BigInt(row.amount!);
    // The merchant debits what the ledger credits.
    add(byLedger, ledgerOf(row.debit!, row.kind!), amount);
    add(byLedger, ledgerOf(row.credit!, row.kind!), -amount);
    add(byName, row.debit!, amount);
    add(byName, row.credit!, -amount);
  }
  return { byLedger, byName };
}

const readRows = (text: string) => readCsvObjects(text.replaceAll("\r\n", "\n"));

test("the sum per account of a journal is the movement of the ledger's account, in any zone and range", async () => {
  await fc.assert(
    fc.asyncProperty(RANGES, async (range) => {
      const plan = planOf(range, "native");
      const { byLedger } = await entrySums(plan);
      assert.deepEqual(sorted(byLedger), sorted(await movedInLedger(plan)));
    }),
    { numRuns: 25 },
  );
});

test("a day's file has entries of that day, also in a zone of which the database has other rules", async () => {
  const wrong: string[] = [];
  for (let from = FIRST; from < addDays(FIRST, DAYS); from = addDays(from, 1)) {
    // PostgreSQL reads CET without summer time, as if its zone data were older than the runtime's.
    const range = { from, to: addDays(from, 1), timezone: "CET" };
    const plan = {
      ...planOf({ zone: "CET", from: 0, days: 1, currency: "EUR" }, "native"),
      ...range,
    };
    for (const { day } of readRows(await textOf(plan))) {
      if (day !== from) wrong.push(`${day} in the file of ${from}`);
    }
  }
  assert.deepEqual(wrong, []);
});

/** Debits less credits of each account number or name in a program's file, and of each journal in it. */
const READERS: Record<
  JournalLayout,
  (text: string, currency: string) => [string, string, bigint][]
> = {
  datev: (text, currency) =>
    text
      .split("\r\n")
      .slice(2, -1)
      .flatMap((line, index): [string, string, bigint][] => {
        const [amount = "", side, , , , , account = "", contra = ""] = line.split(";");
        assert.equal(side, '"S"');
        assert.match(amount, /^\d{1,10},\d{2}$/);
        const minor = minorOf(amount.replace(",", "."), currency);
        return [
          [String(index), account, minor],
          [String(index), contra, -minor],
        ];
      }),
  xero: (text, currency) =>
    readRows(text).map((row) => [
      row["*Date"]!,
      row["*AccountCode"]!,
      minorOf(row["*Amount"]!, currency),
    ]),
  quickbooks: (text, currency) =>
    readRows(text).map((row) => [
      row.JournalNo!,
      row.AccountName!,
      minorOf(row.Debits || "0", currency) - minorOf(row.Credits || "0", currency),
    ]),
};

function minorOf(text: string, currency: string): bigint {
  // DATEV writes two decimals of every currency.
  const plain = currency === "JPY" ? text.replace(/\.00$/, "") : text;
  const minor = decimalToMinor(plain.replace("-", ""), currency);
  assert.notEqual(minor, null, text);
  return text.startsWith("-") ? -minor! : minor!;
}

for (const layout of ["datev", "xero", "quickbooks"] as const) {
  test(`a file for ${layout} has the sums of the journal, and debits equal credits in each booking`, async () => {
    const { accounts } = DEFAULT_SETTINGS[layout];
    await fc.assert(
      fc.asyncProperty(RANGES, async (range) => {
        const plan = planOf(
          { ...range, currency: range.currency === "KWD" ? "EUR" : range.currency },
          layout,
        );
        const expected = new Map<string, bigint>();
        const { byName } = await entrySums(plan);
        for (const [name, net] of byName)
          add(expected, accounts[name as keyof typeof accounts], net);
        const [sums, journals] = [new Map<string, bigint>(), new Map<string, bigint>()];
        for (const [journal, account, net] of READERS[layout](await textOf(plan), plan.currency)) {
          add(sums, account, net);
          add(journals, journal, net);
        }
        assert.deepEqual(sorted(sums), sorted(expected));
        assert.deepEqual(sorted(journals), []);
      }),
      { numRuns: 15 },
    );
  });
}

/** Credits less debits of the Paydesk balance before a day. */
async function balanceBefore({ accountId, currency, timezone }: BookingPlan, day: string) {
  const { rows } = await getPool().query<{ net: bigint }>(
    `select coalesce(sum(case when credit = 'merchant_balance' then amount else -amount end), 0)::bigint as net
       from ledger_transfers
      where account_id = $1 and currency = $2 and 'merchant_balance' in (debit, credit)
        and to_char(created_at at time zone $3, 'YYYY-MM-DD') < $4`,
    [accountId, currency, timezone, day],
  );
  return rows[0]!.net;
}

for (const [layout, parse] of [
  ["camt053", parseCamt053],
  ["mt940", parseMt940],
] as const) {
  test(`our own parser reads ${layout} back to the days, balances and entries of the ledger`, async () => {
    await fc.assert(
      fc.asyncProperty(RANGES, async (range) => {
        const plan = planOf(range, layout);
        const statements = withoutPlaces(parse(await textOf(plan)));
        assert.equal(statements.length, range.days);
        let balance = await balanceBefore(plan, plan.from);
        for (const [index, statement] of statements.entries()) {
          const day = addDays(plan.from, index);
          assert.deepEqual([statement.fromDay, statement.toDay], [day, day]);
          assert.equal(statement.openingMinor, balance);
          for (const { amountMinor } of statement.lines) balance += amountMinor;
          assert.equal(statement.closingMinor, balance);
          const dayOfYear = (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000;
          assert.equal(statement.sequence, dayOfYear + 1);
        }
        assert.equal(balance, await balanceBefore(plan, plan.to));
        const entries = readRows(await textOf({ ...plan, layout: "native" }))
          .filter(({ debit, credit }) => debit === "balance" || credit === "balance")
          .map(({ day, reference, debit, amount }) => [
            day,
            reference,
            debit === "balance" ? BigInt(amount!) : -BigInt(amount!),
          ]);
        const lines = statements.flatMap((one) => one.lines);
        assert.deepEqual(
          lines.map((line) => [line.bookingDay, line.entryReference, line.amountMinor]),
          entries,
        );
        const names = new Set(
          lines.map(({ bookingDay, entryReference }) => bookingDay + entryReference),
        );
        assert.equal(names.size, lines.length, "each entry has a reference of its own");
      }),
      { numRuns: 15 },
    );
  });
}

test("camt.053 and MT940 of the same days have the same statements", async () => {
  const range = { zone: "Europe/Berlin", from: 0, days: 31, currency: "EUR" };
  const [camt, mt940] = await Promise.all([
    textOf(planOf(range, "camt053")),
    textOf(planOf(range, "mt940")),
  ]);
  assert.deepEqual(withoutPlaces(parseMt940(mt940)), withoutPlaces(parseCamt053(camt)));
});

test("the same books give the same bytes, also after their transfers were sealed", async () => {
  const range = { zone: "Europe/Berlin", from: 3, days: 31, currency: "EUR" };
  for (const layout of ["datev", "camt053", "mt940", "xero", "quickbooks", "decimal"] as const) {
    const first = await textOf(planOf(range, layout));
    await sealPast();
    assert.equal(await textOf(planOf(range, layout)), first, layout);
  }
});

test("a DATEV file has its header, 125 columns, dates as TTMM and short texts, in Windows-1252", async () => {
  const plan = planOf({ zone: "Europe/Berlin", from: 12, days: 28, currency: "EUR" }, "datev");
  const { bytes, rowCount } = await makeJournal(merchant.ctx.test, plan);
  const text = new TextDecoder("windows-1252").decode(bytes);
  const [header = "", names = "", ...rows] = text.split("\r\n");
  assert.equal(rows.pop(), "");
  assert.equal(rows.length, rowCount);
  assert.equal(
    header,
    '"EXTF";700;21;"Buchungsstapel";13;20260428220000000;;"RE";"Paydesk";"";1001;1;20260101;4;' +
      '20260401;20260428;"Paydesk TEST 2026-04 EUR";"";1;0;0;"EUR";;"";;;"03";;;"";""',
  );
  assert.equal(names.split(";").length, 125);
  assert.equal(names.split(";")[113], "Festschreibung");
  for (const row of rows) {
    const cells = row.split(";");
    assert.equal(cells.length, 125);
    assert.match(cells[9]!, /^(0[1-9]|[12]\d|3[01])04$/);
    assert.match(cells[10]!, /^"[A-Z0-9-]{1,36}"$/);
    assert.match(cells[13]!, /^"Paydesk [^"]{1,52}"$/);
    assert.notEqual(cells[6], cells[7]);
  }
  assert.ok(text.includes("Rückbelastungen"), "umlauts");
});

test("Xero and QuickBooks get their own columns and dates", async () => {
  const range = { zone: "UTC", from: 12, days: 28, currency: "EUR" };
  const xero = readCsv((await textOf(planOf(range, "xero"))).replaceAll("\r\n", "\n"));
  assert.deepEqual(xero[0]!.slice(0, 6), [
    "*Narration",
    "*Date",
    "Description",
    "*AccountCode",
    "*TaxRate",
    "*Amount",
  ]);
  assert.match(xero[1]![0]!, /^Paydesk TEST 2026-04-\d\d EUR$/);
  assert.match(xero[1]![1]!, /^\d\d\/04\/2026$/);
  const quickbooks = readRows(await textOf(planOf(range, "quickbooks")));
  assert.match(quickbooks[0]!.JournalNo!, /^PT-202604\d\d-EUR$/);
  assert.match(quickbooks[0]!.JournalDate!, /^04\/\d\d\/2026$/);
});

test("a journal of the live mode has what was booked just now", async () => {
  const { account, ctx } = await createMerchant();
  const transfer = {
    kind: "capture" as const,
    amountMinor: 1_250n,
    currency: "EUR",
    sourceId: "pay_1",
  };
  const bookedAt = new Date(nowMs());
  await transact((tx) => recordTransfersIn(tx, ctx.live, [transfer], bookedAt));
  const from = localDay(bookedAt, "Europe/Berlin");
  const plan: BookingPlan = {
    ...{ accountId: account.id, mode: "live", type: "accounting_journal", layout: "decimal" },
    ...{ from, to: addDays(from, 1), timezone: "Europe/Berlin", currency: "EUR" },
  };
  const [row] = readRows((await makeJournal(ctx.live, plan)).bytes.toString());
  assert.deepEqual([row?.amount, row?.debit, row?.credit], ["12.50", "balance", "sales"]);
  const later = { ...plan, from: plan.to, to: addDays(plan.to, 1), layout: "camt053" as const };
  const [statement] = parseCamt053((await makeJournal(ctx.live, later)).bytes.toString());
  assert.equal(statement?.openingMinor, 1_250n);
  assert.ok(dayStart(plan.to, plan.timezone) > bookedAt);
});
