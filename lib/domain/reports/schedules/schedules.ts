import { inTransaction, type Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { actorName } from "#lib/domain/keys/index.ts";
import { listMembersWhoMayIn } from "#lib/domain/members/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import { dueAfter, periodAt, periodEnd } from "#lib/kernel/schedule-period.ts";
import { planFile, readZone } from "../plan-report.ts";
import { checkRangeIn } from "../store.ts";
import * as store from "./store.ts";
import type { NewSchedule, ReportSchedule, ScheduleChanges } from "./types.ts";

/** The most schedules of an account in one mode. */
const MAX_SCHEDULES = 50;

/** The query of the file for the period that begins on `from`. */
export const periodQuery = ({ query, interval }: NewSchedule, from: string) => ({
  ...query,
  from,
  to: periodEnd(interval, from),
});

/**
 * Creates a schedule in the caller's transaction. Its first file is about the current day, week or month. Throws
 * `parameter_invalid` with the name of the parameter, and `state_invalid` if the account has as many as it can have.
 */
export async function createScheduleIn(
  tx: Tx,
  ctx: Context,
  params: NewSchedule,
): Promise<ReportSchedule> {
  const { interval, query } = params;
  const moment = businessNow(ctx);
  const timezone = readZone(query.timezone ?? "UTC");
  const nextFrom = periodAt(interval, moment, timezone);
  const plan = planFile(ctx, periodQuery(params, nextFrom));
  const { layout } = plan;
  if (plan.type !== "accounting_journal") await checkRangeIn(tx, plan);
  else if (layout === "datev" && interval === "weekly") {
    const message = "A week can be in two fiscal years. DATEV takes one file per fiscal year.";
    throw invalid("interval", message);
  }
  const mailTo = await checkRecipientsIn(tx, ctx, params.mailTo ?? []);
  if ((await store.lockAndCount(tx, ctx)) >= MAX_SCHEDULES) {
    throw new ApiError(
      "state_invalid",
      `An account can have ${MAX_SCHEDULES} report schedules. Delete one first.`,
    );
  }
  const schedule: ReportSchedule = {
    accountId: ctx.accountId,
    id: newId("rsc"),
    mode: ctx.mode,
    interval,
    reportType: query.type,
    layout,
    timezone,
    query: { ...query, timezone, layout },
    active: true,
    mailTo,
    nextFrom,
    dueAt: dueAfter(interval, nextFrom, timezone),
    lastReportId: null,
    createdBy: actorName(ctx),
    metadata: mergeMetadata({}, params.metadata),
    createdAt: moment,
  };
  await store.insert(tx, schedule);
  await recordChangeIn(tx, ctx, {
    action: "report_schedule.created",
    subject: subjectOf(schedule),
    after: { type: query.type, interval, timezone, mailTo: mailTo.join(", ") },
  });
  return schedule;
}

const subjectOf = ({ id, interval, reportType }: ReportSchedule) => ({
  id,
  name: `${interval} ${reportType}`,
});

/** Changes a schedule in the caller's transaction. When it becomes active again, it goes on with the current period.
 *  Throws `resource_missing` and `parameter_invalid`. Locks the schedule. */
export async function updateScheduleIn(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: ScheduleChanges,
): Promise<ReportSchedule> {
  const schedule = await store.lock(tx, ctx, id);
  if (!schedule) throw missing("report_schedule", id);
  const active = changes.active ?? schedule.active;
  const mailTo =
    changes.mailTo === undefined
      ? schedule.mailTo
      : await checkRecipientsIn(tx, ctx, changes.mailTo);
  const metadata = mergeMetadata(schedule.metadata, changes.metadata);
  const changed = { ...schedule, active, mailTo, metadata, ...nextOf(ctx, schedule, active) };
  await store.update(tx, changed);
  const factsOf = (of: ReportSchedule) => ({ active: of.active, mailTo: of.mailTo.join(", ") });
  await recordChangeIn(tx, ctx, {
    action: "report_schedule.updated",
    subject: subjectOf(schedule),
    before: factsOf(schedule),
    after: factsOf(changed),
  });
  return changed;
}

function nextOf(ctx: Context, schedule: ReportSchedule, active: boolean) {
  const { interval, timezone } = schedule;
  if (!active) return { dueAt: null };
  if (schedule.active) return {};
  const nextFrom = periodAt(interval, businessNow(ctx), timezone);
  return { nextFrom, dueAt: dueAfter(interval, nextFrom, timezone) };
}

export const updateSchedule = inTransaction(updateScheduleIn);

/** Deletes a schedule in the caller's transaction. Its files stay. Throws `resource_missing`. */
export async function deleteScheduleIn(
  tx: Tx,
  ctx: Context,
  id: string,
): Promise<Pick<ReportSchedule, "id">> {
  const schedule = await store.lock(tx, ctx, id);
  if (!schedule || !(await store.remove(tx, ctx, id))) throw missing("report_schedule", id);
  await recordChangeIn(tx, ctx, {
    action: "report_schedule.deleted",
    subject: subjectOf(schedule),
  });
  return schedule;
}

export const deleteSchedule = inTransaction(deleteScheduleIn);

/** Throws `resource_missing`, also for schedules of another account or mode. Takes no lock. */
export async function getSchedule(ctx: Context, id: string): Promise<ReportSchedule> {
  const schedule = await store.find(ctx, id);
  if (!schedule) throw missing("report_schedule", id);
  return schedule;
}

/** The schedules of `ids` that exist, by id, in one query. */
export async function findSchedules(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, ReportSchedule>> {
  return new Map((await store.findMany(ctx, ids)).map((schedule) => [schedule.id, schedule]));
}

/** One page of schedules, newest first. Throws `parameter_invalid` for a cursor that is not a schedule's id. Takes no
 *  lock. */
export async function listSchedules(
  ctx: Context,
  request: PageRequest,
): Promise<Page<ReportSchedule>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Recipients must be members who may download reports. Returns their addresses as their accounts have them. */
async function checkRecipientsIn(
  tx: Tx,
  { accountId }: Context,
  mailTo: readonly string[],
): Promise<string[]> {
  if (mailTo.length === 0) return [];
  const members = await listMembersWhoMayIn(tx, accountId, "download_reports");
  const known = new Map(members.map(({ email }) => [email.toLowerCase(), email]));
  const found = mailTo.map((address) => {
    const email = known.get(address.toLowerCase());
    if (email) return email;
    throw invalid("mail_to", "Must be addresses of members who may download reports.");
  });
  return [...new Set(found)];
}

/** Every schedule, newest first: an account has at most 50. For the dashboard. Takes no lock. */
export async function allSchedules(ctx: Context): Promise<ReportSchedule[]> {
  return (await store.list(ctx, { limit: MAX_SCHEDULES })).items;
}
