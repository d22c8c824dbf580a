import type { RefundDetail, RefundListItem } from "#lib/domain/refunds/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import type { Settlement } from "#lib/domain/settlements/index.ts";
import { announcementView, transferView } from "./payments.ts";
import {
  customerRefView,
  instrumentView,
  iso,
  requestListItemView,
  type SliceView,
  settlementRefView,
} from "./shared.ts";

export function refundListItemView(line: RefundListItem) {
  return {
    id: line.id,
    status: line.status,
    amount: String(line.amountMinor),
    currency: line.currency,
    reason: line.reason,
    failureReason: line.failureReason,
    payment: {
      id: line.paymentId,
      amount: String(line.paymentAmountMinor),
      description: line.paymentDescription,
    },
    instrument: instrumentView(line),
    customer: customerRefView(line),
    createdAt: line.createdAt.toISOString(),
    updatedAt: line.updatedAt.toISOString(),
  };
}

export type RefundListItemView = ReturnType<typeof refundListItemView>;
export type RefundListView = SliceView & { refunds: RefundListItemView[] };

/** The screen of a refund, without the object's JSON. */
export function refundView(
  { refund, transfers, announcements }: RefundDetail,
  settlement: Settlement | null,
  requests: readonly RequestListItem[],
) {
  const line = refundListItemView(refund);
  return {
    ...line,
    payment: {
      ...line.payment,
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
    events: announcements.map(announcementView),
    requests: requests.map(requestListItemView),
  };
}

export type RefundView = ReturnType<typeof refundView>;
