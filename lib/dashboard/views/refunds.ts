import type { RefundDetail, RefundListItem } from "#lib/domain/refunds/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import type { Settlement } from "#lib/domain/settlements/index.ts";
import type { ActionsView } from "./actions.ts";
import { eventWithDeliveriesView, transferView } from "./payments.ts";
import {
  customerRefView,
  instrumentView,
  iso,
  type Listed,
  requestListItemView,
  type SliceView,
  settlementRefView,
} from "./shared.ts";

export function refundListItemView(item: RefundListItem) {
  return {
    id: item.id,
    status: item.status,
    amount: String(item.amountMinor),
    currency: item.currency,
    reason: item.reason,
    failureReason: item.failureReason,
    payment: {
      id: item.paymentId,
      amount: String(item.paymentAmountMinor),
      description: item.paymentDescription,
    },
    instrument: instrumentView(item),
    customer: customerRefView(item),
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
  };
}

export type RefundListItemView = ReturnType<typeof refundListItemView>;
export type RefundListView = SliceView & { refunds: Listed<RefundListItemView>[] };

/** The screen of a refund, without the object's JSON. */
export function refundView(
  { refund, transfers, events }: RefundDetail,
  related: {
    settlement: Settlement | null;
    requests: readonly RequestListItem[];
    actions: ActionsView<"refund">;
  },
) {
  const item = refundListItemView(refund);
  const { settlement, requests, actions } = related;
  return {
    ...item,
    allowedActions: actions,
    payment: {
      ...item.payment,
      status: refund.paymentStatus,
      amountCaptured: String(refund.paymentAmountCapturedMinor),
      amountRefunded: String(refund.paymentAmountRefundedMinor),
      createdAt: refund.paymentCreatedAt.toISOString(),
    },
    metadata: refund.metadata,
    requestId: refund.requestId,
    railReference: refund.railReference,
    railCheckAt: iso(refund.railCheckAt),
    settlement: settlement && settlementRefView(settlement),
    transfers: transfers.map(transferView),
    events: events.map(eventWithDeliveriesView),
    requests: requests.map(requestListItemView),
  };
}

export type RefundView = ReturnType<typeof refundView>;
