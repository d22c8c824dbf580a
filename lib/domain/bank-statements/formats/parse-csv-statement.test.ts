import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { minorToDecimal } from "#lib/kernel/money.ts";
import type { CsvMapping, DateFormat } from "#lib/kernel/vocabulary/bank-statements.ts";
import { references, statements, withoutPlaces, words } from "#test/bank-statements.ts";
import { readTable } from "./csv-table.ts";
import { guessMapping } from "./guess-mapping.ts";
import { type CsvFrame, parseCsvStatement } from "./parse-csv-statement.ts";

/** A German bank: a heading above, semicolons, decimal commas, newest first, a sum below. */
const GERMAN = [
  '"Umsätze Girokonto";"Zeitraum: 01.11.2026 - 04.11.2026"',
  "Lindqvist Möbel GmbH",
  "",
  "Buchungstag;Wert;Verwendungszweck;Begünstigter / Auftraggeber;IBAN;Betrag;Währung;Saldo",
  "04.11.2026;05.11.2026;stl_01abc SETTLEMENT;Paydesk;DE1;1.214,50;EUR;2.114,50",
  '03.11.2026;03.11.2026;"Miete; Laden";Haus AG;DE2;-100,00;EUR;900,00',
  ";;;;;;;",
  "Summe",
].join("\r\n");

const mapped = (text: string, more: Partial<CsvFrame> = {}): CsvFrame => ({
  bankAccount: "DE89370400440532013000",
  currency: "EUR",
  mapping: guessMapping(readTable(text)),
  openingMinor: null,
  closingMinor: null,
  ...more,
});

test("a German file is recognised: heading, separator, columns, date and decimal sign", () => {
  assert.deepEqual(guessMapping(readTable(GERMAN)), {
    bookingDate: "Buchungstag",
    valueDate: null,
    amount: "Betrag",
    debit: null,
    credit: null,
    currency: "Währung",
    balance: "Saldo",
    reference: null,
    text: "Verwendungszweck",
    counterparty: "Begünstigter / Auftraggeber",
    dateFormat: "DD.MM.YYYY",
    decimal: ",",
  });
  const frame = mapped(GERMAN);
  const mapping: CsvMapping = { ...frame.mapping, valueDate: "Wert" };
  const [statement] = withoutPlaces([parseCsvStatement(GERMAN, { ...frame, mapping })]);
  assert.deepEqual(
    [statement?.fromDay, statement?.toDay, statement?.openingMinor, statement?.closingMinor],
    ["2026-11-03", "2026-11-04", 100_000n, 211_450n],
  );
  assert.deepEqual(statement?.lines, [
    {
      bookingDay: "2026-11-03",
      valueDay: "2026-11-03",
      amountMinor: -10_000n,
      entryReference: null,
      references: [],
      text: "Miete; Laden",
      counterparty: "Haus AG",
    },
    {
      bookingDay: "2026-11-04",
      valueDay: "2026-11-05",
      amountMinor: 121_450n,
      entryReference: null,
      references: [],
      text: "stl_01abc SETTLEMENT",
      counterparty: "Paydesk",
    },
  ]);
});

/** A British bank: debit and credit, no balances, the day first. */
const BRITISH = [
  "Date,Description,Paid out,Paid in",
  '13/11/2026,Payout INV-7,"1,000.00",',
  "12/11/2026,Settlement,,250.00",
].join("\n");

test("a file with debit and credit needs the balances around it", () => {
  const frame = mapped(BRITISH);
  assert.equal(frame.mapping.dateFormat, "DD/MM/YYYY");
  assert.throws(() => parseCsvStatement(BRITISH, frame), { param: "opening" });
  assert.throws(() => parseCsvStatement(BRITISH, { ...frame, openingMinor: 0n }), {
    param: "closing",
  });
  const { lines, ...statement } = parseCsvStatement(BRITISH, {
    ...frame,
    openingMinor: 100n,
    closingMinor: 200n,
  });
  assert.deepEqual(
    lines.map(({ amountMinor }) => amountMinor),
    [25_000n, -100_000n],
  );
  assert.deepEqual([statement.openingMinor, statement.closingMinor], [100n, 200n]);
});

test("a fault names the line and the column", () => {
  const faults: [from: string, to: string, message: RegExp][] = [
    ["1.214,50", "1.21,50", /Line 5, Betrag: “1.21,50” is not an amount in EUR/],
    ["1.214,50", "1.214,505", /Line 5, Betrag/],
    [
      "04.11.2026;05",
      "31.11.2026;05",
      /Line 5, Buchungstag: “31.11.2026” is not a date as DD.MM.YYYY/,
    ],
    ["-100,00;EUR", "-100,00;USD", /Line 6, Währung: “USD” is not EUR/],
    [
      "2.114,50",
      "2.114,51",
      /Line 5, Saldo: the balance is 2,114.51 EUR; the lines before it add up to 2,114.50 EUR. The difference is 0.01 EUR/,
    ],
    ["Haus AG;DE2", "Haus AG", /Line 6: it has 7 cells, but the table has 8 columns/],
    ["Betrag;", "Amount?;", /no line that names the columns/],
    ['"Miete;', '""Miete";', /CSV file cannot be read/],
  ];
  for (const [from, to, message] of faults) {
    const frame = mapped(GERMAN);
    assert.throws(() => parseCsvStatement(GERMAN.replace(from, to), frame), {
      param: "file",
      message,
    });
  }
  const both = BRITISH.replace(",250.00", "1.00,250.00");
  const balances = { openingMinor: 0n, closingMinor: 0n };
  const message = /Line 3, Paid out: one of Paid out and Paid in must have an amount/;
  assert.throws(() => parseCsvStatement(both, mapped(BRITISH, balances)), { message });
});

