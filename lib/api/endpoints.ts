import { balanceEndpoints } from "./handlers/balance.ts";
import { customerEndpoints } from "./handlers/customers.ts";
import { deliveryEndpoints } from "./handlers/deliveries.ts";
import { deliveryReconciliationEndpoints } from "./handlers/delivery-reconciliation.ts";
import { disputeEndpoints } from "./handlers/disputes.ts";
import { eventEndpoints } from "./handlers/events.ts";
import { paymentMethodEndpoints } from "./handlers/payment-methods.ts";
import { paymentEndpoints } from "./handlers/payments.ts";
import { refundEndpoints } from "./handlers/refunds.ts";
import { replayEndpoints } from "./handlers/replays.ts";
import { reportEndpoints } from "./handlers/reports.ts";
import { settlementEndpoints } from "./handlers/settlements.ts";
import { simulationEndpoints } from "./handlers/simulations.ts";
import { testClockEndpoints } from "./handlers/test-clock.ts";
import { webhookEndpointEndpoints } from "./handlers/webhook-endpoints.ts";
import type { Endpoint } from "./pipeline/serve.ts";

/** Every endpoint of the API, in the order of the reference. One line per noun. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...paymentEndpoints,
  ...refundEndpoints,
  ...paymentMethodEndpoints,
  ...disputeEndpoints,
  ...customerEndpoints,
  ...balanceEndpoints,
  ...settlementEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
  ...deliveryEndpoints,
  ...deliveryReconciliationEndpoints,
  ...replayEndpoints,
  ...testClockEndpoints,
  ...simulationEndpoints,
  ...reportEndpoints,
];
