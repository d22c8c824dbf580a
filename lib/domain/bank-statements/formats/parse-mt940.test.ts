import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { references, statements, withoutPlaces, words } from "#test/bank-statements.ts";
import { parseMt940 } from "./parse-mt940.ts";
import { writeMt940 } from "./write-mt940.ts";

/** German: subfields of 27 characters, wrapped lines, a reversal, two statements, the year's end. */
const GERMAN = [
  ":20:STARTUMSE",
  ":25:10010010/1234567890EUR",
  ":28C:00212/001",
  ":60F:C261230EUR1000,",
  ":61:2612311231CR214,50NTRFNONREF//2026123112345",
  "/OCMT/EUR214,50/",
  ":86:166?00GUTSCHRIFT?109310?20EREF+PAYDESK7H3K?21SVWZ+SETTLEMENT stl_01kb",
  "?22abcdefghjk?30BYLADEM1001?31DE27100777770209299700?32PAYDESK PAYMENTS?33 LTD",
  ":61:2701020102RD20,00NTRFNONREF",
  ":86:159?00RETOURE?20AC04",
  ":61:2612310102DR100,00NTRFINV-7",
  ":62F:C270102EUR1134,50",
  ":64:C270102EUR1134,50",
  "-",
  ":20:STARTUMSE",
  ":25:10010010/1234567890EUR",
  ":28C:0",
  ":60F:C270102EUR1134,50",
  ":62F:C270103EUR1134,50",
  ":86:nothing happened",
  "-",
].join("\r\n");

test("a statement of a German bank is read, with references across subfields and the year's end", () => {
  const [first, second] = withoutPlaces(parseMt940(GERMAN));
  assert.deepEqual(first, {
    bankAccount: "10010010/1234567890",
    currency: "EUR",
    reference: "2027/212/1",
    sequence: 212,
    fromDay: "2026-12-31",
    toDay: "2027-01-02",
    openingMinor: 100_000n,
    closingMinor: 113_450n,
    lines: [
      {
        bookingDay: "2026-12-31",
        valueDay: "2026-12-31",
        amountMinor: 21_450n,
        entryReference: "2026123112345",
        references: ["PAYDESK7H3K"],
        text: "/OCMT/EUR214,50/ SETTLEMENT stl_01kbabcdefghjk",
        counterparty: "PAYDESK PAYMENTS LTD",
      },
      {
        bookingDay: "2027-01-02",
        valueDay: "2027-01-02",
        amountMinor: 2_000n,
        entryReference: null,
        references: [],
        text: "AC04",
        counterparty: null,
      },
      {
        bookingDay: "2027-01-02",
        valueDay: "2026-12-31",
        amountMinor: -10_000n,
        entryReference: null,
        references: ["INV-7"],
        text: "",
        counterparty: null,
      },
    ],
  });
  assert.deepEqual([second?.sequence, second?.reference, second?.lines], [null, null, []]);
});

/** Dutch: SWIFT blocks around the message, SEPA fields wrapped at 65 characters, pages. */
const DUTCH = [
  "{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:",
  ":20:P261103000000001",
  ":25:NL91ABNA0417164300EUR",
  ":28C:211/2",
  ":60M:D261103EUR5,00",
  ":61:261103C9,50NTRFEREF//00000000001005",
  "/TRCD/00100/",
  ":86:/EREF/INV-2026-000000000000042//CNTP/NL32INGB0000012345/INGBNL2A/",
  "NAME/PAYDESK//REMI/USTD//settlement stl_01kb",
  "abc/",
  ":62M:C261103EUR4,5",
  "-}",
].join("\n");

test("a page of a Dutch bank is read, with SEPA fields across lines", () => {
  const [page] = withoutPlaces(parseMt940(DUTCH));
  assert.deepEqual(page, {
    bankAccount: "NL91ABNA0417164300",
    currency: "EUR",
    reference: "2026/211/2",
    sequence: 211,
    fromDay: "2026-11-03",
    toDay: "2026-11-03",
    openingMinor: -500n,
    closingMinor: 450n,
    lines: [
      {
        bookingDay: "2026-11-03",
        valueDay: "2026-11-03",
        amountMinor: 950n,
        entryReference: "00000000001005",
        references: ["INV-2026-000000000000042"],
        text: "/TRCD/00100/ settlement stl_01kbabc",
        counterparty: "PAYDESK",
      },
    ],
  });
});

const MINIMAL = [
  ":20:X",
  ":25:NL91ABNA0417164300",
  ":28C:7/1",
  ":60F:C260302EUR0,00",
  ":61:260302C50,00NMSCNONREF",
  ":86:rent",
  ":62F:C260302EUR50,00",
];

