import { inTransaction, type Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { bookSigner } from "#lib/domain/books/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { type SentFile, storedFile } from "#lib/kernel/file-response.ts";
import {
  type CreatedRange,
  checkCursor,
  type KeysetPage,
  type KeysetSlice,
  type Page,
  type PageRequest,
} from "#lib/kernel/page.ts";
import type { DownloadStatus, ReportType } from "#lib/kernel/vocabulary/reports.ts";
import { checkFileIn } from "../file-content.ts";
import { planFile } from "../plan-report.ts";
import type { ReportQuery } from "../types.ts";
import { contentTypeOf, fileNameOf, layoutHeaders, rowOf } from "./export-report.ts";
import * as store from "./store.ts";
import { type Download, expiresAt } from "./types.ts";

/** Queues a report file for a worker to make; it is kept for seven days. Throws `parameter_invalid` naming the
 *  parameter. */
export async function prepareDownloadIn(
  tx: Tx,
  ctx: Context,
  query: ReportQuery,
): Promise<Download> {
  const plan = planFile(ctx, query);
  await checkFileIn(tx, ctx, plan);
  const download = await store.insert({ ...rowOf(ctx, plan), prepared: true }, tx);
  await recordChangeIn(tx, ctx, {
    action: "download.prepared",
    subject: { id: download.id, name: query.type },
  });
  return download;
}

export const prepareDownload = inTransaction(prepareDownloadIn);

export type ListDownloadsRequest = PageRequest & {
  created?: CreatedRange | undefined;
  status?: DownloadStatus | undefined;
  type?: ReportType | undefined;
};

/** One page of report files, newest first. Throws `parameter_invalid` for a cursor that is not the id of one. Takes no
 *  lock. */
export async function listDownloads(
  ctx: Context,
  request: ListDownloadsRequest,
): Promise<Page<Download>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`, also for downloads of another account or mode. */
export async function getDownload(ctx: Context, id: string, tx?: Tx): Promise<Download> {
  const download = await store.find(ctx, id, tx);
  if (!download) throw missing("download", id);
  return download;
}

/** The downloads of `ids` that exist, by id, in one query. */
export async function findDownloads(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Download>> {
  return new Map((await store.findMany(ctx, ids)).map((download) => [download.id, download]));
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
export async function cancelDownloadIn(tx: Tx, ctx: Context, id: string): Promise<Download> {
  const download = await getDownload(ctx, id, tx);
  if (!download.prepared) {
    throw new ApiError(
      "state_invalid",
      "This download is sent directly to the client, so only the client can end it.",
    );
  }
  const canceled = await store.cancelIn(tx, download, now());
  if (!canceled) throw new ApiError("state_invalid", "This file is no longer being prepared.");
  const subject = { id: download.id, name: download.reportType };
  await recordChangeIn(tx, ctx, { action: "download.canceled", subject });
  return canceled;
}

export const cancelDownload = inTransaction(cancelDownloadIn);

/** The file of a prepared download. Throws `resource_missing`, and `state_invalid` if it is not ready or was deleted. */
export async function openDownload(ctx: Context, id: string): Promise<SentFile> {
  const download = await getDownload(ctx, id);
  const until = expiresAt(download);
  if (until === null) throw new ApiError("state_invalid", noFile(download));
  if (until <= now()) {
    throw new ApiError(
      "state_invalid",
      "This file was deleted after seven days. Prepare it again.",
    );
  }
  const sha256 = download.sha256!;
  const proof = (await bookSigner(ctx))(sha256);
  const { byteCount, rowCount } = download;
  const [fileName, headers] = [fileNameOf(download), layoutHeaders(download)];
  const form = contentTypeOf(download);
  const file = { fileName, headers, ...form, byteCount, rowCount, sha256, proof };
  return storedFile(file, (number) => store.piece(download, number));
}

function noFile({ prepared, status }: Download): string {
  if (!prepared) return "This file was sent directly to the client and is not kept.";
  if (status === "running") return "This file is still being prepared.";
  return `The preparation of this file ${status === "failed" ? "failed" : "was canceled"}, so there is no file.`;
}
