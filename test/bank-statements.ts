import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { transact } from "#db/transact.ts";
import type { ParsedLine, ParsedStatement } from "#lib/domain/bank-statements/formats/types.ts";
import { writeCamt053 } from "#lib/domain/bank-statements/formats/write-camt053.ts";
import {
  type AddedFile,
  addStatementsIn,
  type CsvGiven,
  readFileOfAnySize,
} from "#lib/domain/bank-statements/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { addDays } from "#lib/kernel/period.ts";

type Statement = Omit<ParsedStatement, "at" | "lines"> & { lines: Omit<ParsedLine, "at">[] };

/** Statements without the lines of a file, to compare with what was written. */
export const withoutPlaces = (statements: readonly ParsedStatement[]) =>
  statements.map(({ at, lines, ...statement }) => ({
    ...statement,
    lines: lines.map(({ at: _, ...line }) => line),
  }));

type Texts = { text: fc.Arbitrary<string>; reference: fc.Arbitrary<string> };

const CURRENCIES = fc.constantFrom("EUR", "JPY", "KWD", "USD");
const FROM = "2026-03-01";

/** Random statements whose lines add up. */
export function statements({ text, reference }: Texts): fc.Arbitrary<Statement> {
  const line = fc.record({
    days: fc.nat(20),
    valued: fc.integer({ min: -3, max: 3 }),
    amountMinor: fc
      .bigInt({ min: -99_999_999_999n, max: 99_999_999_999n })
      .filter((minor) => minor !== 0n),
    entryReference: fc.option(reference),
    references: fc.uniqueArray(reference, { maxLength: 2 }),
    text,
    counterparty: fc.option(text.filter((name) => name !== "")),
  });
  return fc
    .record({
      currency: CURRENCIES,
      reference: reference,
      sequence: fc.integer({ min: 1, max: 9_999 }),
      openingMinor: fc.bigInt({ min: -1_000_000n, max: 99_999_999_999n }),
      lines: fc.array(line, { maxLength: 8 }),
    })
    .map(({ lines, openingMinor, ...statement }) => ({
      ...statement,
      bankAccount: "DE89370400440532013000",
      fromDay: FROM,
      toDay: addDays(FROM, 20),
      openingMinor,
      closingMinor: lines.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor),
      lines: lines.map(({ days, valued, ...rest }) => ({
        ...rest,
        bookingDay: addDays(FROM, days),
        valueDay: addDays(FROM, days + valued),
      })),
    }));
}

/** Text of words of `signs`, as it is after cleaning. */
export const words = (signs: string, most: number) =>
  fc
    .string({ unit: fc.constantFrom(...signs), maxLength: most })
    .map((text) => text.replace(/\s+/g, " ").trim());

/** A reference that does not stand for "none". */
export const references = (signs: string, most: number) =>
  fc
    .string({ unit: fc.constantFrom(...signs), minLength: 3, maxLength: most })
    .map((text) => `R${text}`);

/** Adds a file's statements as a member; the context decides account, mode and time. */
export async function addFile(
  ctx: Context,
  text: string,
  given: CsvGiven | null = null,
): Promise<AddedFile> {
  const read = await readFileOfAnySize(Buffer.from(text), given);
  if (!("statements" in read)) throw new Error("the columns of the CSV file are not given");
  const file = { ...read, fileName: "statement.txt", mapping: given?.mapping ?? null };
  return await transact((tx) => addStatementsIn(tx, ctx, file));
}

type SimpleLine = [day: string, amountMinor: bigint, text?: string];

/** A camt.053 file with one statement of EUR. */
export function camtFile({
  id = "S1",
  sequence = null as number | null,
  days = ["2026-03-02", "2026-03-02"] as [string, string],
  opening = 0n,
  closing = undefined as bigint | undefined,
  lines = [] as SimpleLine[],
  bankAccount = "DE89370400440532013000",
}): string {
  const statement = {
    ...{ bankAccount, currency: "EUR", reference: id, sequence },
    fromDay: days[0],
    toDay: days[1],
    openingMinor: opening,
    closingMinor: closing ?? lines.reduce((sum, [, amount]) => sum + amount, opening),
    lines: lines.map(([day, amountMinor, note = ""]) => ({
      bookingDay: day,
      valueDay: day,
      amountMinor,
      entryReference: null,
      references: [],
      text: note,
      counterparty: null,
    })),
  };
  return writeCamt053([statement], { id, createdAt: new Date(0) });
}

/** The file of a statement that was never added, in base64. */
export const newStatement = () => {
  const bankAccount = `ACCOUNT${randomUUID().replaceAll("-", "").slice(0, 20)}`;
  const lines: [string, bigint, string][] = [["2026-03-02", 1_234n, "SOMETHING ELSE"]];
  return Buffer.from(camtFile({ bankAccount, lines })).toString("base64");
};
