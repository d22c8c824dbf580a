import type { Tx } from "#db/transact.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { currencyExponent } from "#lib/kernel/money.ts";
import { addDays, daysBetween, isDay, localDay } from "#lib/kernel/period.ts";
import { AFTER_END_MS } from "#lib/kernel/schedule-period.ts";
import {
  JOURNAL_LAYOUTS,
  type JournalLayout,
  STATEMENT_LAYOUTS,
  type StatementLayout,
} from "#lib/kernel/vocabulary/booking.ts";
import type { Layout } from "#lib/kernel/vocabulary/reports.ts";
import { readSettings } from "./settings.ts";

export type BookingLayout = Exclude<Layout, "adyen">;

/** A validated accounting journal: whole days of one currency. */
export type BookingPlan = {
  accountId: Id<"acct">;
  mode: Mode;
  type: "accounting_journal";
  layout: BookingLayout;
  timezone: string;
  /** Days in the zone; the second is not included. */
  from: string;
  to: string;
  currency: string;
};

type Query = {
  layout?: Layout | undefined;
  timezone: string;
  from?: string | undefined;
  to?: string | undefined;
  currencies?: readonly string[] | undefined;
};

/** A file has one statement per day, and DATEV one fiscal year. */
const MOST_DAYS = 366;

/** Validates an accounting journal. Throws `parameter_invalid` with the API's parameter name. */
export function planBooking(ctx: Context, query: Query): BookingPlan {
  const { layout = "native", timezone, currencies = [] } = query;
  if (layout === "adyen")
    throw invalid("layout", "Only the settlement report has the adyen layout.");
  const [currency, ...others] = currencies;
  if (currency === undefined || others.length > 0) {
    throw invalid("currency", "Name one currency: an accounting journal has one.");
  }
  const to = query.to === undefined ? firstOpenDay(ctx, timezone) : readDay("to", query.to);
  if (query.from === undefined) throw invalid("from", "Give the first day of the journal.");
  const from = readDay("from", query.from);
  const days = daysBetween(from, to);
  if (days < 1) throw invalid("to", "Must be later than from.");
  if (days > MOST_DAYS) throw invalid("to", `A journal has at most ${MOST_DAYS} days. Split it.`);
  checkDecimals(layout, currency);
  const { accountId, mode } = ctx;
  return { accountId, mode, type: "accounting_journal", layout, timezone, from, to, currency };
}

/** A whole day, also as its midnight. */
function readDay(param: string, text: string): string {
  const day = text.replace(/T00:00:00$/, "");
  if (isDay(day)) return day;
  throw invalid(param, "Must be a day such as 2026-04-01: a journal sums whole days.");
}

export const isJournalLayout = (layout: string): layout is JournalLayout =>
  JOURNAL_LAYOUTS.some((one) => one === layout);
export const isStatementLayout = (layout: string): layout is StatementLayout =>
  STATEMENT_LAYOUTS.some((one) => one === layout);

const MOST_DECIMALS = 2;

function checkDecimals(layout: BookingLayout, currency: string): void {
  const decimals = currencyExponent(currency);
  if (!isJournalLayout(layout) || decimals <= MOST_DECIMALS) return;
  throw invalid(
    "currency",
    `${currency} has ${decimals} decimals and ${layout} has two. Use the decimal layout.`,
  );
}

/** The first day that has not ended, or whose last entries may not be committed yet. */
const firstOpenDay = (ctx: Context, timezone: string): string =>
  localDay(dateFromMs(businessNowMs(ctx) - AFTER_END_MS), timezone);

/**
 * Throws `parameter_invalid` if the journal's last day did not end at least 15 minutes ago, or if DATEV's fiscal year ends
 * within the journal: a batch of bookings is of one fiscal year.
 */
export async function checkBooking(ctx: Context, plan: BookingPlan, tx?: Tx): Promise<void> {
  const latest = firstOpenDay(ctx, plan.timezone);
  if (plan.to > latest) {
    const message = `Must be ${latest} at the latest: a journal has whole days that ended at least 15 minutes ago in ${plan.timezone}.`;
    throw invalid("to", message);
  }
  if (plan.layout !== "datev") return;
  const { datev } = await readSettings(ctx, plan.layout, tx);
  const start = datev?.fiscalYearStart ?? 1;
  if (fiscalYearOf(plan.from, start) === fiscalYearOf(addDays(plan.to, -1), start)) return;
  throw invalid("from", "The days are in two fiscal years. DATEV takes one file per fiscal year.");
}

/** The first day of the fiscal year that contains a day. */
export function fiscalYearOf(day: string, startMonth: number): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < startMonth ? 1 : 0);
  return `${String(year).padStart(4, "0")}-${String(startMonth).padStart(2, "0")}-01`;
}
