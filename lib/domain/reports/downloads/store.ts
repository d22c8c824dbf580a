import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db, poolSizes } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { keyset, pageOf, readPage } from "#db/paging.ts";
import { downloadPieces, downloads } from "#db/schema/reports.ts";
import { createdWithin } from "#db/time-filters.ts";
import { type Tx, transact } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { KeysetPage, KeysetSlice, Page } from "#lib/kernel/page.ts";
import type { ListDownloadsRequest } from "./prepare-download.ts";
import type { Download, DownloadKey, FileFacts } from "./types.ts";
import { keptMs } from "./types.ts";

/** The query of a row is one that `planReport` has validated. */
const toDownload = (row: typeof downloads.$inferSelect) => row as unknown as Download;

type Owner = Pick<Context, "accountId" | "mode">;

const own = ({ accountId, mode }: Owner) =>
  and(eq(downloads.accountId, accountId), eq(downloads.mode, mode));

const isThis = (key: DownloadKey) => and(own(key), eq(downloads.id, key.id));

const isRunning = (key: DownloadKey) => and(isThis(key), eq(downloads.status, "running"));

/** The lease that was set with `leasedUntil` is still held. */
const isHeld = (held: DownloadKey & { leasedUntil: Date }) =>
  and(isRunning(held), eq(downloads.leasedUntil, held.leasedUntil));

const piecesOf = (key: DownloadKey) =>
  and(eq(downloadPieces.accountId, key.accountId), eq(downloadPieces.downloadId, key.id));

/** How many files can be sent at the same time: each holds a connection while its client reads. */
export const connectionsForFiles = (): number => poolSizes().export;

export async function insert(
  row: typeof downloads.$inferInsert,
  tx: Tx | null = null,
): Promise<Download> {
  const [made] = await (tx ?? db()).insert(downloads).values(row).returning();
  return toDownload(made!);
}

export async function find(owner: Owner, id: string, tx?: Tx): Promise<Download | null> {
  const [row] = await (tx ?? db())
    .select()
    .from(downloads)
    .where(and(own(owner), eq(downloads.id, id as Download["id"])));
  return row ? toDownload(row) : null;
}

/** The downloads of `ids` that exist. Takes no lock. */
export async function findMany(owner: Owner, ids: readonly string[]): Promise<Download[]> {
  const among = inArray(downloads.id, ids as Download["id"][]);
  const rows = await db()
    .select()
    .from(downloads)
    .where(and(own(owner), among));
  return rows.map(toDownload);
}

/** One page of the API's list, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListDownloadsRequest): Promise<Page<Download>> {
  const k = keyset(downloads.id, request);
  const { status, type, created } = request;
  const rows = await db()
    .select()
    .from(downloads)
    .where(
      and(
        own(ctx),
        status === undefined ? undefined : eq(downloads.status, status),
        type === undefined ? undefined : eq(downloads.reportType, type),
        createdWithin(downloads.createdAt, created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return pageOf(rows.map(toDownload), request);
}

/** One page of the dashboard's list, newest first. Takes no lock. */
export function listItems(owner: Owner, page: KeysetPage): Promise<KeysetSlice<Download>> {
  return readPage(downloads.id, page, async (bound, order, take) => {
    const rows = await db()
      .select()
      .from(downloads)
      .where(and(own(owner), bound))
      .orderBy(order)
      .limit(take);
    return rows.map(toDownload);
  });
}

/** The number of downloads. Takes no lock. */
export function countItems(owner: Owner): Promise<number> {
  return db().$count(downloads, own(owner));
}

/** Records progress and renews the lease. False if the download is no longer running. */
export async function touch(
  key: DownloadKey,
  facts: Pick<FileFacts, "rowCount" | "byteCount">,
  leasedUntil: Date,
): Promise<boolean> {
  const touched = await db()
    .update(downloads)
    .set({ ...facts, leasedUntil })
    .where(isRunning(key))
    .returning({ id: downloads.id });
  return touched.length > 0;
}

/** Records the end of a running download. False if it has ended already. */
export async function finish(
  key: DownloadKey,
  end: Partial<FileFacts> & { status: Download["status"]; finishedAt: Date },
): Promise<boolean> {
  const finished = await db()
    .update(downloads)
    .set({ ...end, leasedUntil: null })
    .where(isRunning(key))
    .returning({ id: downloads.id });
  return finished.length > 0;
}

/**
 * Claims a prepared download that no worker is making, and deletes pieces left by a worker that died. Accounts take
 * turns: the oldest download of the next account after `lastServed`, one per account at a time. Skips rows that another
 * worker has locked. Null if there is none.
 */