test("what surrounds the statements belongs to no field", () => {
  const head = "{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:";
  const text = MINIMAL.join("\r\n");
  const files: [count: number, file: string][] = [
    [1, `${head}\r\n${text}\r\n-}{5:{CHK:9F0C5B2B1F4E}}\r\n`],
    [1, `${head}\r\n${text}\r\n-}{5:{CHK:9F0C5B2B1F4E}{TNG:}}{S:{COP:P}}\r\n`],
    [2, `${head}\r\n${text}\r\n-}{5:}${head}\r\n${text}\r\n-}{5:}\r\n`],
    [2, `\x01${head}\r\n${text}\r\n-}\x03\x01${head}\r\n${text}\r\n-}\x03`],
    [1, `${text}\r\n-XXX\r\n`],
    [1, `${text}\r\n-\x1a`],
  ];
  const [expected] = withoutPlaces(parseMt940(text));
  for (const [count, file] of files) {
    const read = withoutPlaces(parseMt940(file));
    assert.deepEqual(
      read,
      Array.from({ length: count }, () => expected),
      file,
    );
  }
  const inText = MINIMAL.with(5, ":86:rent\r\n-May\r\n-}x");
  assert.equal(parseMt940(inText.join("\r\n"))[0]?.lines[0]?.text, "rent -May");
});

test("fields that a bank adds are no part of the one before", () => {
  const file = [
    ...MINIMAL.slice(0, 3),
    ":NS:22Shop Ltd",
    "23Main account",
    ...MINIMAL.slice(3, 6),
    ":NS:22Shop Ltd",
    "23more",
    MINIMAL[6],
    ":NS:25171004",
  ];
  const [plain] = withoutPlaces(parseMt940(MINIMAL.join("\n")));
  assert.deepEqual(withoutPlaces(parseMt940(file.join("\n"))), [plain]);
});

test("an entry date of spaces, a value date of a bank's month with 30 days, and a long number are read", () => {
  const read = (place: number, line: string) =>
    parseMt940(MINIMAL.with(place, line).join("\n"))[0]!;
  const [spaces] = read(4, ":61:260302    CR50,00NMSCNONREF").lines;
  assert.deepEqual([spaces?.bookingDay, spaces?.amountMinor], ["2026-03-02", 5_000n]);
  const [february] = read(4, ":61:2602300302C50,00NMSCNONREF").lines;
  assert.deepEqual([february?.valueDay, february?.bookingDay], ["2026-02-28", "2026-03-02"]);
  const leap = read(4, ":61:2802300228C50,00NMSCNONREF").lines[0];
  assert.equal(leap?.valueDay, "2028-02-29");
  const { reference, sequence } = read(2, ":28:1810118101");
  assert.deepEqual([reference, sequence], ["2026/1810118101", null], "no count of statements");
});

test("every statement that is written is read back the same", () => {
  const signs = "abcXYZ019 .,()";
  const random = statements({ text: words(signs, 50), reference: references("aB09", 12) }).map(
    (statement) => ({
      ...statement,
      reference: `2026/${statement.sequence}/1`,
      lines: statement.lines.map((line) => ({ ...line, references: line.references.slice(0, 1) })),
    }),
  );
  fc.assert(
    fc.property(fc.array(random, { minLength: 1, maxLength: 3 }), (given) => {
      const read = withoutPlaces(parseMt940(writeMt940(given)));
      const expected = given.map((statement) => ({ ...statement, fromDay: read[0]!.fromDay }));
      assert.deepEqual(
        read.map((one) => ({ ...one, fromDay: read[0]!.fromDay })),
        expected,
      );
    }),
    { numRuns: 200 },
  );
});

test("a fault names the line and the field", () => {
  const faults: [from: string, to: string, message: RegExp][] = [
    ["CR214,50", "CR214.50", /Line 5, :61:.*is not a line such as/],
    ["CR214,50", "CR214,505", /Line 5, :61: amount: “214,505” is not an amount in EUR/],
    ["CR214,50", "XR214,50", /Line 5, :61:.*is not a line such as/],
    ["2612311231C", "2613311231C", /Line 5, :61:/],
    ["2612311231C", "2612311331C", /Line 5, :61: entry date: “1331” is not a date/],
    [":60F:C261230EUR1000,", ":60F:C261230EUR", /Line 4, :60F:.*is not a balance such as/],
    [":60F:C261230EUR1000,", ":65:C261230EUR1000,", /Line 5, :61:: the opening balance/],
    [
      ":62F:C270102EUR1134,50",
      ":65:C270102EUR1134,50",
      /Line 1, :62F:: the closing balance is missing/,
    ],
    [":25:10010010/1234567890EUR", ":21:x", /Line 1, :25:: the account is missing/],
    [":28C:00212/001", ":28C:A", /Line 3, :28C:: “A” is not a statement number/],
    [":20:STARTUMSE", ":21:STARTUMSE", /Line 1, :21:: a statement begins with the field :20:/],
  ];
  for (const [from, to, message] of faults) {
    assert.throws(() => parseMt940(GERMAN.replace(from, to)), { param: "file", message });
  }
  assert.throws(() => parseMt940("hello"), /no MT940 statement/);
});
