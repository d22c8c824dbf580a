import { balanceEndpoints } from "./handlers/balance.ts";
import { bankPaymentEndpoints } from "./handlers/bank-payments.ts";
import { bookingAccountsEndpoints } from "./handlers/booking-accounts.ts";
import { customerEndpoints } from "./handlers/customers.ts";
import { deliveryEndpoints } from "./handlers/deliveries.ts";
import { deliveryReconciliationEndpoints } from "./handlers/delivery-reconciliation.ts";
import { disputeFileEndpoints } from "./handlers/dispute-files.ts";
import { disputeEndpoints } from "./handlers/disputes.ts";
import { eventEndpoints } from "./handlers/events.ts";
import { invoiceEndpoints } from "./handlers/invoices.ts";
import { mandateEndpoints } from "./handlers/mandates.ts";
import { monthClosingEndpoints } from "./handlers/month-closings.ts";
import { paymentMethodEndpoints } from "./handlers/payment-methods.ts";
import { paymentEndpoints } from "./handlers/payments.ts";
import { payoutEndpoints } from "./handlers/payouts.ts";
import { planEndpoints } from "./handlers/plans.ts";
import { refundEndpoints } from "./handlers/refunds.ts";
import { replayEndpoints } from "./handlers/replays.ts";
import { reportEndpoints } from "./handlers/reports.ts";
import { requestEndpoints } from "./handlers/requests.ts";
import { settlementEndpoints } from "./handlers/settlements.ts";
import { simulationEndpoints } from "./handlers/simulations.ts";
import { subscriptionEndpoints } from "./handlers/subscriptions.ts";
import { testClockEndpoints } from "./handlers/test-clock.ts";
import { webhookEndpointEndpoints } from "./handlers/webhook-endpoints.ts";
import type { Endpoint } from "./pipeline/serve.ts";

/** Every route of the API with its handler, in the order of the reference. One line per noun. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...paymentEndpoints,
  ...bankPaymentEndpoints,
  ...refundEndpoints,
  ...paymentMethodEndpoints,
  ...mandateEndpoints,
  ...disputeEndpoints,
  ...disputeFileEndpoints,
  ...customerEndpoints,
  ...planEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...balanceEndpoints,
  ...settlementEndpoints,
  ...payoutEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
  ...deliveryEndpoints,
  ...deliveryReconciliationEndpoints,
  ...replayEndpoints,
  ...requestEndpoints,
  ...testClockEndpoints,
  ...simulationEndpoints,
  ...reportEndpoints,
  ...bookingAccountsEndpoints,
  ...monthClosingEndpoints,
];
