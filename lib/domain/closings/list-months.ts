import { getAccount } from "#lib/domain/accounts/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { closableAt, monthAt, monthBefore } from "./month.ts";
import * as store from "./store.ts";
import type { MonthClosing } from "./types.ts";

/** A month of the account, with the closing that it has. */
export type Month = {
  month: string;
  closableAt: Date;
  /** Whether it can be closed by now. */
  isOver: boolean;
  closing: MonthClosing | null;
  /** Rows that are different now. */
  corrections: number;
};

const MOST_MONTHS = 36;

/** The account's months, the current one first, back to its first booking, at most 36. Takes no lock. */
export async function listMonths(ctx: Context): Promise<{ timezone: string; months: Month[] }> {
  const [{ timezone }, first, closings] = await Promise.all([
    getAccount(ctx),
    store.firstBooking(ctx),
    store.listMonths(ctx, 2 * MOST_MONTHS),
  ]);
  const now = businessNow(ctx);
  const counts = await store.countCorrections(ctx);
  const byMonth = new Map(
    closings
      .toReversed()
      .sort((one, other) => Number(other.status === "failed") - Number(one.status === "failed"))
      .map((closing) => [closing.month, closing]),
  );
  const months: Month[] = [];
  const earliest = [...byMonth.keys(), ...(first ? [monthAt(first, timezone)] : [])].sort()[0];
  if (earliest === undefined) return { timezone, months };
  for (
    let month = monthAt(now, timezone);
    month >= earliest && months.length < MOST_MONTHS;
    month = monthBefore(month)
  ) {
    const closing = byMonth.get(month) ?? null;
    const from = closableAt(month, timezone);
    const corrections = closing ? (counts.get(closing.id) ?? 0) : 0;
    months.push({ month, closableAt: from, isOver: now >= from, closing, corrections });
  }
  return { timezone, months };
}
