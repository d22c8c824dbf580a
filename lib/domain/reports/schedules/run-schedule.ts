import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { listMembersWhoMayIn } from "#lib/domain/members/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { addDays } from "#lib/kernel/period.ts";
import { AFTER_END_MS, dueAfter, periodEnd } from "#lib/kernel/schedule-period.ts";
import type { ReportType } from "#lib/kernel/vocabulary/reports.ts";
import { rowOf } from "../downloads/export-report.ts";
import * as downloads from "../downloads/store.ts";
import type { Download } from "../downloads/types.ts";
import { planFile } from "../plan-report.ts";
import { readEnd } from "../store.ts";
import type { FilePlan } from "../types.ts";
import { periodQuery } from "./schedules.ts";
import * as store from "./store.ts";
import type { ReportSchedule } from "./types.ts";

/** After a failure of our own it is tried again when the lease ends. */
const LEASE_MS = HOUR_MS;

/** Starts the file of each period that has ended, one period after the other: after an outage every missed one. */
export const dueSchedules = defineDueWork({
  name: "report schedules",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  async finish(schedule) {
    const ctx = await systemContext(schedule, "reports");
    await transact((tx) => startIn(tx, ctx, schedule));
  },
  failure: "a scheduled report was not started",
});

/** Queues the file and moves the schedule to its next period, or to a later time if the file cannot begin yet. Does nothing if
 *  another process has done so, or if the schedule was stopped meanwhile. Locks the schedule. */
async function startIn(tx: Tx, ctx: Context, due: Pick<ReportSchedule, "id">): Promise<void> {
  const schedule = await store.lock(tx, ctx, due.id);
  if (!schedule?.active) return;
  const { interval, timezone, nextFrom, createdBy, id } = schedule;
  if (businessNow(ctx) < dueAfter(interval, nextFrom, timezone)) return;
  const plan = planFile(ctx, periodQuery(schedule, nextFrom));
  const later = await whenReady(tx, ctx, plan);
  if (later) return await store.update(tx, { ...schedule, dueAt: later });
  const row = { ...rowOf(ctx, plan), requestedBy: createdBy, scheduleId: id, prepared: true };
  const download = await downloads.insert(row, tx);
  const next = periodEnd(interval, nextFrom);
  const dueAt = dueAfter(interval, next, timezone);
  await store.update(tx, { ...schedule, nextFrom: next, dueAt, lastReportId: download.id });
}

/** A file waits this long at most for settlements that are expected in its period. */
const LONGEST_WAIT_MS = DAY_MS;

/** When to look again at a file that cannot begin yet; null if it can. */
async function whenReady(tx: Tx, ctx: Context, plan: FilePlan): Promise<Date | null> {
  // Its days are those of this process.
  if (plan.type === "accounting_journal") return null;
  const end = await tx.transaction((inner) => readEnd(inner, plan)).catch(refused);
  // The file is going to fail, and its recipients are told.
  if (end === null) return null;
  const { endsAt, isAwaited } = end;
  const [nowMs, readyMs] = [businessNowMs(ctx), endsAt.getTime() + AFTER_END_MS];
  if (nowMs < readyMs) return dateFromMs(readyMs);
  const waits = isAwaited && nowMs < readyMs + LONGEST_WAIT_MS;
  return waits ? dateFromMs(nowMs + AFTER_END_MS) : null;
}

function refused(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}

/** Tells the schedule's recipients in the caller's transaction that a file is ready or failed. Members who may no longer
 *  download reports get nothing. A failure that no recipient would get is told to every member who may. */
export async function mailRecipientsIn(tx: Tx, download: Download): Promise<void> {
  const { accountId, mode, scheduleId } = download;
  if (scheduleId === null) return;
  const schedule = await store.find(download, scheduleId, tx);
  const isReady = download.status === "ready";
  if (!schedule || (isReady && schedule.mailTo.length === 0)) return;
  const members = await listMembersWhoMayIn(tx, accountId, "download_reports");
  const allowed = members.map(({ email }) => email);
  const named = schedule.mailTo.filter((email) => allowed.includes(email));
  const toAll = named.length === 0 && !isReady;
  const because = toAll
    ? "you may download reports of an account"
    : "a report schedule of an account names you";
  for (const address of toAll ? allowed : named) {
    await queueMailIn(tx, {
      accountId,
      mode,
      kind: "report_ready",
      fact: `report ${download.id}`,
      to: { address, because },
      content: contentOf(schedule, download),
    });
  }
}

const TITLES = {
  settlement: "Settlement report",
  declines: "Declines report",
  interchange: "Interchange report",
  accounting_journal: "Accounting journal",
} as const satisfies Record<ReportType, string>;

function contentOf({ interval, timezone }: ReportSchedule, download: Download) {
  const { query, mode, sha256, rowCount, status } = download;
  const from = (query.from ?? "").slice(0, 10);
  const last = addDays((query.to ?? from).slice(0, 10), -1);
  const title = `${TITLES[download.reportType]}, ${from === last ? from : `${from} to ${last}`}`;
  const action = {
    label: "Open Downloads",
    url: `${env.publicUrl}/${mode}/reports/downloads`,
  };
  if (status !== "ready") {
    return {
      subject: `${title}: not prepared`,
      paragraphs: [
        `The ${interval} file in ${mode} mode could not be prepared. Prepare it again under Reports.`,
      ],
      action,
    };
  }
  return {
    subject: title,
    paragraphs: [
      `The ${interval} file in ${mode} mode is ready. It can be downloaded for seven days.`,
    ],
    facts: [
      ["Days", `${from} to ${last}, ${timezone}`],
      ["Rows", String(rowCount)],
      ["SHA-256", sha256 ?? ""],
    ] as const,
    action,
  };
}
