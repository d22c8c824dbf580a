import { DAY_MS, dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { DownloadStatus, Layout, ReportType } from "#lib/kernel/vocabulary/reports.ts";
import type { ReportQuery } from "../types.ts";

/** A report as a file: who requested it, when, with which filters, and its rows and hash. */
export type Download = {
  accountId: Id<"acct">;
  id: Id<"dl">;
  mode: Mode;
  status: DownloadStatus;
  /** Whether a worker makes it and it is kept for seven days; otherwise it is sent directly to the client. */
  prepared: boolean;
  reportType: ReportType;
  layout: Layout;
  /** The query as requested, with end and zone filled in. */
  query: ReportQuery;
  /** A member's or a key's id. */
  requestedBy: string;
  /** The schedule that started it. */
  scheduleId: Id<"rsc"> | null;
  /** So far. */
  rowCount: number;
  byteCount: number;
  /** Hash of the whole file in hexadecimal; null until it is complete. */
  sha256: string | null;
  leasedUntil: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
};

export type DownloadKey = Pick<Download, "accountId" | "mode" | "id">;

/** Size and hash of a file. */
export type FileFacts = { rowCount: number; byteCount: number; sha256: string };

/** How long the file of a prepared download is kept. */
export const keptMs = (): number => env.keptDays.reportFiles * DAY_MS;
/** A worker that does not renew its lease for this long is considered dead. */
export const LEASE_MS = 2 * MINUTE_MS;

/** When the file of a prepared download is deleted; null while there is none. */
export function expiresAt(
  download: Pick<Download, "prepared" | "finishedAt" | "status">,
): Date | null {
  if (!download.prepared || download.status !== "ready" || !download.finishedAt) return null;
  return dateFromMs(download.finishedAt.getTime() + keptMs());
}
