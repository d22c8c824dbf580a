import { DAY_MS, dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Layout, ReportQuery, ReportType } from "../types.ts";

export type DownloadStatus = "running" | "ready" | "failed" | "canceled";

/** A report that was taken as a file: who, when, by which filters, how many rows, which hash. */
export type Download = {
  accountId: Id<"acct">;
  id: Id<"dl">;
  mode: Mode;
  status: DownloadStatus;
  /** Made by a worker and kept for a week; others went straight to who asked. */
  prepared: boolean;
  reportType: ReportType;
  layout: Layout;
  /** As it was asked, with its end and its zone said. */
  query: ReportQuery;
  /** A member's or a key's id. */
  requestedBy: string;
  /** Of what is there so far. */
  rowCount: number;
  byteCount: number;
  /** Of the whole file, in hexadecimal; null until it is whole. */
  sha256: string | null;
  leasedUntil: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
};

export type DownloadKey = Pick<Download, "accountId" | "mode" | "id">;

/** What a file came to. */
export type FileFacts = { rowCount: number; byteCount: number; sha256: string };

/** How long the file of a prepared download is kept. */
export const KEPT_MS = 7 * DAY_MS;
/** Who makes a file says so this often at least, or is taken for dead. */
export const LEASE_MS = 2 * MINUTE_MS;

/** When the file of a prepared download is thrown away; null while there is none. */
export function expiresAt(
  download: Pick<Download, "prepared" | "finishedAt" | "status">,
): Date | null {
  if (!download.prepared || download.status !== "ready" || !download.finishedAt) return null;
  return dateFromMs(download.finishedAt.getTime() + KEPT_MS);
}