export async function claim(
  now: Date,
  leasedUntil: Date,
  lastServed: string,
): Promise<Download | null> {
  const other = alias(downloads, "other");
  return await transact(async (tx) => {
    const [next] = await tx
      .select({ accountId: downloads.accountId, mode: downloads.mode, id: downloads.id })
      .from(downloads)
      .where(
        and(
          eq(downloads.status, "running"),
          downloads.prepared,
          or(isNull(downloads.leasedUntil), lt(downloads.leasedUntil, now)),
          sql`not exists (${tx
            .select({ one: sql`1` })
            .from(other)
            .where(
              and(
                eq(other.accountId, downloads.accountId),
                eq(other.status, "running"),
                other.prepared,
                sql`${other.leasedUntil} >= ${sql.param(now, downloads.leasedUntil)}`,
              ),
            )})`,
        ),
      )
      .orderBy(
        sql`${downloads.accountId} <= ${lastServed}`,
        asc(downloads.accountId),
        asc(downloads.createdAt),
      )
      .limit(1)
      .for("update", { of: downloads, skipLocked: true });
    if (!next) return null;
    await tx.delete(downloadPieces).where(piecesOf(next));
    const [claimed] = await tx
      .update(downloads)
      .set({ leasedUntil, rowCount: 0, byteCount: 0 })
      .where(isThis(next))
      .returning();
    return toDownload(claimed!);
  });
}

/** Adds a piece to a file and renews the lease. Returns false and adds nothing if the lease is lost or the download was
 *  canceled. */
export async function addPiece(
  held: DownloadKey & { leasedUntil: Date },
  piece: { number: number; bytes: Buffer } & Pick<FileFacts, "rowCount" | "byteCount">,
  leasedUntil: Date,
): Promise<boolean> {
  const { number, bytes, rowCount, byteCount } = piece;
  return await transact(async (tx) => {
    const renewed = await tx
      .update(downloads)
      .set({ leasedUntil, rowCount, byteCount })
      .where(isHeld(held))
      .returning({ id: downloads.id });
    if (renewed.length === 0) return false;
    await tx
      .insert(downloadPieces)
      .values({ accountId: held.accountId, downloadId: held.id, number, bytes });
    return true;
  });
}

/** Marks a complete file as ready. Null if the lease is lost. */
export async function completeIn(
  tx: Tx,
  held: DownloadKey & { leasedUntil: Date },
  facts: FileFacts,
  finishedAt: Date,
): Promise<Download | null> {
  const [row] = await tx
    .update(downloads)
    .set({ ...facts, status: "ready", finishedAt, leasedUntil: null })
    .where(isHeld(held))
    .returning();
  return row ? toDownload(row) : null;
}

/** Releases the lease, so that another worker can start over immediately. */
export async function release(held: DownloadKey & { leasedUntil: Date }): Promise<void> {
  await db().update(downloads).set({ leasedUntil: null }).where(isHeld(held));
}

/** Ends a running download without a file and deletes its pieces. Null if it is not running. */
export function cancelIn(tx: Tx, key: DownloadKey, finishedAt: Date): Promise<Download | null> {
  return endIn(tx, key, isRunning(key), { status: "canceled", finishedAt });
}

/** As `cancelIn`, after a failure. Null if the lease is lost: another worker makes the file. */
export function failIn(
  tx: Tx,
  held: DownloadKey & { leasedUntil: Date },
  finishedAt: Date,
): Promise<Download | null> {
  return endIn(tx, held, isHeld(held), { status: "failed", finishedAt });
}

async function endIn(
  tx: Tx,
  key: DownloadKey,
  which: ReturnType<typeof isRunning>,
  end: Pick<Download, "status" | "finishedAt">,
): Promise<Download | null> {
  const [ended] = await tx
    .update(downloads)
    .set({ ...end, leasedUntil: null })
    .where(which)
    .returning();
  if (!ended) return null;
  await tx.delete(downloadPieces).where(piecesOf(key));
  return toDownload(ended);
}

/** One piece of a file; null after the last. */
export async function piece(key: DownloadKey, number: number): Promise<Buffer | null> {
  const [row] = await db()
    .select({ bytes: downloadPieces.bytes })
    .from(downloadPieces)
    .where(and(piecesOf(key), eq(downloadPieces.number, number)));
  return row?.bytes ?? null;
}

/** Marks exports whose process died as failed. */
export async function failAbandoned(now: Date): Promise<void> {
  await db()
    .update(downloads)
    .set({ status: "failed", finishedAt: now, leasedUntil: null })
    .where(
      and(
        eq(downloads.status, "running"),
        eq(downloads.prepared, false),
        lt(downloads.leasedUntil, now),
      ),
    );
}

/** Deletes the files of up to `limit` downloads that ended more than `REPORT_FILE_DAYS` ago by the database's clock. Keeps their
 *  records. Returns the number of files. */
export async function pruneFiles(limit: number): Promise<number> {
  const old = await db()
    .selectDistinct({ accountId: downloads.accountId, mode: downloads.mode, id: downloads.id })
    .from(downloads)
    .innerJoin(
      downloadPieces,
      and(
        eq(downloadPieces.accountId, downloads.accountId),
        eq(downloadPieces.downloadId, downloads.id),
        eq(downloadPieces.number, 0),
      ),
    )
    .where(lt(downloads.finishedAt, databaseAgo(keptMs())))
    .limit(limit);
  if (old.length > 0) {
    await db()
      .delete(downloadPieces)
      .where(
        inArray(
          downloadPieces.downloadId,
          old.map(({ id }) => id),
        ),
      );
  }
  return old.length;
}
