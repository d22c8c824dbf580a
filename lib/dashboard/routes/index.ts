import type { Routes } from "../typed-routes.ts";
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
import { settlementRoutes, settlementRowRoutes } from "./settlements.ts";
import { shellRoutes } from "./shell.ts";
import { signUpRoutes } from "./sign-up.ts";
import { simulationRoutes } from "./simulations.ts";
import { subscriptionRoutes } from "./subscriptions.ts";
import { teamRoutes } from "./team.ts";
import { testEventRoutes } from "./test-events.ts";
import { traceRoutes } from "./traces.ts";
import { versionRoutes } from "./versions.ts";

type Mounted = Pick<Routes, "base" | "app">;

/** `/internal/…` before any session: signing in. */
export const visitorRoutes: readonly Mounted[] = [signInRoutes, recoveryRoutes, signUpRoutes];

/** `/internal/…` for whoever is signed in; the same in both modes. */
export const memberRoutes: readonly Mounted[] = [
  sessionRoutes,
  accountRoutes,
  teamRoutes,
  securityRoutes,
  auditRoutes,
  notificationRoutes,
];

/** `/internal/:mode/…`: a route here finds its context in `c.get("ctx")`. */
export const modeRoutes: readonly Mounted[] = [
  liveRoutes,
  homeRoutes,
  quickStartRoutes,
  paymentRoutes,
  refundRoutes,
  disputeRoutes,
  mandateRoutes,
  customerRoutes,
  planRoutes,
  subscriptionRoutes,
  simulationRoutes,
  invoiceRoutes,
  balanceRoutes,
  settlementRoutes,
  settlementRowRoutes,
  payoutRoutes,
  payoutBatchRoutes,
  payoutLimitRoutes,
  settlementReportRoutes,
  sandboxClockRoutes,
  searchRoutes,
  keyRoutes,
  endpointRoutes,
  testEventRoutes,
  deliveryRoutes,
  replayRoutes,
  reportRoutes,
  downloadRoutes,
  eventRoutes,
  requestRoutes,
  traceRoutes,
  shellRoutes,
  checkoutRoutes,
  versionRoutes,
  declineFigureRoutes,
  costFigureRoutes,
];
