import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { maskCardData } from "#lib/kernel/card-numbers.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { newIdAt } from "#lib/kernel/ids.ts";
import type { CsvMapping } from "#lib/kernel/vocabulary/bank-statements.ts";
import { checkStatement } from "./check-statement.ts";
import { earliest, latest } from "./formats/fields.ts";
import type { StatementFile } from "./formats/read-file.ts";
import type { ParsedLine, ParsedStatement } from "./formats/types.ts";
import { findSeenLines } from "./known-lines.ts";
import { matchOpenLinesIn } from "./matching/match-open-lines.ts";
import * as store from "./store.ts";
import type { BankLine, BankStatement } from "./types.ts";

export type NewFile = StatementFile & {
  fileName: string;
  statements: readonly ParsedStatement[];
  /** Set for a CSV file; remembered for its bank account. */
  mapping: CsvMapping | null;
};

export type AddedFile = {
  added: BankStatement[];
  /** Statements of the file that were here already. */
  twice: BankStatement[];
  lines: number;
  /** Lines among them that are on an earlier statement; they count nowhere. */
  linesTwice: number;
  linesMatched: number;
};

/**
 * Adds the statements of a file and matches their lines. A statement that is here already is left out; a line that is on
 * another statement is kept as `twice` and counts nowhere. Throws `parameter_invalid` (`file`) as `checkStatement`, and if
 * every statement of the file is here already. Waits for other changes of this account's statements.
 */
export async function addStatementsIn(tx: Tx, ctx: Context, file: NewFile): Promise<AddedFile> {
  for (const statement of file.statements) checkStatement(statement);
  await store.lockBank(tx, ctx);
  const before = await store.findByFile(tx, ctx, file.sha256);
  if (before) {
    const day = before.createdAt.toISOString().slice(0, 10);
    throw invalid(
      "file",
      `This file was added on ${day} as ${before.fileName}. Nothing was added again.`,
    );
  }
  const done: AddedFile = { added: [], twice: [], lines: 0, linesTwice: 0, linesMatched: 0 };
  for (const [i, parsed] of file.statements.entries()) {
    const known = await findSame(tx, ctx, parsed);
    if (known) done.twice.push(known);
    else await addIn(tx, ctx, { file, parsed, place: i + 1 }, done);
  }
  const [first] = done.added;
  if (!first) throw allKnown(done.twice);
  done.linesMatched = await matchOpenLinesIn(tx, ctx, daysOf(done.added));
  await recordAdded(tx, ctx, file, done);
  return done;
}

const daysOf = (statements: readonly BankStatement[]) => ({
  fromDay: earliest(statements.map(({ fromDay }) => fromDay)),
  toDay: latest(statements.map(({ toDay }) => toDay)),
});

function allKnown(twice: readonly BankStatement[]) {
  const [first] = twice;
  const which = twice.length === 1 ? "This statement is" : `All ${twice.length} statements are`;
  const where = first ? `: ${first.bankAccount} to ${first.toDay}, from ${first.fileName}` : "";
  return invalid("file", `${which} here already${where}. Nothing was added again.`);
}

/** The statement that has the same id at the bank or, in whatever format, the same end, balances and number of lines. */
async function findSame(
  tx: Tx,
  ctx: Context,
  parsed: ParsedStatement,
): Promise<BankStatement | null> {
  const references = parsed.reference === null ? [] : [parsed.reference];
  const [same] = await store.findByReference(tx, ctx, parsed, references);
  if (same) return same;
  const { toDay, openingMinor, closingMinor, lines, reference } = parsed;
  const ending = await store.findEnding(tx, ctx, parsed, { fromDay: toDay, toDay });
  const equal = ending.find(
    (one) =>
      one.openingMinor === openingMinor &&
      one.closingMinor === closingMinor &&
      one.lineCount === lines.length &&
      // Banks also number days on which nothing happened.
      (lines.length > 0 || (one.reference === null && reference === null)),
  );
  return equal ?? null;
}

type Adding = { file: NewFile; parsed: ParsedStatement; place: number };

async function addIn(tx: Tx, ctx: Context, adding: Adding, done: AddedFile): Promise<void> {
  const { file, parsed, place } = adding;
  const { lines, at, ...head } = parsed;
  const statement: BankStatement = {
    ...head,
    id: newIdAt("bst", Date.parse(parsed.toDay) + place),
    format: file.format,
    lineCount: lines.length,
    fileName: file.fileName,
    fileSha256: file.sha256,
    addedBy: actorId(ctx),
    createdAt: now(),
  };
  await store.insertStatement(tx, ctx, { ...statement, place });
  await store.rememberAccount(tx, ctx, parsed, file.mapping);
  const { fingerprints, counted } = await findSeenLines(tx, ctx, parsed);
  const rows = lines.map((line, i) => {
    const fingerprint = fingerprints[i]!;
    const twiceOf = counted.get(fingerprint) ?? null;
    const row = newLine(line, { statement, position: i + 1, fingerprint, twiceOf });
    if (!twiceOf) counted.set(fingerprint, row.id);
    return row;
  });
  await store.insertLines(tx, ctx, rows);
  done.added.push(statement);
  done.lines += rows.length;
  done.linesTwice += rows.filter(({ twiceOf }) => twiceOf !== null).length;
}

type Place = {
  statement: BankStatement;
  position: number;
  fingerprint: string;
  twiceOf: BankLine["id"] | null;
};

/** A bank's texts can hold anything; card numbers are not stored (decision 16). */
function newLine(line: ParsedLine, { statement, ...place }: Place): store.NewLine {
  const { at, ...content } = line;
  return {
    ...content,
    ...place,
    // Sorts by day and then place.
    id: newIdAt("bln", Date.parse(line.bookingDay) + place.position),
    statementId: statement.id,
    bankAccount: statement.bankAccount,
    currency: statement.currency,
    state: place.twiceOf ? "twice" : "open",
    text: maskCardData(line.text),
    references: line.references.map(maskCardData),
    entryReference: line.entryReference && maskCardData(line.entryReference),
    counterparty: line.counterparty && maskCardData(line.counterparty),
  };
}

/** The id of the member or key that acts. */
export function actorId({ actor }: Context): string {
  if (actor.type === "member") return actor.userId;
  return actor.type === "key" ? actor.keyId : actor.name;
}

async function recordAdded(tx: Tx, ctx: Context, file: NewFile, done: AddedFile): Promise<void> {
  const [first] = done.added;
  if (!first) return;
  await recordChangeIn(tx, ctx, {
    action: "bank_statement.added",
    subject: { id: first.id, name: file.fileName },
    after: {
      format: file.format,
      sha256: file.sha256,
      bank_account: first.bankAccount,
      ...daysOf(done.added),
      statements: done.added.length,
      statements_twice: done.twice.length,
      lines: done.lines,
      lines_twice: done.linesTwice,
      lines_matched: done.linesMatched,
    },
  });
}
