import {
  currenciesOfOutcomes,
  OUTCOME_DIMENSIONS,
  readOutcomes,
} from "#lib/domain/analytics/index.ts";
import { readHour } from "../list-params.ts";
import { readReportCurrency, readReportFilters, readReportPeriod } from "../report-params.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { declinesView } from "../views/report-figures.ts";

export const declineFigureRoutes = routesAt("/:mode/reports/declines");

declineFigureRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { timezone, defaultCurrency } = c.get("membership");
  const filters = readReportFilters(c, OUTCOME_DIMENSIONS);
  const hour = readHour(c);
  const hours = hour === undefined ? undefined : [hour];
  const wanted = readReportCurrency(c);
  const period = await readReportPeriod(c);
  const currencies = await currenciesOfOutcomes(ctx, period);
  const currency = wanted ?? currencies[0]?.code ?? defaultCurrency;
  const common = { zone: timezone, currency, interval: period.interval, filters, hours };
  const [now, before] = await readOutcomes(ctx, [
    { ...common, from: period.from, to: period.to },
    { ...common, from: period.previousFrom, to: period.previousTo },
  ]);
  const frame = { period, timezone, currency, currencies };
  return reply(c, declinesView(frame, now!, before!));
});
