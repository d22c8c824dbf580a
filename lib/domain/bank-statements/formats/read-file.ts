import { createHash } from "node:crypto";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { CsvMapping, StatementFormat } from "#lib/kernel/vocabulary/bank-statements.ts";
import { readTable } from "./csv-table.ts";
import { accountOf, readSigned } from "./fields.ts";
import { guessMapping } from "./guess-mapping.ts";
import { parseCamt053 } from "./parse-camt053.ts";
import { type CsvFrame, parseCsvStatement } from "./parse-csv-statement.ts";
import { parseMt940 } from "./parse-mt940.ts";
import type { ParsedStatement } from "./types.ts";

export const MAX_FILE_BYTES = 12 * 2 ** 20;

/** The facts that a CSV file lacks, as a person enters them. */
export type CsvGiven = Pick<CsvFrame, "bankAccount" | "currency" | "mapping"> & {
  /** Balances, where no column has them: amounts with the file's decimal sign. */
  opening: string | null;
  closing: string | null;
};

export type StatementFile = {
  format: StatementFormat;
  /** Hash of the bytes, in hex: `sha256sum` gives the same. */
  sha256: string;
  byteCount: number;
};

/** The parsed statements, or what is needed to parse a CSV file. */
export type ReadFile = StatementFile &
  ({ statements: ParsedStatement[] } | { columns: CsvColumns });

export type CsvColumns = {
  header: string[];
  /** The first rows, to recognise the columns. */
  samples: string[][];
  guess: CsvMapping;
};

const SAMPLES = 5;
const LONGEST_SAMPLE = 80;

/**
 * Reads a bank statement from the bytes of its file and finds out its format. For a CSV file without `given`, returns its
 * columns. Throws `request_too_large`, and `parameter_invalid` (`file`) as the parsers.
 */
export function readStatementFile(bytes: Uint8Array, given: CsvGiven | null): ReadFile {
  if (bytes.byteLength > MAX_FILE_BYTES) {
    throw new ApiError("request_too_large", "A file can have at most 12 MiB. Split it by days.");
  }
  const text = decode(bytes);
  const format = formatOf(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file = { format, sha256, byteCount: bytes.byteLength };
  if (format === "camt.053") return { ...file, statements: parseCamt053(text) };
  if (format === "mt940") return { ...file, statements: parseMt940(text) };
  if (given === null) return { ...file, columns: columnsOf(text) };
  return { ...file, statements: [parseCsvStatement(text, frameOf(given))] };
}

function frameOf({ opening, closing, ...given }: CsvGiven): CsvFrame {
  const { currency, mapping } = given;
  const bankAccount = accountOf(given.bankAccount);
  if (!bankAccount) throw invalid("bankAccount", "Enter the IBAN or number of the bank account.");
  if (!isCurrency(currency)) throw invalid("currency", "Choose the currency of the bank account.");
  const balance = (name: string, text: string | null) => {
    if (text === null || text.trim() === "") return null;
    const minor = readSigned(text, mapping.decimal, currency);
    if (minor !== null) return minor;
    const example = mapping.decimal === "," ? "1.234,56" : "1,234.56";
    throw invalid(name, `Enter an amount in ${currency}, written as in the file: ${example}.`);
  };
  return {
    ...given,
    bankAccount,
    openingMinor: balance("opening", opening),
    closingMinor: balance("closing", closing),
  };
}

function columnsOf(text: string): CsvColumns {
  const table = readTable(text);
  const samples = table.rows
    .slice(0, SAMPLES)
    .map(({ cells }) => table.header.map((_, i) => (cells[i] ?? "").slice(0, LONGEST_SAMPLE)));
  return { header: table.header, samples, guess: guessMapping(table) };
}

function formatOf(text: string): StatementFormat {
  const start = text.trimStart();
  if (start === "") throw invalid("file", "The file is empty.");
  if (start.startsWith("<")) return "camt.053";
  return /^(?:\{1:|:20:)/.test(start) || /\n:20:[^\n]*\r?\n(?:[\s\S]{0,500}\n)?:25P?:/.test(text)
    ? "mt940"
    : "csv";
}

/** Encodings in which banks write; the declaration of an XML file names its own. */
const DECLARED = /^<\?xml[^>]{0,100}encoding=["']([\w-]{1,20})["']/;
const KNOWN: ReadonlySet<string> = new Set([
  "utf-8",
  "utf8",
  "us-ascii",
  "iso-8859-1",
  "iso-8859-2",
  "iso-8859-15",
  "windows-1250",
  "windows-1252",
]);

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decodeAs(bytes, "utf-16be");
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200)).trimStart();
  const declared = DECLARED.exec(start)?.[1]?.toLowerCase();
  if (declared !== undefined) {
    if (KNOWN.has(declared)) return decodeAs(bytes, declared);
    throw invalid("file", `The XML is encoded in ${declared}. Save it as UTF-8.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeAs(bytes, "windows-1252");
  }
}

function decodeAs(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    throw invalid("file", `The file is not encoded in ${label}, as it says.`);
  }
}
