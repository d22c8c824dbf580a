import { and, asc, eq, gte, inArray, lte, ne } from "drizzle-orm";
import { lockName } from "#db/lock-name.ts";
import {
  bankAccounts as a,
  bankLines as l,
  bankStatements as s,
} from "#db/schema/bank-statements.ts";
import { textOf } from "#db/shards.ts";
import { withParams } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type RecordOf, recordsValues } from "#lib/kernel/record-rows.ts";
import { insertRecordsSql } from "#lib/kernel/shard-sql.ts";
import type { CsvMapping } from "#lib/kernel/vocabulary/bank-statements.ts";
import type { BankLine, BankStatement } from "./types.ts";

export type StatementRow = typeof s.$inferSelect;
type LineRow = typeof l.$inferSelect;
type Account = { bankAccount: string; currency: string };

export const ownStatements = (ctx: Context) =>
  and(eq(s.accountId, ctx.accountId), eq(s.mode, ctx.mode));
export const ownLines = (ctx: Context) => and(eq(l.accountId, ctx.accountId), eq(l.mode, ctx.mode));

const ofAccount = (ctx: Context, { bankAccount, currency }: Account) =>
  and(ownStatements(ctx), eq(s.bankAccount, bankAccount), eq(s.currency, currency));

/** Lets one transaction at a time add statements and change matches of an account and mode, until it ends. */
export async function lockBank(tx: Tx, ctx: Context): Promise<void> {
  await lockName(tx, `bank statements ${ctx.accountId} ${ctx.mode}`);
}

/** The first statement that was read from a file with this hash, or null. */
export async function findByFile(tx: Tx, ctx: Context, sha256: string) {
  const [row] = await tx
    .select()
    .from(s)
    .where(and(ownStatements(ctx), eq(s.fileSha256, sha256)))
    .orderBy(asc(s.place))
    .limit(1);
  return row ? toStatement(row) : null;
}

/** The statements of a bank account that end in a range of days. */
export async function findEnding(
  tx: Tx,
  ctx: Context,
  account: Account,
  { fromDay, toDay }: { fromDay: string; toDay: string },
): Promise<BankStatement[]> {
  const rows = await tx
    .select()
    .from(s)
    .where(and(ofAccount(ctx, account), gte(s.toDay, fromDay), lte(s.toDay, toDay)));
  return rows.map(toStatement);
}

/** The statements with these ids at the bank. */
export async function findByReference(
  tx: Tx,
  ctx: Context,
  account: Account,
  references: readonly string[],
): Promise<BankStatement[]> {
  if (references.length === 0) return [];
  const rows = await tx
    .select()
    .from(s)
    .where(and(ofAccount(ctx, account), inArray(s.reference, [...references])));
  return rows.map(toStatement);
}

/** The lines that count, by fingerprint, among `fingerprints`. */
export async function findCounted(
  tx: Tx,
  ctx: Context,
  { bankAccount, currency }: Account,
  fingerprints: readonly string[],
): Promise<Map<string, BankLine["id"]>> {
  const { rows } = await tx.execute<{ fingerprint: string; id: BankLine["id"] }>(
    withParams(COUNTED, [ctx.accountId, ctx.mode, bankAccount, currency, fingerprints]),
  );
  return new Map(rows.map(({ fingerprint, id }) => [fingerprint, id]));
}

const COUNTED = `
  select fingerprint, id from bank_lines
   where account_id = $1 and mode = $2 and bank_account = $3 and currency = $4
     and fingerprint = any ($5::text[]) and state <> 'twice'`;

