import assert from "node:assert/strict";
import { test } from "node:test";
import { readStatementFile } from "./read-file.ts";
import { writeCamt053 } from "./write-camt053.ts";

const STATEMENT = {
  bankAccount: "PL61109010140000071219812874",
  currency: "PLN",
  reference: "S1",
  sequence: 1,
  fromDay: "2026-03-02",
  toDay: "2026-03-02",
  openingMinor: 0n,
  closingMinor: 5_000n,
};
const line = (text: string) => ({
  bookingDay: "2026-03-02",
  valueDay: "2026-03-02",
  amountMinor: 5_000n,
  entryReference: null,
  references: [],
  text,
  counterparty: null,
});

/** A statement with `text` in a file that declares `encoding`, and is in it if `text` is `bytes`. */
function fileIn(encoding: string, text: string, bytes: number[]): Buffer {
  const xml = writeCamt053([{ ...STATEMENT, lines: [line("TEXT")] }], {
    id: "M1",
    createdAt: new Date(0),
  });
  const declared = xml.replace(/encoding="[^"]*"/, `encoding="${encoding}"`);
  const [before = "", after = ""] = declared.split("TEXT");
  assert.ok(after !== "" && declared.includes(encoding), text);
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

const textOf = (bytes: Uint8Array) => {
  const read = readStatementFile(bytes, null);
  return "statements" in read ? read.statements[0]?.lines[0]?.text : null;
};

test("a statement is read in the encoding that it declares", () => {
  const files: [encoding: string, text: string, bytes: number[]][] = [
    ["UTF-8", "łé", [0xc5, 0x82, 0xc3, 0xa9]],
    ["utf8", "łé", [0xc5, 0x82, 0xc3, 0xa9]],
    ["US-ASCII", "le", [0x6c, 0x65]],
    ["ISO-8859-1", "é", [0xe9]],
    ["ISO-8859-2", "łó", [0xb3, 0xf3]],
    ["windows-1250", "łś", [0xb3, 0x9c]],
    ["ISO-8859-15", "€", [0xa4]],
    ["windows-1252", "€", [0x80]],
  ];
  for (const [encoding, text, bytes] of files) {
    assert.equal(textOf(fileIn(encoding, text, bytes)), text, encoding);
  }
  assert.throws(() => textOf(fileIn("UTF-8", "é", [0xe9])), /not encoded in utf-8, as it says/);
  assert.throws(() => textOf(fileIn("EBCDIC", "e", [0x65])), /encoded in ebcdic. Save it as UTF-8/);
});

test("a file in UTF-16 is read with a byte order mark and without one", () => {
  const text = "Buchungstag;Text;Betrag\n03.11.2026;Größe;1,00\n";
  const little = Buffer.from(text, "utf16le");
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big, Buffer.concat([Buffer.from([0xff, 0xfe]), little])]) {
    const read = readStatementFile(bytes, null);
    assert.ok("columns" in read);
    assert.deepEqual(read.columns.header, ["Buchungstag", "Text", "Betrag"]);
    assert.deepEqual(read.columns.samples, [["03.11.2026", "Größe", "1,00"]]);
  }
});