test("separators within quotes are part of the text", () => {
  const cells = ["2026-11-04", "1.00", ";;;;|", "a,,,,b"].map((cell) => `"${cell}"`);
  const file = ["Date\tAmount\tText\tName", cells.join("\t")].join("\n");
  assert.deepEqual(readTable(file).header, ["Date", "Amount", "Text", "Name"]);
});

const DATES: Readonly<Record<DateFormat, (y: string, m: string, d: string) => string>> = {
  "YYYY-MM-DD": (y, m, d) => `${y}-${m}-${d}`,
  "DD.MM.YYYY": (y, m, d) => `${d}.${m}.${y}`,
  "DD.MM.YY": (y, m, d) => `${d}.${m}.${y.slice(2)}`,
  "DD/MM/YYYY": (y, m, d) => `${d}/${m}/${y}`,
  "MM/DD/YYYY": (y, m, d) => `${m}/${d}/${y}`,
  "DD-MM-YYYY": (y, m, d) => `${d}-${m}-${y}`,
  YYYYMMDD: (y, m, d) => y + m + d,
};

test("every file that is written is read back the same, with any mapping", () => {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const random = statements({
    text: words('abcXYZ019 ;,"é€', 40),
    reference: references("aB09-/_", 20),
  });
  fc.assert(
    fc.property(
      random.filter(({ lines }) => lines.length > 0),
      fc.constantFrom(...(Object.keys(DATES) as DateFormat[])),
      fc.constantFrom<[string, "." | ","]>([";", ","], [",", "."], ["\t", "."]),
      fc.boolean(),
      (given, dateFormat, [separator, decimal], isSplit) => {
        const { currency } = given;
        const lines = given.lines
          .map((line) => ({
            ...line,
            entryReference: null,
            references: line.references.slice(0, 1),
          }))
          .sort((a, b) => (a.bookingDay < b.bookingDay ? -1 : 1));
        const day = (text: string) =>
          DATES[dateFormat](...(text.split("-") as [string, string, string]));
        const figure = (minor: bigint) => minorToDecimal(minor, currency).replace(".", decimal);
        const rows = lines.map((line) => {
          const { amountMinor } = line;
          const amounts = isSplit
            ? [
                amountMinor < 0n ? figure(-amountMinor) : "",
                amountMinor > 0n ? figure(amountMinor) : "",
              ]
            : [figure(amountMinor), ""];
          const cells = [
            ...[day(line.bookingDay), day(line.valueDay), ...amounts],
            ...[currency, line.references[0] ?? "", line.text, line.counterparty ?? ""],
          ];
          return cells.map(quoted).join(separator);
        });
        const header = ["booked", "valued", "amount", "credit", "ccy", "ref", "text", "name"];
        const file = [header.join(separator), ...rows].join("\r\n");
        const mapping: CsvMapping = {
          bookingDate: "booked",
          valueDate: "valued",
          amount: isSplit ? null : "amount",
          debit: isSplit ? "amount" : null,
          credit: isSplit ? "credit" : null,
          currency: "ccy",
          balance: null,
          reference: "ref",
          text: "text",
          counterparty: "name",
          dateFormat,
          decimal,
        };
        const { bankAccount, openingMinor, closingMinor } = given;
        const frame = { bankAccount, currency, mapping, openingMinor, closingMinor };
        const [read] = withoutPlaces([parseCsvStatement(file, frame)]);
        assert.deepEqual(read?.lines, lines);
      },
    ),
    { numRuns: 200 },
  );
});

test("three digits after the sign are fils of a dinar, and never thousands after a zero", () => {
  const fileOf = (currency: string, amounts: string[]) =>
    ["Date;Text;Amount;Currency", ...amounts.map((one) => `2026-11-03;x;${one};${currency}`)].join(
      "\n",
    );
  const decimalOf = (...file: Parameters<typeof fileOf>) =>
    guessMapping(readTable(fileOf(...file))).decimal;
  assert.equal(decimalOf("KWD", ["1.250", "12.345", "0.250"]), ".");
  assert.equal(decimalOf("KWD", ["1,250", "12,345"]), ",");
  assert.equal(decimalOf("KWD", ["1,234.500", "3.001"]), ".");
  assert.equal(decimalOf("JPY", ["1.234", "500"]), ",");
  assert.equal(decimalOf("JPY", ["1,234", "500"]), ".");
  const text = fileOf("KWD", ["1.250", "0.250"]);
  const frame = mapped(text, { currency: "KWD", openingMinor: 0n, closingMinor: 1_500n });
  assert.equal(parseCsvStatement(text, frame).lines[1]?.amountMinor, 250n);
  const mapping: CsvMapping = { ...frame.mapping, decimal: "," };
  assert.throws(
    () => parseCsvStatement(text, { ...frame, mapping }),
    /“0.250” is not an amount in KWD/,
  );
});
