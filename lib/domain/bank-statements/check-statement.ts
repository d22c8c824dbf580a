import { createHash } from "node:crypto";
import { type ApiError, invalid } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { ParsedLine, ParsedStatement } from "./formats/types.ts";

const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2099-12-31";

/** Throws `parameter_invalid` (`file`), which names the difference, if a statement's opening balance and lines do not add
 *  up to its closing balance, or if a date is not of this century. */
export function checkStatement(statement: ParsedStatement): void {
  const { openingMinor, closingMinor, lines, fromDay, toDay } = statement;
  const odd = lines.find(({ bookingDay, valueDay }) => !isNear(bookingDay) || !isNear(valueDay));
  if (odd || !isNear(fromDay) || !isNear(toDay)) {
    const day = [odd?.bookingDay, odd?.valueDay, fromDay, toDay].find((one) => one && !isNear(one));
    throw invalid("file", `Line ${odd?.at ?? statement.at}: ${day} is not a date of this century.`);
  }
  const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  if (openingMinor + sum !== closingMinor) throw notAddingUp(statement, sum);
}

const isNear = (day: string) => FIRST_DAY <= day && day <= LAST_DAY;

function notAddingUp(statement: ParsedStatement, sum: bigint): ApiError {
  const { openingMinor, closingMinor, currency, lines, bankAccount, toDay } = statement;
  const difference = closingMinor - openingMinor - sum;
  const money = (minor: bigint) => formatMinor(minor, currency);
  const count = lines.length === 1 ? "1 line" : `${lines.length.toLocaleString("en-US")} lines`;
  return invalid(
    "file",
    `The statement of ${bankAccount} to ${toDay} does not add up: ${money(openingMinor)} and ${count} of ${money(sum)} ` +
      `are ${money(openingMinor + sum)}, but its closing balance is ${money(closingMinor)}. The difference is ` +
      `${money(difference)}.${likelyCause(lines, difference)} Nothing was added.`,
  );
}

/** A line that is in the file twice, or has the wrong sign, explains most differences. */
function likelyCause(lines: readonly ParsedLine[], difference: bigint): string {
  const seen = new Set<string>();
  for (const line of lines) {
    const key = contentOf(line);
    if (seen.has(key) && line.amountMinor === -difference) {
      return ` Line ${line.at} repeats an earlier line of that amount.`;
    }
    seen.add(key);
  }
  const turned = lines.filter(({ amountMinor }) => amountMinor * -2n === difference);
  const [only] = turned;
  return only && turned.length === 1 ? ` Line ${only.at} may have the wrong sign.` : "";
}

function contentOf(line: ParsedLine): string {
  const { bookingDay, valueDay, amountMinor, entryReference, references, text } = line;
  const { counterparty } = line;
  return JSON.stringify([
    ...[bookingDay, valueDay, String(amountMinor), entryReference, references, text, counterparty],
  ]);
}

/**
 * The fingerprints of a statement's lines, in order. Lines are the same if everything about them is. Equal lines of one
 * statement are different lines and numbered, unless the bank's own reference says that they are one. Numbers whose
 * fingerprint is in `taken` are left out.
 */
export function fingerprintsOf(
  lines: readonly ParsedLine[],
  taken: ReadonlySet<string> = new Set(),
): string[] {
  const times = new Map<string, number>();
  return lines.map((line) => {
    const content = contentOf(line);
    if (line.entryReference !== null) return fingerprintOf(1, content);
    for (let time = (times.get(content) ?? 0) + 1; ; time++) {
      const fingerprint = fingerprintOf(time, content);
      if (taken.has(fingerprint)) continue;
      times.set(content, time);
      return fingerprint;
    }
  });
}

const fingerprintOf = (number: number, content: string) =>
  createHash("sha256").update(`${number} ${content}`).digest("hex");
