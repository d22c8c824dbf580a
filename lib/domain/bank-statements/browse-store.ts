import { and, asc, count, eq, gte, ilike, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import {
  bankAccounts as a,
  bankLines as l,
  bankMatches as m,
  bankStatements as s,
} from "#db/schema/bank-statements.ts";
import { containing } from "#db/sql-text.ts";
import type { Context } from "#lib/kernel/context.ts";
import { decimalToMinor } from "#lib/kernel/money.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { BANK_LINE_STATES, type BankLineState } from "#lib/kernel/vocabulary/bank-statements.ts";
import { matchesOf } from "./matching/match-store.ts";
import { ownLines, ownStatements, toLine, toStatement } from "./store.ts";
import type {
  BankAccount,
  BankLine,
  BankStatement,
  LineFilter,
  LineListItem,
  StatementListItem,
} from "./types.ts";

type Counts = Record<BankLineState, number>;
const NONE = Object.fromEntries(BANK_LINE_STATES.map((state) => [state, 0])) as Counts;

/** One page of statements, those that end last first, with gaps and counts of lines. Takes no lock. */
export async function listStatementItems(
  ctx: Context,
  page: KeysetPage,
): Promise<KeysetSlice<StatementListItem>> {
  const slice = await readPage(s.id, page, (bound, order, take) =>
    db()
      .select()
      .from(s)
      .where(and(ownStatements(ctx), bound))
      .orderBy(order)
      .limit(take),
  );
  const ids = slice.rows.map(({ id }) => id);
  const [befores, counts] = await Promise.all([findBefores(ctx, ids), countByStatement(ctx, ids)]);
  const rows = slice.rows.map((row) => {
    const statement = toStatement(row);
    return {
      ...statement,
      gap: gapOf(statement, befores.get(row.id)),
      counts: counts.get(row.id) ?? NONE,
    };
  });
  return { ...slice, rows };
}

type Before = { id: string; closing: bigint; sequence: number | null; toDay: string };

/** The statement before each, of the same bank account. $1 account, $2 mode, $3 ids. The pages of a statement differ by the
 *  number at the end of their reference, so a longer one follows. */
const BEFORES = `
  with ordered as (
    select id, lag(closing) over w as closing, lag(sequence) over w as sequence,
           lag(to_day) over w as to_day
      from bank_statements where account_id = $1 and mode = $2
    window w as (partition by bank_account, currency
                     order by to_day, sequence nulls first,
                              length(reference) nulls first, reference, id)
  )
  select id, closing, sequence, to_day::text as "toDay" from ordered
   where id = any ($3::text[]) and to_day is not null`;

async function findBefores(ctx: Context, ids: readonly string[]): Promise<Map<string, Before>> {
  const values = [ctx.accountId, ctx.mode, [...ids]];
  const rows = await runPrepared<Before>("bank.statements_before", BEFORES, values);
  return new Map(rows.map((row) => [row.id, row]));
}

function gapOf(statement: BankStatement, before: Before | undefined) {
  if (!before) return null;
  const differenceMinor = statement.openingMinor - before.closing;
  const missingNumbers = numbersBetween(statement, before);
  if (differenceMinor === 0n && missingNumbers === null) return null;
  const overlaps = statement.fromDay <= before.toDay;
  return { previousToDay: before.toDay, differenceMinor, missingNumbers, overlaps };
}

/** Numbers begin again at 1 in a new year; pages of one statement share a number. */
function numbersBetween({ sequence, toDay }: BankStatement, before: Before) {
  if (sequence === null || before.sequence === null) return null;
  const isNewYear = toDay.slice(0, 4) > before.toDay.slice(0, 4);
  const expected = isNewYear && sequence <= before.sequence ? 1 : before.sequence + 1;
  return sequence > expected ? { from: expected, to: sequence - 1 } : null;
}

async function countByStatement(
  ctx: Context,
  ids: readonly BankStatement["id"][],
): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: l.statementId, state: l.state, n: count() })
    .from(l)
    .where(and(ownLines(ctx), inArray(l.statementId, [...ids])))
    .groupBy(l.statementId, l.state);
  const counts = new Map<string, Counts>();
  for (const { id, state, n } of rows) {
    counts.set(id, { ...(counts.get(id) ?? NONE), [state]: Number(n) });
  }
  return counts;
}