/** The fingerprints of all lines of some statements, also of those that are `twice`. */
export async function fingerprintsIn(
  tx: Tx,
  ctx: Context,
  statementIds: readonly BankStatement["id"][],
): Promise<Set<string>> {
  const rows = await tx
    .select({ fingerprint: l.fingerprint })
    .from(l)
    .where(and(ownLines(ctx), inArray(l.statementId, [...statementIds])));
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

/** Adds a statement. Unique constraints refuse one that exists. */
export async function insertStatement(
  tx: Tx,
  ctx: Context,
  { openingMinor, closingMinor, ...statement }: BankStatement & { place: number },
): Promise<void> {
  const { accountId, mode } = ctx;
  const balances = { opening: openingMinor, closing: closingMinor };
  await tx.insert(s).values({ ...statement, ...balances, accountId, mode });
}

const LINE_COLUMNS = [
  ["account_id", "text"],
  ["id", "text"],
  ["mode", "text"],
  ["statement_id", "text"],
  ["position", "int"],
  ["bank_account", "text"],
  ["currency", "text"],
  ["amount", "bigint"],
  ["booking_day", "date"],
  ["value_day", "date"],
  ["entry_reference", "text"],
  ["refs", "jsonb"],
  ["text", "text"],
  ["counterparty", "text"],
  ["state", "text"],
  ["fingerprint", "text"],
  ["twice_of", "text"],
] as const;
const INSERT_LINES = insertRecordsSql("bank_lines", LINE_COLUMNS);

export type NewLine = Omit<BankLine, "finding" | "isHeld" | "reason"> & { fingerprint: string };

/** Adds lines in one statement. */
export async function insertLines(tx: Tx, ctx: Context, lines: readonly NewLine[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(
    (line): RecordOf<typeof LINE_COLUMNS> => ({
      account_id: ctx.accountId,
      id: line.id,
      mode: ctx.mode,
      statement_id: line.statementId,
      position: line.position,
      bank_account: line.bankAccount,
      currency: line.currency,
      amount: line.amountMinor,
      booking_day: line.bookingDay,
      value_day: line.valueDay,
      entry_reference: line.entryReference,
      refs: line.references,
      text: line.text,
      counterparty: line.counterparty,
      state: line.state,
      fingerprint: line.fingerprint,
      twice_of: line.twiceOf,
    }),
  );
  await tx.execute(withParams(textOf(INSERT_LINES), recordsValues(LINE_COLUMNS, rows)));
}

/** Remembers a bank account and, if given, how its CSV files are read. */
export async function rememberAccount(
  tx: Tx,
  ctx: Context,
  { bankAccount, currency }: Account,
  mapping: CsvMapping | null,
): Promise<void> {
  const { accountId, mode } = ctx;
  const updatedAt = now();
  const kept = mapping ? { mapping, updatedAt } : { updatedAt };
  await tx
    .insert(a)
    .values({ accountId, mode, bankAccount, currency, mapping, updatedAt })
    .onConflictDoUpdate({ target: [a.accountId, a.mode, a.bankAccount, a.currency], set: kept });
}

/** One line, locked until the transaction ends; null if there is none. */
export async function lockLine(tx: Tx, ctx: Context, id: string): Promise<BankLine | null> {
  const [row] = await tx
    .select()
    .from(l)
    .where(and(ownLines(ctx), eq(l.id, id as BankLine["id"])))
    .for("update");
  return row ? toLine(row) : null;
}

export async function findStatement(tx: Tx, ctx: Context, id: string) {
  const [row] = await tx
    .select()
    .from(s)
    .where(and(ownStatements(ctx), eq(s.id, id as BankStatement["id"])));
  return row ? toStatement(row) : null;
}

/** Changes a line if its state is still `from`, else returns false. */
export async function moveLine(
  tx: Tx,
  ctx: Context,
  from: Pick<BankLine, "id" | "state">,
  to: Pick<BankLine, "state" | "isHeld" | "reason"> & { decidedBy: string | null },
): Promise<boolean> {
  const moved = await tx
    .update(l)
    .set({ ...to, finding: null, updatedAt: now() })
    .where(and(ownLines(ctx), eq(l.id, from.id), eq(l.state, from.state)))
    .returning({ id: l.id });
  return moved.length === 1;
}

/** Deletes a statement with its lines and their matches. Lines of other statements that repeated one of them count
 *  again. */
export async function deleteStatement(tx: Tx, ctx: Context, id: BankStatement["id"]) {
  const values = [ctx.accountId, ctx.mode, id];
  await tx.execute(withParams(FREE_MATCHES, values));
  await tx.delete(l).where(and(ownLines(ctx), eq(l.statementId, id)));
  await tx.execute(withParams(COUNT_AGAIN, [ctx.accountId, ctx.mode]));
  await tx.delete(s).where(and(ownStatements(ctx), eq(s.id, id)));
}

const FREE_MATCHES = `
  delete from bank_matches m using bank_lines l
   where m.account_id = $1 and m.mode = $2 and l.account_id = $1 and l.mode = $2
     and l.statement_id = $3 and l.id = m.line_id`;

/** The first of several lines that repeated a deleted one counts; the others repeat that first one. */
const COUNT_AGAIN = `
  with orphans as (
    select t.id, first_value(t.id) over (partition by t.twice_of order by t.id) as first
      from bank_lines t
     where t.account_id = $1 and t.mode = $2 and t.twice_of is not null
       and not exists (select 1 from bank_lines o
                        where o.account_id = $1 and o.mode = $2 and o.id = t.twice_of)
  )
  update bank_lines t
     set state = case when t.id = o.first then 'open' else 'twice' end,
         twice_of = case when t.id = o.first then null else o.first end
    from orphans o
   where t.account_id = $1 and t.mode = $2 and t.id = o.id`;

/** Open lines that may be matched automatically, with a booking day in a range. */
export async function findOpen(
  tx: Tx,
  ctx: Context,
  { fromDay, toDay }: { fromDay: string; toDay: string },
): Promise<BankLine[]> {
  const rows = await tx
    .select()
    .from(l)
    .where(
      and(
        ownLines(ctx),
        eq(l.state, "open"),
        ne(l.isHeld, true),
        gte(l.bookingDay, fromDay),
        lte(l.bookingDay, toDay),
      ),
    );
  return rows.map(toLine);
}

export function toStatement(row: StatementRow): BankStatement {
  const { accountId, mode, opening, closing, place, ...columns } = row;
  return { ...columns, openingMinor: opening, closingMinor: closing };
}

export function toLine(row: LineRow): BankLine {
  const { accountId, mode, amount, fingerprint, decidedBy, updatedAt, finding, ...columns } = row;
  return {
    ...columns,
    amountMinor: amount,
    finding: finding && {
      code: finding.code,
      object:
        finding.kind && finding.objectId ? { kind: finding.kind, id: finding.objectId } : null,
      differenceMinor: finding.difference === null ? null : BigInt(finding.difference),
      currency: finding.currency,
      count: finding.count,
    },
  };
}
