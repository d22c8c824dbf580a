import type { Context } from "#lib/kernel/context.ts";
import { addDays, dayStart, daysBetween } from "#lib/kernel/period.ts";
import { entryOf } from "./entries.ts";
import { writeDatev } from "./formats/datev.ts";
import { writeEntries, writeQuickbooks, writeXero } from "./formats/journals.ts";
import { writeStatements } from "./formats/statements.ts";
import { type BookingPlan, isJournalLayout, isStatementLayout } from "./plan-booking.ts";
import { readSettings } from "./settings.ts";
import * as store from "./store.ts";

/**
 * Makes the file of an accounting journal from one snapshot of the ledger: one entry per day and kind of transfer, and one per
 * settlement. The database sums, so memory depends on the number of days only. The same books and settings give the same
 * bytes. Takes no lock.
 */
export async function makeJournal(
  ctx: Pick<Context, "accountId" | "mode">,
  plan: BookingPlan,
): Promise<{ bytes: Buffer; rowCount: number }> {
  const starts = Array.from({ length: daysBetween(plan.from, plan.to) + 1 }, (_, i) =>
    dayStart(addDays(plan.from, i), plan.timezone),
  );
  const { sums, openingMinor } = await store.readBooked(plan, starts);
  const entries = sums.map(entryOf);
  const { layout } = plan;
  const createdAt = starts.at(-1)!;
  if (isStatementLayout(layout)) return writeStatements(entries, plan, { openingMinor, createdAt });
  if (!isJournalLayout(layout)) return writeEntries(entries, plan);
  const settings = await readSettings(ctx, layout);
  if (layout === "datev") return writeDatev(entries, plan, { settings, createdAt });
  return layout === "xero"
    ? writeXero(entries, plan, settings)
    : writeQuickbooks(entries, plan, settings);
}

const FORMS: Partial<Record<BookingPlan["layout"], { extension: string; contentType: string }>> = {
  datev: { extension: "csv", contentType: "text/csv; charset=windows-1252; header=present" },
  camt053: { extension: "xml", contentType: "application/xml; charset=utf-8" },
  mt940: { extension: "sta", contentType: "text/plain; charset=us-ascii" },
};

/** How the files of a layout are named and sent, if not as other reports. DATEV's import wants the prefix. */
export const fileFormOf = (layout: string) => FORMS[layout as BookingPlan["layout"]] ?? null;