/** The number of statements. Takes no lock. */
export async function countStatements(ctx: Context): Promise<number> {
  const [row] = await db().select({ n: count() }).from(s).where(ownStatements(ctx));
  return Number(row?.n ?? 0);
}

/** The number of lines by state. Takes no lock. */
export async function countLinesByState(ctx: Context): Promise<Counts> {
  const rows = await db()
    .select({ state: l.state, n: count() })
    .from(l)
    .where(ownLines(ctx))
    .groupBy(l.state);
  return { ...NONE, ...Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)])) };
}

/** The bank accounts that have statements. Takes no lock. */
export async function listBankAccounts(ctx: Context): Promise<BankAccount[]> {
  return await db()
    .select({ bankAccount: a.bankAccount, currency: a.currency, mapping: a.mapping })
    .from(a)
    .where(and(eq(a.accountId, ctx.accountId), eq(a.mode, ctx.mode)))
    .orderBy(asc(a.bankAccount), asc(a.currency));
}

/** One page of the lines that match the filter, booked last first, with their matches. Takes no lock. */
export async function listLineItems(
  ctx: Context,
  filter: LineFilter,
  page: KeysetPage,
): Promise<KeysetSlice<LineListItem>> {
  const slice = await readPage(l.id, page, (bound, order, take) =>
    db()
      .select()
      .from(l)
      .where(and(matching(ctx, filter), bound))
      .orderBy(order)
      .limit(take),
  );
  const lines = slice.rows.map(toLine);
  return { ...slice, rows: await withMatches(ctx, lines) };
}

async function withMatches(ctx: Context, lines: readonly BankLine[]): Promise<LineListItem[]> {
  const matches = await matchesOf(
    ctx,
    lines.map(({ id }) => id),
  );
  return lines.map((line) => ({ ...line, matches: matches.get(line.id) ?? [] }));
}

/** The exact number of lines that match the filter. Takes no lock. */
export async function countLineItems(ctx: Context, filter: LineFilter): Promise<number> {
  const [row] = await db().select({ n: count() }).from(l).where(matching(ctx, filter));
  return Number(row?.n ?? 0);
}

/** One line with its matches, or null. Takes no lock. */
export async function findLineItem(ctx: Context, id: string): Promise<LineListItem | null> {
  const [row] = await db()
    .select()
    .from(l)
    .where(and(ownLines(ctx), eq(l.id, id as BankLine["id"])));
  const [line] = row ? await withMatches(ctx, [toLine(row)]) : [];
  return line ?? null;
}

function matching(ctx: Context, filter: LineFilter): SQL | undefined {
  const { states, statementId, currencies, booked, search } = filter;
  return and(
    ownLines(ctx),
    states?.length ? inArray(l.state, [...states]) : undefined,
    statementId ? eq(l.statementId, statementId as BankStatement["id"]) : undefined,
    currencies?.length ? inArray(l.currency, [...currencies]) : undefined,
    booked?.fromDay ? gte(l.bookingDay, booked.fromDay) : undefined,
    booked?.toDay ? lte(l.bookingDay, booked.toDay) : undefined,
    search ? meaning(ctx, search) : undefined,
  );
}

/** Currencies with 0, 2 and 3 digits: an amount that is searched has no currency. */
const EXPONENTS = ["JPY", "EUR", "KWD"];

function meaning(ctx: Context, text: string): SQL | undefined {
  const minors = EXPONENTS.map((currency) =>
    decimalToMinor(text.replace(/^[-−]/, ""), currency),
  ).filter((minor) => minor !== null);
  const ofObject = db()
    .select({ id: m.lineId })
    .from(m)
    .where(and(eq(m.accountId, ctx.accountId), eq(m.mode, ctx.mode), eq(m.objectId, text)));
  return or(
    ilike(l.text, containing(text)),
    ilike(l.counterparty, containing(text)),
    ilike(l.entryReference, containing(text)),
    sql`${l.references}::text ilike ${containing(text)}`,
    inArray(l.id, ofObject),
    minors.length > 0 ? inArray(sql`abs(${l.amount})`, minors) : undefined,
  );
}
