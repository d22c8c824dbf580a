import { z } from "zod";
import { browseEntries } from "#lib/domain/balance/index.ts";
import { readBookChecks } from "#lib/domain/books/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import {
  arrivalsByDay,
  browseSettlements,
  getSettlement,
  settledCurrencies,
  settlementBooks,
  settlementDetail,
  settlementsArriving,
  simulateSettlementIn,
} from "#lib/domain/settlements/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { isCurrency } from "#lib/kernel/money.ts";
import { addDays, daysBetween, isDay, localDay } from "#lib/kernel/period.ts";
import { REPORT_PERIODS } from "#lib/kernel/vocabulary/reports.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readPageParam } from "../list-params.ts";
import { settledEntryList, settlementList } from "../lists/balance.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import {
  arrivalDayView,
  entryListItemView,
  settlementBooksView,
  settlementCheckView,
  settlementListItemView,
  settlementView,
} from "../views/settlements.ts";
import { objectJsonView } from "../views/versions.ts";

export const settlementRoutes = routesAt("/:mode/settlements");

settlementRoutes.get("/", async (c) => {
  const { rows, ...slice } = await browseSettlements(
    c.get("ctx"),
    settlementList.filter(c),
    readPageParam(c),
  );
  return reply(c, { ...slice, settlements: rows.map(settlementListItemView) });
});

addExport(settlementRoutes, settlementList);

settlementRoutes.get("/:id", async (c) =>
  reply(c, settlementView(await settlementDetail(c.get("ctx"), c.req.param("id")))),
);

settlementRoutes.get("/:id/json", async (c) => {
  const settlement = await getSettlement(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("settlement", settlement, version)),
  );
});

/** The balance transactions of a settlement. */
export const settlementRowRoutes = routesAt("/:mode/settlements/:id/rows");

settlementRowRoutes.get("/", async (c) => {
  const filter = await settledEntryList.filter(c);
  const { rows, ...slice } = await browseEntries(c.get("ctx"), filter, readPageParam(c));
  return reply(c, { ...slice, entries: rows.map(entryListItemView) });
});

addExport(settlementRowRoutes, settledEntryList);

/** The net of a settlement by each of the books, compared now. */
settlementRoutes.get("/:id/books", async (c) =>
  reply(c, settlementBooksView(await settlementBooks(c.get("ctx"), c.req.param("id")))),
);

const simulation = z.strictObject({
  scenario: z.enum(["paid", "bank_account_closed"]),
  attempt: z.uuid(),
});

/** Simulates that a sandbox settlement arrives or is returned. Throws as `simulateSettlementIn`. */
settlementRoutes.post("/:id/simulate", requireRole("use_sandbox"), async (c) => {
  const ctx = c.get("ctx");
  const { scenario, attempt } = await readBody(c, simulation);
  if (ctx.mode === "live") throw missing("simulation", "in live mode");
  const id = c.req.param("id");
  const done = await replyOnce(
    c,
    { attempt, params: { scenario }, view: settlementListItemView },
    (request, render) =>
      once(ctx, request, (tx) => simulateSettlementIn(tx, ctx, id, scenario), render),
  );
  notifyDispatcher();
  return done;
});

export const settlementReportRoutes = routesAt("/:mode/settlement-report");

const LAST_DAYS: Readonly<Record<string, number>> = REPORT_PERIODS;
/** Two business days over a weekend, plus a difference of time zones. */
const AHEAD_DAYS = 7;
const LONGEST_DAYS = 3_660;
const SHOWN = 12;

settlementReportRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { timezone, defaultCurrency } = c.get("membership");
  const today = localDay(businessNow(ctx), timezone);
  const days = readDays(c, today);
  const month = readMonth(c, today);
  const currencies = await settledCurrencies(ctx);
  const currency = readCurrency(c, currencies) ?? currencies[0] ?? defaultCurrency;
  const length = daysBetween(days.fromDay, days.toDay) + 1;
  const before = { fromDay: addDays(days.fromDay, -length), toDay: addDays(days.fromDay, -1) };
  const arrival = { ...days, zone: timezone };
  const [sums, sumsBefore, arriving, list, checks] = await Promise.all([
    arrivalsByDay(ctx, currency, days),
    arrivalsByDay(ctx, currency, before),
    settlementsArriving(ctx, gridOf(month)),
    browseSettlements(
      ctx,
      { currencies: [currency], arrival },
      { after: null, before: null, limit: SHOWN },
    ),
    readBookChecks(ctx),
  ]);
  return reply(c, {
    today,
    currency,
    currencies,
    ...days,
    days: sums.map(arrivalDayView),
    before: sumsBefore.map(arrivalDayView),
    calendar: {
      month,
      settlements: arriving.map(({ id, status, net, arrivalDate, ...rest }) => ({
        id,
        status,
        currency: rest.currency,
        net: String(net),
        arrivalDate,
      })),
    },
    latest: list.rows.map(settlementListItemView),
    total: list.total,
    check: settlementCheckView(checks),
  });
});

/** `30d`: the last 30 days of arrival and those in transit; or days of arrival, `2026-11-01..2026-11-17`. */
function readDays(c: DashboardContext, today: string) {
  const text = c.req.query("period") || "30d";
  const last = LAST_DAYS[text];
  if (last !== undefined) {
    return { fromDay: addDays(today, 1 - last), toDay: addDays(today, AHEAD_DAYS) };
  }
  const [fromDay = "", toDay = "", ...rest] = text.split("..");
  const isPeriod = rest.length === 0 && text.includes("..") && isDay(fromDay);
  if (!isPeriod || (toDay && !isDay(toDay))) {
    throw invalid("period", "Give a period as 30d, or as days: 2026-11-01..2026-11-17.");
  }
  const days = { fromDay, toDay: toDay || addDays(today, AHEAD_DAYS) };
  const length = daysBetween(days.fromDay, days.toDay) + 1;
  if (length < 1 || length > LONGEST_DAYS) {
    throw invalid("period", "A period ends after it begins, and within ten years.");
  }
  return days;
}

/** `2026-11`; by default the current month. */
function readMonth(c: DashboardContext, today: string): string {
  const text = c.req.query("month") || today.slice(0, 7);
  if (!isDay(`${text}-01`)) throw invalid("month", "Give a month as 2026-11.");
  return text;
}

/** The days of a month's calendar in whole weeks from Monday. */
function gridOf(month: string) {
  return { fromDay: addDays(`${month}-01`, -6), toDay: addDays(`${month}-01`, 37) };
}

function readCurrency(c: DashboardContext, known: readonly string[]): string | undefined {
  const code = c.req.query("currency");
  if (!code) return undefined;
  if (!isCurrency(code)) throw invalid("currency", `${code} is not a currency.`);
  return known.includes(code) ? code : undefined;
}
