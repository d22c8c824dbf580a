import {
  COST_DIMENSIONS,
  currenciesOfCosts,
  listDearest,
  readCosts,
} from "#lib/domain/analytics/index.ts";
import { readReportCurrency, readReportFilters, readReportPeriod } from "../report-params.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { dearestView, interchangeView } from "../views/report-figures.ts";

export const costFigureRoutes = routesAt("/:mode/reports/interchange");

costFigureRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { timezone, defaultCurrency } = c.get("membership");
  const filters = readReportFilters(c, COST_DIMENSIONS);
  const wanted = readReportCurrency(c);
  const period = await readReportPeriod(c);
  const currencies = await currenciesOfCosts(ctx, period);
  const currency = wanted ?? currencies[0]?.code ?? defaultCurrency;
  const common = { zone: timezone, currency, interval: period.interval, filters };
  const [now, before] = await readCosts(ctx, [
    { ...common, from: period.from, to: period.to },
    { ...common, from: period.previousFrom, to: period.previousTo },
  ]);
  const frame = { period, timezone, currency, currencies };
  return reply(c, interchangeView(frame, now!, before!));
});

const DEAREST = 15;

costFigureRoutes.get("/dearest", async (c) => {
  const ctx = c.get("ctx");
  const filters = readReportFilters(c, COST_DIMENSIONS);
  const currency = readReportCurrency(c) ?? c.get("membership").defaultCurrency;
  const { from, to } = await readReportPeriod(c);
  const charges = await listDearest(ctx, { from, to, currency, filters }, DEAREST);
  return reply(c, dearestView(charges));
});
