import type { Routes } from "../typed-routes.ts";
import { accountRoutes, auditRoutes, notificationRoutes, teamRoutes } from "./account.ts";
import { alertChannelRoutes, alertRoutes, alertRuleRoutes } from "./alerts.ts";

import { annotationRoutes, noteRoutes, tagRoutes } from "./annotations.ts";
import { balanceRoutes } from "./balance.ts";
import { bankLineRoutes, bankStatementRoutes } from "./bank-statements.ts";
import { invoiceRoutes, planRoutes } from "./billing.ts";
import { bookingRoutes } from "./booking.ts";
import { bulkJobRoutes, bulkRefundRoutes, bulkTagRoutes } from "./bulk.ts";
import { checkoutRoutes } from "./checkout.ts";
import { closingRoutes, correctionRoutes } from "./closings.ts";
import { customerRoutes } from "./customers.ts";
import { deliveryRoutes, eventRoutes } from "./deliveries.ts";
import { disputeFileRoutes, disputeRoutes } from "./disputes.ts";
import { endpointRoutes, testEventRoutes } from "./endpoints.ts";
import { homeRoutes, quickStartRoutes, waitingRoutes } from "./home.ts";
import { keyRoutes } from "./keys.ts";
import { listLayoutRoutes, metadataKeyRoutes } from "./list-layouts.ts";
import { listViewRoutes, teamViewRoutes } from "./list-views.ts";
import { liveRoutes } from "./live.ts";
import { mandateRoutes } from "./mandates.ts";
import { favouriteRoutes, tourRoutes } from "./member-settings.ts";
import { cliRoutes, pairingRoutes } from "./pairings.ts";
import { paymentRetryRoutes, retryJobRoutes } from "./payment-retries.ts";
import { paymentRoutes } from "./payments.ts";
import { payoutLimitRoutes } from "./payout-approvals.ts";
import { payoutBatchRoutes } from "./payout-batches.ts";
import { payoutRoutes } from "./payouts.ts";
import { refundRoutes } from "./refunds.ts";
import { replayRoutes } from "./replays.ts";
import {
  costFigureRoutes,
  declineFigureRoutes,
  downloadRoutes,
  reportRoutes,
  scheduleRoutes,
} from "./reports.ts";
import { requestRoutes, searchRoutes, traceRoutes } from "./requests.ts";
import { sandboxClockRoutes, simulationRoutes } from "./sandbox.ts";
import { securityRoutes } from "./security.ts";
import { sessionRoutes, signInRoutes } from "./session.ts";
import { settlementReportRoutes, settlementRoutes, settlementRowRoutes } from "./settlements.ts";
import { shellRoutes } from "./shell.ts";
import { recoveryRoutes, signUpRoutes } from "./sign-up.ts";

import { subscriptionRoutes } from "./subscriptions.ts";

import { versionRoutes } from "./versions.ts";

type Mounted = Pick<Routes, "base" | "app">;

/** `/internal/…` without a session. */
export const visitorRoutes: readonly Mounted[] = [
  signInRoutes,
  recoveryRoutes,
  signUpRoutes,
  cliRoutes,
];

/** `/internal/…` with a session, for both modes. */
export const memberRoutes: readonly Mounted[] = [
  sessionRoutes,
  accountRoutes,
  teamRoutes,
  securityRoutes,
  pairingRoutes,
  auditRoutes,
  notificationRoutes,
  listLayoutRoutes,
  favouriteRoutes,
  tourRoutes,
];

/** `/internal/:mode/…`: routes find their context in `c.get("ctx")`. */
export const modeRoutes: readonly Mounted[] = [
  liveRoutes,
  alertRoutes,
  alertRuleRoutes,
  alertChannelRoutes,
  homeRoutes,
  waitingRoutes,
  quickStartRoutes,
  metadataKeyRoutes,
  listViewRoutes,
  teamViewRoutes,
  tagRoutes,
  annotationRoutes,
  noteRoutes,
  bulkTagRoutes,
  bulkRefundRoutes,
  bulkJobRoutes,
  paymentRoutes,
  paymentRetryRoutes,
  retryJobRoutes,
  refundRoutes,
  disputeRoutes,
  disputeFileRoutes,
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
  bankStatementRoutes,
  bankLineRoutes,
  sandboxClockRoutes,
  searchRoutes,
  keyRoutes,
  endpointRoutes,
  testEventRoutes,
  deliveryRoutes,
  replayRoutes,
  reportRoutes,
  downloadRoutes,
  bookingRoutes,
  closingRoutes,
  correctionRoutes,
  scheduleRoutes,
  eventRoutes,
  requestRoutes,
  traceRoutes,
  shellRoutes,
  checkoutRoutes,
  versionRoutes,
  declineFigureRoutes,
  costFigureRoutes,
];
