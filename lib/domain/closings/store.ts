import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { type CopySession, copySession } from "#db/copy-out.ts";
import { dueQueue } from "#db/due.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { selectList, withParams } from "#db/sql-text.ts";
import { type Tx, transact } from "#db/transact.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { mapPage, type Page, type PageRequest } from "#lib/kernel/page.ts";
import { localMomentSql } from "#lib/kernel/period.ts";
import type { ClosingFileKind } from "#lib/kernel/vocabulary/closings.ts";
import type {
  ClosingFile,
  Correction,
  CorrectionTotal,
  FoundCorrection,
  MonthClosing,
} from "./types.ts";

const {
  monthClosings: t,
  monthClosingFiles: f,
  monthClosingPieces: p,
  monthCorrections: c,
} = schema;

type Owner = Pick<Context, "accountId" | "mode">;

export type { CopySession };
export type ClosingKey = Pick<MonthClosing, "accountId" | "mode" | "id">;
/** A closing in the hands of one attempt. */
export type Held = ClosingKey & Pick<MonthClosing, "attempt">;

const own = ({ accountId, mode }: Owner) => and(eq(t.accountId, accountId), eq(t.mode, mode));
const isThis = (key: ClosingKey) => and(own(key), eq(t.id, key.id));
const isHeld = (held: Held) =>
  and(isThis(held), eq(t.status, "running"), eq(t.attempt, held.attempt));

const toClosing = (row: typeof t.$inferSelect): MonthClosing => row;

/** Closings whose files are to be made or compared, by their account's clock. */
export const dueRows = dueQueue("month_closings", selectList(t, "p"), toClosing, "due_at");

/** Opens one snapshot for all files of a month. The caller must close it. */
export const openSnapshot = (timezone: string): Promise<CopySession> => copySession({ timezone });

const DAY_START = `select extract(epoch from ${localMomentSql("$1", "$2")})::float8 * 1000 as ms`;

/** The start of a day by the zone data of the database, which the rows of a month are chosen by. */
export async function startOfDay(tx: Tx, day: string, timezone: string): Promise<Date> {
  const { rows } = await tx.execute<{ ms: number }>(withParams(DAY_START, [day, timezone]));
  return dateFromMs(rows[0]!.ms);
}

/** Null if the month has a closing already that did not fail. Waits for a rival's transaction. */
export async function insert(tx: Tx, closing: MonthClosing): Promise<MonthClosing | null> {
  const [made] = await tx.insert(t).values(closing).onConflictDoNothing().returning();
  return made ? toClosing(made) : null;
}

/** Takes no lock. */
export async function find(owner: Owner, id: string, tx?: Tx): Promise<MonthClosing | null> {
  const [row] = await (tx ?? db())
    .select()
    .from(t)
    .where(and(own(owner), eq(t.id, id as Id<"mcl">)));
  return row ? toClosing(row) : null;
}

/** The closing of a month that did not fail. Takes no lock. */
export async function findMonth(tx: Tx, owner: Owner, month: string): Promise<MonthClosing | null> {
  const [row] = await tx
    .select()
    .from(t)
    .where(and(own(owner), eq(t.month, month), ne(t.status, "failed")));
  return row ? toClosing(row) : null;
}

/** One page of the API's list, newest first. Takes no lock. */
export async function list(owner: Owner, request: PageRequest): Promise<Page<MonthClosing>> {
  const k = keyset(t.id, request);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(owner), k.where))
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toClosing);
}

/** Up to `limit` closings, the latest month first. Takes no lock. */
export async function listMonths(owner: Owner, limit: number): Promise<MonthClosing[]> {
  const rows = await db()
    .select()
    .from(t)
    .where(own(owner))
    .orderBy(desc(t.month), desc(t.id))
    .limit(limit);
  return rows.map(toClosing);
}

/** When the account's ledger begins in this mode; null while it is empty. Takes no lock. */
export async function firstBooking({ accountId, mode }: Owner): Promise<Date | null> {
  const { ledgerTransfers: l } = schema;
  const [row] = await db()
    .select({ at: l.createdAt })
    .from(l)
    .where(and(eq(l.accountId, accountId), eq(l.mode, mode)))
    .orderBy(asc(l.id))
    .limit(1);
  return row?.at ?? null;
}

