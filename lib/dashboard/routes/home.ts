import { readOutcomes } from "#lib/domain/analytics/index.ts";
import { flushKeyUse } from "#lib/domain/keys/index.ts";
import { readOverview, readQuickStart, readWaiting } from "#lib/domain/overview/index.ts";
import { latestPayments } from "#lib/domain/payments/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { env } from "#lib/kernel/env.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import { readHomePeriod } from "../home-params.ts";
import { readParam } from "../list-params.ts";
import { paymentMarkers } from "../markers.ts";
import type { QueryContext } from "../typed-routes.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { homeView, quickStartView, recoveredView, waitingView } from "../views/home.ts";

export const homeRoutes = routesAt("/:mode/home");

const RECENT = 8;
/** After 14 days of payments without a webhook the quick start is not shown any more. */
const NEW_FOR_MS = 14 * DAY_MS;

homeRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { timezone: zone, defaultCurrency: fallback } = c.get("membership");
  const currency = readCurrency(c);
  const frame = await readHomePeriod(c);
  const { period, comparison } = frame;
  const [overview, recent, start, markers] = await Promise.all([
    readOverview(ctx, { zone, periods: [period, ...(comparison ? [comparison] : [])] }),
    latestPayments(ctx, RECENT),
    readQuickStart(ctx),
    paymentMarkers(ctx, period),
  ]);
  const isNew = overview.firstDay === null || overview.firstDay >= dayBefore(NEW_FOR_MS);
  const quickStart = isNew && !start.delivered ? quickStartView(start, env.publicUrl) : null;
  const view = homeView(overview, { ...frame, currency, zone, fallback }, recent);
  const { from, to, interval } = period;
  const asked = { from, to, interval, zone, currency: view.currency, filters: {} };
  const [outcomes] = await readOutcomes(ctx, [{ ...asked, dimensions: ["decline_kind"] }]);
  return reply(c, { ...view, recovered: recoveredView(outcomes!), quickStart, markers });
});

function dayBefore(ms: number): string {
  return dateFromMs(nowMs() - ms)
    .toISOString()
    .slice(0, 10);
}

function readCurrency(c: QueryContext<"currency">): string | null {
  const code = readParam(c, "currency") || null;
  if (code && !isCurrency(code)) throw invalid("currency", `${code} is not a currency.`);
  return code;
}

export const waitingRoutes = routesAt("/:mode/waiting");

/** How much waits for this person, by place of the sidebar. */
waitingRoutes.get("/", async (c) =>
  reply(c, waitingView(await readWaiting(c.get("ctx")), c.get("membership").role)),
);

export const quickStartRoutes = routesAt("/:mode/quick-start");

/** The steps of the quick start and which are done. */
quickStartRoutes.get("/", async (c) => {
  // Includes requests that this process has counted and not written yet.
  await flushKeyUse().catch((error) => log.warn("key counters are late", { error }));
  const start = await readQuickStart(c.get("ctx"));
  return reply(c, quickStartView(start, env.publicUrl));
});
