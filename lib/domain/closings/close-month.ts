import { inTransaction, type Tx } from "#db/transact.ts";
import { getAccount } from "#lib/domain/accounts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { actorName } from "#lib/domain/keys/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { type SentFile, storedFile } from "#lib/kernel/file-response.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type Metadata, mergeMetadata } from "#lib/kernel/metadata.ts";
import { checkCursor, mapPage, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { ClosingFileKind } from "#lib/kernel/vocabulary/closings.ts";
import { checkMonth, closableAfter, closableAt, daysOf, monthName } from "./month.ts";
import * as store from "./store.ts";
import type { ClosingDetail, Correction, MonthClosing } from "./types.ts";

type NewClosing = { month: string; metadata?: Metadata | undefined };

/**
 * Begins to close a month in the caller's transaction; a worker makes its files. It cannot be undone. Throws
 * `parameter_invalid` for a month that is none or has not ended in the account's time zone, and `state_invalid` if it is
 * closed or being closed: of two callers, the second one waits for the first and gets this.
 */
export async function closeMonthIn(
  tx: Tx,
  ctx: Context,
  params: NewClosing,
): Promise<ClosingDetail> {
  const month = checkMonth(params.month);
  const { timezone } = await getAccount(ctx, tx);
  const moment = businessNow(ctx);
  const from = await closableFrom(tx, month, timezone);
  if (moment < from) {
    throw invalid(
      "month",
      `${monthName(month)} can be closed from ${from.toISOString()}, 15 minutes after its end in ${timezone}.`,
    );
  }
  const closing: MonthClosing = {
    accountId: ctx.accountId,
    id: newId("mcl"),
    mode: ctx.mode,
    month,
    timezone,
    status: "running",
    attempt: 0,
    asOf: null,
    sha256: null,
    booksProof: null,
    closedBy: actorName(ctx),
    metadata: mergeMetadata({}, params.metadata),
    createdAt: moment,
    finishedAt: null,
    dueAt: moment,
    checks: 0,
    checkedAt: null,
    checkComplete: true,
  };
  const made = await store.insert(tx, closing);
  if (!made) throw await alreadyClosed(tx, ctx, month);
  await recordChangeIn(tx, ctx, {
    action: "month.closed",
    subject: { id: made.id, name: monthName(month) },
    after: { month, timezone },
  });
  return { closing: made, files: [], totals: [] };
}

export const closeMonth = inTransaction(closeMonthIn);

/** By the zone data of this process and of the database: the later one if they differ. */
async function closableFrom(tx: Tx, month: string, timezone: string): Promise<Date> {
  const there = closableAfter(await store.startOfDay(tx, daysOf(month).to, timezone));
  return dateFromMs(Math.max(closableAt(month, timezone).getTime(), there.getTime()));
}

async function alreadyClosed(tx: Tx, ctx: Context, month: string): Promise<ApiError> {
  const rival = await store.findMonth(tx, ctx, month);
  const state = rival?.status === "closed" ? "is closed" : "is being closed";
  const id = rival ? ` (${rival.id})` : "";
  return new ApiError("state_invalid", `${monthName(month)} ${state} already${id}.`);
}

/** Throws `resource_missing`, also for closings of another account or mode. Takes no lock. */
export async function getClosing(ctx: Context, id: string): Promise<ClosingDetail> {
  return await detailOf(await requireClosing(ctx, id));
}

async function requireClosing(ctx: Context, id: string, tx?: Tx): Promise<MonthClosing> {
  const closing = await store.find(ctx, id, tx);
  if (!closing) throw missing("month_closing", id);
  return closing;
}

async function detailOf(closing: MonthClosing, tx?: Tx): Promise<ClosingDetail> {
  const files = await store.filesOf(closing, tx);
  const totals = await store.totalsOf(closing, tx);
  return { closing, files, totals };
}

/** One page of closings, newest first. Throws `parameter_invalid` for a cursor that is not a closing's id. Takes no
 *  lock. */
export async function listClosings(
  ctx: Context,
  request: PageRequest,
): Promise<Page<ClosingDetail>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  const page = await store.list(ctx, request);
  const details = new Map<MonthClosing, ClosingDetail>();
  for (const closing of page.items) details.set(closing, await detailOf(closing));
  return mapPage(page, (closing) => details.get(closing)!);
}

/** Makes a closed month due for comparison with the present. Throws `resource_missing`, and `state_invalid` while it is
 *  not closed. */
export async function checkClosingIn(tx: Tx, ctx: Context, id: string): Promise<ClosingDetail> {
  const closing = await requireClosing(ctx, id, tx);
  const dueAt = businessNow(ctx);
  if (!(await store.checkNow(tx, closing, dueAt))) {
    throw new ApiError("state_invalid", "Only a closed month can be checked for corrections.");
  }
  return await detailOf({ ...closing, dueAt }, tx);
}

export const checkClosing = inTransaction(checkClosingIn);

/** One page of the corrections that the last comparison found. Throws `resource_missing` and `parameter_invalid`. */
export async function listCorrections(
  ctx: Context,
  id: string,
  request: PageRequest,
): Promise<Page<Correction>> {
  const closing = await requireClosing(ctx, id);
  await checkCursor(request, (cursor) => store.findCorrection(closing, cursor));
  return await store.listCorrections(closing, request);
}

/** A file of a closed month, the same bytes for ever. Throws `resource_missing`, and `state_invalid` while there is
 *  none. */
export async function openClosingFile(
  ctx: Context,
  id: string,
  kind: ClosingFileKind,
): Promise<SentFile> {
  const { closing, files } = await getClosing(ctx, id);
  const file = files.find((one) => one.kind === kind);
  if (!file) {
    throw new ApiError("state_invalid", "This month is not closed, so there is no file.");
  }
  const { name: fileName, byteCount, rowCount, sha256 } = file;
  const type = kind === "journal" ? { contentType: "text/plain; charset=utf-8" } : {};
  return storedFile({ fileName, byteCount, rowCount, sha256, ...type }, (number) =>
    store.piece(closing, kind, number),
  );
}
