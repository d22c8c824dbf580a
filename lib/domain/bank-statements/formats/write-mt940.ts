import { minorToDecimal } from "#lib/kernel/money.ts";
import type { ParsedLine, WrittenStatement } from "./types.ts";

/** Writes statements as SWIFT MT940, with German subfields. MT940 has a smaller character set and shorter fields than
 *  other formats: what it cannot hold is replaced by a dot or cut. */
export function writeMt940(statements: readonly WrittenStatement[]): string {
  return statements.map(written).join("");
}

function written(statement: WrittenStatement): string {
  const { currency, sequence, fromDay, toDay, lines } = statement;
  return [
    `:20:${swift(statement.reference ?? "STATEMENT", 16)}`,
    `:25:${statement.bankAccount}`,
    `:28C:${sequence ?? 0}/1`,
    `:60F:${balance(statement.openingMinor, currency, fromDay)}`,
    ...lines.flatMap((line) => [lineField(line, currency), detailsField(line)]),
    `:62F:${balance(statement.closingMinor, currency, toDay)}`,
    "-",
    "",
  ].join("\r\n");
}

const short = (day: string) => day.slice(2).replaceAll("-", "");

function figure(minor: bigint, currency: string): string {
  const decimal = minorToDecimal(minor < 0n ? -minor : minor, currency).replace(".", ",");
  return decimal.includes(",") ? decimal : `${decimal},`;
}

const balance = (minor: bigint, currency: string, day: string) =>
  `${minor < 0n ? "D" : "C"}${short(day)}${currency}${figure(minor, currency)}`;

function lineField(line: Omit<ParsedLine, "at">, currency: string): string {
  const { amountMinor, valueDay, bookingDay, entryReference } = line;
  const mark = amountMinor < 0n ? "D" : "C";
  const bank = entryReference === null ? "" : `//${swift(entryReference, 16)}`;
  const days = short(valueDay) + short(bookingDay).slice(2);
  return `:61:${days}${mark}${figure(amountMinor, currency)}NTRFNONREF${bank}`;
}

const SUBFIELD = 27;
const MOST_SUBFIELDS = 14;
const WIDTH = 65;

function detailsField({ amountMinor, references, text, counterparty }: Omit<ParsedLine, "at">) {
  const whole = `${references.map((one) => `EREF+${swift(one, 64)} `).join("")}SVWZ+${swift(text, 250)}`;
  const parts = whole.match(new RegExp(`.{1,${SUBFIELD}}`, "g")) ?? [];
  const numbered = parts
    .slice(0, MOST_SUBFIELDS)
    .map((part, i) => `?${i < 10 ? 20 + i : 50 + i}${part}`);
  const name = swift(counterparty ?? "", 2 * SUBFIELD).match(/.{1,27}/g) ?? [];
  const names = name.map((part, i) => `?${32 + i}${part}`);
  const code = amountMinor < 0n ? "116?00TRANSFER" : "166?00CREDIT";
  const all = `${code}${numbered.join("")}${names.join("")}`;
  return `:86:${(all.match(new RegExp(`.{1,${WIDTH}}`, "g")) ?? []).join("\r\n")}`;
}

/** SWIFT's character set x, without the signs that separate fields. */
const swift = (text: string, most: number) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9/().,' -]/g, ".")
    .slice(0, most);
