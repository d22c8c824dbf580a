import { z } from "zod";
import { browseEntries } from "#lib/domain/balance/index.ts";
import { readBookChecks } from "#lib/domain/books/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import {
  arrivalsByDay,
  browseSettlements,
  fundsInTransit,
  getSettlement,
  settledCurrencies,
  settlementBooks,
  settlementDetail,
  settlementsArriving,
  simulateSettlementIn,
  sumSettlements,
} from "#lib/domain/settlements/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { addDays } from "#lib/kernel/period.ts";
import { LIST_SORTS } from "#lib/kernel/vocabulary/lists.ts";
import { wireIn } from "#lib/wire/index.ts";
import { type ArrivalPeriod, readArrivalPeriod, readMonthWithin } from "../arrival-period.ts";
import { checkSortable, readPageParam, readParam } from "../list-params.ts";
import { settledEntryList, settlementList } from "../lists/balance.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import type { QueryContext } from "../typed-routes.ts";
import { asList, reply, replyOnce, routesAt } from "../typed-routes.ts";
import {
  arrivalDayView,
  arrivingView,
  entryListItemView,
  inTransitView,
  settlementBooksView,
  settlementCheckView,
  settlementListItemView,
  settlementView,
} from "../views/settlements.ts";
import { listSumsView } from "../views/shared.ts";
import { objectJsonView } from "../views/versions.ts";

export const settlementRoutes = routesAt("/:mode/settlements");

settlementRoutes.get("/", async (c) => {
  const [ctx, filter] = [c.get("ctx"), settlementList.filter(c)];
  const page = readPageParam(c, LIST_SORTS.settlements);
  await checkSortable(page, LIST_SORTS.settlements, () => sumSettlements(ctx, filter));
  const { rows, ...slice } = await browseSettlements(ctx, filter, page);
  return reply(c, { ...slice, settlements: rows.map(settlementListItemView) });
});

addExport(settlementRoutes, settlementList);

settlementRoutes.get("/sums", async (c) =>
  reply(c, listSumsView(await sumSettlements(c.get("ctx"), settlementList.filter(asList(c))))),
);

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

export const simulation = z.strictObject({
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

const SHOWN = 12;

settlementReportRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const today = businessNow(ctx).toISOString().slice(0, 10);
  const period = readArrivalPeriod(readParam(c, "period"), today);
  const month = readMonthWithin(period, { wanted: readParam(c, "month"), today });
  const currencies = await settledCurrencies(ctx);
  const currency =
    readCurrency(c, currencies) ?? currencies[0] ?? c.get("membership").defaultCurrency;
  const { fromDay, toDay, previousFromDay, previousToDay } = period;
  const [sums, sumsBefore, onTheWay, arriving, list, checks] = await Promise.all([
    arrivalsByDay(ctx, currency, { fromDay, toDay }),
    arrivalsByDay(ctx, currency, { fromDay: previousFromDay, toDay: previousToDay }),
    fundsInTransit(ctx),
    settlementsArriving(ctx, daysOf(month, period)),
    browseSettlements(
      ctx,
      { currencies: [currency], arrival: { fromDay, toDay, zone: "UTC" } },
      { after: null, before: null, limit: SHOWN },
    ),
    readBookChecks(ctx),
  ]);
  return reply(c, {
    today,
    currency,
    currencies,
    period,
    days: sums.map(arrivalDayView),
    before: sumsBefore.map(arrivalDayView),
    onTheWay: onTheWay.map(inTransitView),
    calendar: { month, settlements: arriving.map(arrivingView) },
    latest: list.rows.map(settlementListItemView),
    total: list.total,
    check: settlementCheckView(checks),
  });
});

/** The days of a month that are within the period. */
function daysOf(month: string, { fromDay, toDay }: ArrivalPeriod) {
  const first = `${month}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  return { fromDay: fromDay > first ? fromDay : first, toDay: toDay < last ? toDay : last };
}

function readCurrency(c: QueryContext<"currency">, known: readonly string[]): string | undefined {
  const code = readParam(c, "currency");
  if (!code) return undefined;
  if (!isCurrency(code)) throw invalid("currency", `${code} is not a currency.`);
  return known.includes(code) ? code : undefined;
}
