import { toCustomerWire } from "./customers.ts";
import { toDisputeWire } from "./disputes.ts";
import { toPaymentMethodWire } from "./payment-methods.ts";
import { toPaymentWire } from "./payments.ts";
import { toRefundWire } from "./refunds.ts";
import { toReportWire } from "./reports.ts";
import { toSettlementWire } from "./settlements.ts";

/** Each noun in its newest wire shape, the same in responses and in events. One line per noun. */
export const WIRE_SERIALIZERS = {
  customer: toCustomerWire,
  dispute: toDisputeWire,
  payment: toPaymentWire,
  payment_method: toPaymentMethodWire,
  refund: toRefundWire,
  report: toReportWire,
  settlement: toSettlementWire,
};
