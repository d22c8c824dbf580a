import { and, eq, inArray, lt, ne } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { daysOf, monthBefore, type ZonedMonth } from "./month.ts";
import type { MonthClosing } from "./types.ts";

const { monthClosings: t } = schema;

/** The closings of the months before and after that were made earlier and did not fail. Takes no lock. */
export async function earlierNeighbours(closing: MonthClosing): Promise<ZonedMonth[]> {
  const { accountId, mode, id, month } = closing;
  const months = [monthBefore(month), daysOf(month).to.slice(0, 7)];
  return await db()
    .select({ month: t.month, timezone: t.timezone })
    .from(t)
    .where(
      and(
        ...[eq(t.accountId, accountId), eq(t.mode, mode), inArray(t.month, months)],
        ...[lt(t.id, id), ne(t.status, "failed")],
      ),
    );
}
