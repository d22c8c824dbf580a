import { Hono } from "hono";
import { keyStatus, listKeys } from "#lib/domain/keys/index.ts";
import { readOverview } from "#lib/domain/overview/index.ts";
import { latestPayments } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { isCurrency } from "#lib/kernel/money.ts";
import type { DashboardContext, DashboardEnv } from "../types.ts";
import { type HomeView, homeView } from "../views/home.ts";

export const homeRoutes = new Hono<DashboardEnv>();

const RANGES: Record<string, number> = { "7d": 7, "28d": 28 };
const RECENT = 8;

homeRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { timezone: zone, defaultCurrency: fallback } = c.get("membership");
  const wished = { days: readRange(c), currency: readCurrency(c), zone, fallback };
  const [overview, recent] = await Promise.all([
    readOverview(ctx, { zone, days: wished.days }),
    latestPayments(ctx, RECENT),
  ]);
  const quickStart = overview.firstDay === null ? await readQuickStart(ctx) : null;
  return c.json<HomeView>({ ...homeView(overview, wished, recent), quickStart });
});

/** What the first call needs: where to send it, and which of the account's own keys to use. */
async function readQuickStart(ctx: Context) {
  const keys = await listKeys(ctx);
  const key = keys.find((one) => one.kind === "secret" && keyStatus(one) === "active");
  return {
    baseUrl: env.publicUrl,
    key: key ? { id: key.id, name: key.name, hint: key.hint } : null,
  };
}

function readRange(c: DashboardContext): number {
  const days = RANGES[c.req.query("range") || "28d"];
  if (days === undefined) throw invalid("range", "Choose 7d or 28d.");
  return days;
}

function readCurrency(c: DashboardContext): string | null {
  const code = c.req.query("currency") || null;
  if (code && !isCurrency(code)) throw invalid("currency", `${code} is not a currency.`);
  return code;
}
