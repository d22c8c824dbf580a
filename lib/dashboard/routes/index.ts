import type { Hono } from "hono";
import type { DashboardEnv } from "../types.ts";
import { accountRoutes } from "./account.ts";
import { auditRoutes } from "./audit.ts";
import { balanceRoutes } from "./balance.ts";
import { checkoutRoutes } from "./checkout.ts";
import { costFigureRoutes } from "./cost-figures.ts";
import { customerRoutes } from "./customers.ts";
import { declineFigureRoutes } from "./decline-figures.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { disputeRoutes } from "./disputes.ts";
import { downloadRoutes } from "./downloads.ts";
import { endpointRoutes } from "./endpoints.ts";
import { eventRoutes } from "./events.ts";
import { homeRoutes } from "./home.ts";
import { invoiceRoutes } from "./invoices.ts";
import { keyRoutes } from "./keys.ts";
import { liveRoutes } from "./live.ts";
import { mandateRoutes } from "./mandates.ts";
import { notificationRoutes } from "./notifications.ts";
import { paymentRoutes } from "./payments.ts";
import { payoutBatchRoutes } from "./payout-batches.ts";
import { payoutLimitRoutes } from "./payout-limits.ts";
import { payoutRoutes } from "./payouts.ts";
import { planRoutes } from "./plans.ts";
import { quickStartRoutes } from "./quick-start.ts";
import { recoveryRoutes } from "./recovery.ts";
import { refundRoutes } from "./refunds.ts";
import { replayRoutes } from "./replays.ts";
import { reportRoutes } from "./reports.ts";
import { requestRoutes } from "./requests.ts";
import { sandboxClockRoutes } from "./sandbox-clock.ts";
import { searchRoutes } from "./search.ts";
import { securityRoutes } from "./security.ts";
import { sessionRoutes, signInRoutes } from "./session.ts";
import { settlementReportRoutes } from "./settlement-report.ts";
import { settlementRoutes } from "./settlements.ts";
import { shellRoutes } from "./shell.ts";
import { signUpRoutes } from "./sign-up.ts";
import { simulationRoutes } from "./simulations.ts";
import { subscriptionRoutes } from "./subscriptions.ts";
import { teamRoutes } from "./team.ts";
import { testEventRoutes } from "./test-events.ts";
import { traceRoutes } from "./traces.ts";
import { versionRoutes } from "./versions.ts";

type Mounted = ReadonlyArray<readonly [path: string, routes: Hono<DashboardEnv>]>;

/** `/internal/…` before any session: signing in. */
export const visitorRoutes: Mounted = [
  ["/", signInRoutes],
  ["/recovery", recoveryRoutes],
  ["/sign-up", signUpRoutes],
];

/** `/internal/…` for whoever is signed in; the same in both modes. */
export const memberRoutes: Mounted = [
  ["/session", sessionRoutes],
  ["/account", accountRoutes],
  ["/team", teamRoutes],
  ["/security", securityRoutes],
  ["/audit", auditRoutes],
  ["/notifications", notificationRoutes],
];

/** `/internal/:mode/…`: a route here finds its context in `c.get("ctx")`. */
export const modeRoutes: Mounted = [
  ["/live", liveRoutes],
  ["/home", homeRoutes],
  ["/quick-start", quickStartRoutes],
  ["/payments", paymentRoutes],
  ["/refunds", refundRoutes],
  ["/disputes", disputeRoutes],
  ["/mandates", mandateRoutes],
  ["/customers", customerRoutes],
  ["/plans", planRoutes],
  ["/subscriptions", subscriptionRoutes],
  ["/simulations", simulationRoutes],
  ["/invoices", invoiceRoutes],
  ["/balance", balanceRoutes],
  ["/settlements", settlementRoutes],
  ["/payouts", payoutRoutes],
  ["/payout-batches", payoutBatchRoutes],
  ["/payout-limits", payoutLimitRoutes],
  ["/settlement-report", settlementReportRoutes],
  ["/clock", sandboxClockRoutes],
  ["/search", searchRoutes],
  ["/keys", keyRoutes],
  ["/endpoints", endpointRoutes],
  ["/endpoints", testEventRoutes],
  ["/deliveries", deliveryRoutes],
  ["/replays", replayRoutes],
  ["/reports", reportRoutes],
  ["/downloads", downloadRoutes],
  ["/events", eventRoutes],
  ["/logs", requestRoutes],
  ["/timelines", traceRoutes],
  ["/shell", shellRoutes],
  ["/checkout", checkoutRoutes],
  ["/versions", versionRoutes],
  ["/reports/declines", declineFigureRoutes],
  ["/reports/interchange", costFigureRoutes],
];
