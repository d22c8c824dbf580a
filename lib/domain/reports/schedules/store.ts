import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { lockName } from "#db/lock-name.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { reportSchedules as t } from "#db/schema/reports.ts";
import { selectList } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { ReportSchedule } from "./types.ts";

type Row = typeof t.$inferSelect;
type Owner = Pick<Context, "accountId" | "mode">;

const own = ({ accountId, mode }: Owner) => and(eq(t.accountId, accountId), eq(t.mode, mode));
const byId = (owner: Owner, id: string) => and(own(owner), eq(t.id, id as Id<"rsc">));

const toSchedule = (row: Row) => row as unknown as ReportSchedule;

/** Active schedules whose next file is due, by their account's clock. */
export const dueRows = dueQueue("report_schedules", selectList(t, "p"), toSchedule, "due_at");

export async function insert(tx: Tx, schedule: ReportSchedule): Promise<void> {
  await tx.insert(t).values(schedule);
}

/** Takes no lock. */
export async function find(owner: Owner, id: string, tx?: Tx): Promise<ReportSchedule | null> {
  const [row] = await (tx ?? db()).select().from(t).where(byId(owner, id));
  return row ? toSchedule(row) : null;
}

/** As `find`, locked until the transaction ends. */
export async function lock(tx: Tx, owner: Owner, id: string): Promise<ReportSchedule | null> {
  const [row] = await tx.select().from(t).where(byId(owner, id)).for("update");
  return row ? toSchedule(row) : null;
}

/** Writes the fields of a locked schedule that may change. */
export async function update(tx: Tx, schedule: ReportSchedule): Promise<void> {
  const { active, mailTo, metadata, nextFrom, dueAt, lastReportId } = schedule;
  await tx
    .update(t)
    .set({ active, mailTo, metadata, nextFrom, dueAt, lastReportId })
    .where(byId(schedule, schedule.id));
}

/** False if it does not exist. */
export async function remove(tx: Tx, owner: Owner, id: string): Promise<boolean> {
  return (await tx.delete(t).where(byId(owner, id)).returning({ id: t.id })).length > 0;
}

/** The number of schedules. Lets one transaction at a time count and then create, so that two cannot both pass the limit. */
export async function lockAndCount(tx: Tx, owner: Owner): Promise<number> {
  await lockName(tx, `report schedules ${owner.accountId} ${owner.mode}`);
  return await tx.$count(t, own(owner));
}

/** The schedules of `ids` that exist. Takes no lock. */
export async function findMany(owner: Owner, ids: readonly string[]): Promise<ReportSchedule[]> {
  const among = inArray(t.id, ids as Id<"rsc">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(owner), among));
  return rows.map(toSchedule);
}

/** One page, newest first. Takes no lock. */
export async function list(owner: Owner, request: PageRequest): Promise<Page<ReportSchedule>> {
  const k = keyset(t.id, request);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(owner), k.where))
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toSchedule);
}