/** Begins the next attempt of a running closing. Null if it is no longer running. */
export async function begin(key: ClosingKey, asOf: Date): Promise<MonthClosing | null> {
  const [row] = await db()
    .update(t)
    .set({ attempt: sql`${t.attempt} + 1`, asOf })
    .where(and(isThis(key), eq(t.status, "running")))
    .returning();
  return row ? toClosing(row) : null;
}

/** The fastest level: what it leaves is smaller than the database would compress it to, in a tenth of the time. */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const compress = (bytes: Buffer) => promisify(zstdCompress)(bytes, FASTEST);
const decompress = (bytes: Buffer) => promisify(zstdDecompress)(bytes);

/** Adds a piece to a file and renews the lease. False, and adds nothing, if another attempt has begun. */
export async function addPiece(
  held: Held,
  piece: { kind: ClosingFileKind; number: number; bytes: Buffer },
  dueAt: Date,
): Promise<boolean> {
  const bytes = await compress(piece.bytes);
  return await transact(async (tx) => {
    const renewed = await tx.update(t).set({ dueAt }).where(isHeld(held)).returning({ id: t.id });
    if (renewed.length === 0) return false;
    const { accountId, id: closingId, attempt } = held;
    await tx.insert(p).values({ accountId, closingId, attempt, ...piece, bytes, compressed: true });
    return true;
  });
}

/** Records the files and closes the month. Null if another attempt has begun. */
export async function completeIn(
  tx: Tx,
  held: Held,
  files: readonly ClosingFile[],
  end: Pick<MonthClosing, "sha256" | "booksProof" | "finishedAt" | "dueAt">,
): Promise<MonthClosing | null> {
  const [closed] = await tx
    .update(t)
    .set({ ...end, status: "closed" })
    .where(isHeld(held))
    .returning();
  if (!closed) return null;
  const { accountId, id: closingId } = held;
  await tx.insert(f).values(files.map((file) => ({ accountId, closingId, ...file })));
  return closed;
}

/** Ends a running closing without files; the month can be closed again. */
export async function fail(key: ClosingKey, finishedAt: Date): Promise<void> {
  await db()
    .update(t)
    .set({ status: "failed", asOf: null, finishedAt, dueAt: null })
    .where(and(isThis(key), eq(t.status, "running")));
}

const ofClosing = (table: typeof f | typeof p | typeof c, key: Omit<ClosingKey, "mode">) =>
  and(eq(table.accountId, key.accountId), eq(table.closingId, key.id));

/** The files of a closed month, by name. Takes no lock. */
export async function filesOf(key: ClosingKey, tx?: Tx): Promise<ClosingFile[]> {
  const { kind, name, rowCount, byteCount, sha256 } = f;
  return await (tx ?? db())
    .select({ kind, name, rowCount, byteCount, sha256 })
    .from(f)
    .where(ofClosing(f, key))
    .orderBy(asc(f.name));
}

/** One piece of a file; null after the last. Takes no lock. */
export async function piece(
  held: Held,
  kind: ClosingFileKind,
  number: number,
): Promise<Buffer | null> {
  const [row] = await db()
    .select({ bytes: p.bytes, compressed: p.compressed })
    .from(p)
    .where(
      and(ofClosing(p, held), eq(p.attempt, held.attempt), eq(p.kind, kind), eq(p.number, number)),
    );
  if (!row) return null;
  return row.compressed ? await decompress(row.bytes) : row.bytes;
}

/** Makes the next comparison due. False if the month is not closed. */
export async function checkNow(tx: Tx, key: ClosingKey, dueAt: Date): Promise<boolean> {
  const planned = await tx
    .update(t)
    .set({ dueAt })
    .where(and(isThis(key), eq(t.status, "closed")))
    .returning({ id: t.id });
  return planned.length > 0;
}

const AT_ONCE = 500;

/** Replaces the corrections by those that a comparison found; one that was known keeps its id and its first time. The next
 *  comparison is due at `dueAt`, unless another one was asked for since this one was claimed. Returns the closing, and whether
 *  the corrections differ from those before. Locks the closing. */
