import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { planReport } from "../plan-report.ts";
import { checkRange } from "../store.ts";
import type { ReportQuery } from "../types.ts";
import { rowOf } from "./export-report.ts";
import * as store from "./store.ts";
import { type Download, expiresAt } from "./types.ts";

/** Queues a report file for a worker to make; it is kept for seven days. Throws `parameter_invalid` naming the
 *  parameter. */
export async function prepareDownload(ctx: Context, query: ReportQuery): Promise<Download> {
  const plan = planReport(ctx, query);
  await checkRange(plan);
  return await transact(async (tx) => {
    const download = await store.insert({ ...rowOf(ctx, plan), prepared: true }, tx);
    await recordChangeIn(tx, ctx, {
      action: "download.prepared",
      subject: { id: download.id, name: query.type },
    });
    return download;
  });
}

/** Throws `resource_missing`, also for downloads of another account or mode. */
export async function getDownload(ctx: Context, id: string): Promise<Download> {
  const download = await store.find(ctx, id);
  if (!download) throw missing("download", id);
  return download;
}

/** One page, newest first, with the total. For the dashboard. Takes no lock. */
export async function browseDownloads(
  ctx: Context,
  page: KeysetPage,
): Promise<KeysetSlice<Download> & { total: number }> {
  const [slice, total] = await Promise.all([store.listItems(ctx, page), store.countItems(ctx)]);
  return { ...slice, total };
}

/** Cancels a prepared download that is being made and deletes its file. Throws `resource_missing`, and `state_invalid`
 *  if it is not being made. */
export async function cancelDownload(ctx: Context, id: string): Promise<Download> {
  const download = await getDownload(ctx, id);
  if (!download.prepared) {
    throw new ApiError(
      "state_invalid",
      "This download is sent directly to the client, so only the client can end it.",
    );
  }
  await transact(async (tx) => {
    if (!(await store.abandonIn(tx, download, "canceled", now()))) {
      throw new ApiError("state_invalid", "This file is no longer being prepared.");
    }
    const subject = { id: download.id, name: download.reportType };
    await recordChangeIn(tx, ctx, { action: "download.canceled", subject });
  });
  return await getDownload(ctx, id);
}

/** The file of a prepared download in pieces. Throws `resource_missing`, and `state_invalid` if it is not ready or was
 *  deleted. */
export async function openDownload(
  ctx: Context,
  id: string,
): Promise<{ download: Download; pieces: AsyncGenerator<Buffer> }> {
  const download = await getDownload(ctx, id);
  const until = expiresAt(download);
  if (until === null) throw new ApiError("state_invalid", "This download has no file.");
  if (until <= now()) {
    throw new ApiError(
      "state_invalid",
      "This file was deleted after seven days. Prepare it again.",
    );
  }
  return { download, pieces: piecesOf(download) };
}

async function* piecesOf(download: Download): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let number = 0; ; number++) {
    const piece = await store.piece(download, number);
    if (!piece) break;
    sent += piece.length;
    yield piece;
  }
  if (sent !== download.byteCount) throw new Error(`the file of ${download.id} is incomplete`);
}
