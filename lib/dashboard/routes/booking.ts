import { z } from "zod";
import {
  accountsOfChart,
  findCurrencies,
  readAllSettings,
  saveSettings,
} from "#lib/domain/booking/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { localDay } from "#lib/kernel/period.ts";
import {
  BOOKING_ACCOUNTS,
  DATEV_CHARTS,
  JOURNAL_LAYOUTS,
  type JournalSettings,
} from "#lib/kernel/vocabulary/booking.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";

export const bookingRoutes = routesAt("/:mode/booking");

/** The data of the form that exports a journal for an accounting program. */
bookingRoutes.get("/", requireRole("download_reports"), async (c) => {
  const ctx = c.get("ctx");
  const { timezone, defaultCurrency } = c.get("membership");
  const [settings, found] = await Promise.all([readAllSettings(ctx), findCurrencies(ctx)]);
  return reply(c, {
    timezone,
    today: localDay(businessNow(ctx), timezone),
    currency: defaultCurrency,
    currencies: [...new Set([defaultCurrency, ...found])].sort(),
    settings,
    charts: { skr03: accountsOfChart("skr03"), skr04: accountsOfChart("skr04") },
  });
});

const code = z.string().trim().max(100);
const accounts = z.record(z.enum(BOOKING_ACCOUNTS), code);
export const bookingSettings = z.strictObject({
  layout: z.enum(JOURNAL_LAYOUTS),
  settings: z.strictObject({
    accounts,
    datev: z
      .strictObject({
        chart: z.enum(DATEV_CHARTS),
        consultant: z.number(),
        client: z.number(),
        fiscalYearStart: z.number(),
      })
      .nullable(),
    taxRate: z.string().max(50).nullable(),
  }),
}) satisfies z.ZodType<{ settings: JournalSettings }>;

/** Remembers the accounts of a program. Throws as `saveSettingsIn`. */
bookingRoutes.post("/", requireRole("download_reports"), async (c) => {
  const { layout, settings } = await readBody(c, bookingSettings);
  return reply(c, { settings: await saveSettings(c.get("ctx"), layout, settings) });
});