export async function recordCheckIn(
  tx: Tx,
  key: ClosingKey & Pick<MonthClosing, "dueAt">,
  found: readonly FoundCorrection[],
  { dueAt: next, ...check }: { checkedAt: Date; checkComplete: boolean; dueAt: Date | null },
): Promise<{ closing: MonthClosing; isNew: boolean }> {
  const { accountId, mode, id: closingId } = key;
  const dueAt = sql`case when ${t.dueAt} = ${key.dueAt} then ${next}::timestamptz else ${t.dueAt} end`;
  const [closing] = await tx
    .update(t)
    .set({ ...check, dueAt, checks: sql`${t.checks} + 1` })
    .where(isThis(key))
    .returning();
  const seenBy = closing!.checks;
  const before = await digestOf(tx, key);
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const rows = found.slice(from, from + AT_ONCE).map((correction) => ({
      ...correction,
      columns: [...correction.columns],
      ...{ accountId, mode, closingId, id: newId("mcr"), seenBy, foundAt: check.checkedAt },
    }));
    const set = {
      change: sql`excluded.change`,
      currency: sql`excluded.currency`,
      amountBefore: sql`excluded.amount_before`,
      amountNow: sql`excluded.amount_now`,
      columns: sql`excluded.columns`,
      seenBy,
    };
    const target = [c.accountId, c.closingId, c.kind, c.rowId];
    await tx.insert(c).values(rows).onConflictDoUpdate({ target, set });
  }
  await tx.delete(c).where(and(ofClosing(c, key), ne(c.seenBy, seenBy)));
  return { closing: closing!, isNew: (await digestOf(tx, key)) !== before };
}

/** Equal for equal corrections; null for none. */
async function digestOf(tx: Tx, key: ClosingKey): Promise<string | null> {
  const row = sql`concat_ws(' ', ${c.kind}, ${c.rowId}, ${c.change}, ${c.amountNow}, ${c.columns}::text)`;
  const digest = sql<string | null>`md5(string_agg(${row}, ',' order by ${c.kind}, ${c.rowId}))`;
  const [found] = await tx.select({ digest }).from(c).where(ofClosing(c, key));
  return found?.digest ?? null;
}

const toCorrection = ({
  accountId: _,
  seenBy: _seenBy,
  ...row
}: typeof c.$inferSelect): Correction => row;

/** One page of corrections, newest first. Takes no lock. */
export async function listCorrections(
  key: ClosingKey,
  request: PageRequest,
): Promise<Page<Correction>> {
  const k = keyset(c.id, request);
  const rows = await db()
    .select()
    .from(c)
    .where(and(ofClosing(c, key), eq(c.mode, key.mode), k.where))
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toCorrection);
}

/** Takes no lock. */
export async function findCorrection(key: ClosingKey, id: string): Promise<boolean> {
  const rows = await db()
    .select({ id: c.id })
    .from(c)
    .where(and(ofClosing(c, key), eq(c.id, id as Correction["id"])));
  return rows.length > 0;
}

/** The number of corrections by closing. Takes no lock. */
export async function countCorrections({ accountId, mode }: Owner): Promise<Map<string, number>> {
  const rows = await db()
    .select({ id: c.closingId, count: sql<number>`count(*)::int` })
    .from(c)
    .where(and(eq(c.accountId, accountId), eq(c.mode, mode)))
    .groupBy(c.closingId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Count and sum per file and currency. Takes no lock. */
export async function totalsOf(key: ClosingKey, tx?: Tx): Promise<CorrectionTotal[]> {
  const amountMinor = sql<bigint>`coalesce(sum(coalesce(${c.amountNow}, 0) - coalesce(${c.amountBefore}, 0)), 0)::bigint`;
  return await (tx ?? db())
    .select({
      kind: c.kind,
      currency: c.currency,
      count: sql<number>`count(*)::int`,
      amountMinor,
    })
    .from(c)
    .where(ofClosing(c, key))
    .groupBy(c.kind, c.currency)
    .orderBy(asc(c.kind), asc(c.currency));
}
