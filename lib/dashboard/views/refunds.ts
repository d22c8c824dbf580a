import type { RefundDossier, RefundLine } from "#lib/domain/refunds/index.ts";
import type { RequestLine } from "#lib/domain/request-log/index.ts";
import type { Settlement } from "#lib/domain/settlements/index.ts";
import { announcementView, transferView } from "./payments.ts";
import {
  customerRefView,
  instrumentView,
  iso,
  requestLineView,
  type SliceView,
  settlementRefView,
} from "./shared.ts";

/** A refund as a line of a list. */
export function refundLineView(line: RefundLine) {
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

export type RefundLineView = ReturnType<typeof refundLineView>;
export type RefundListView = SliceView & { refunds: RefundLineView[] };

/** Everything the refund's page shows but the object's own JSON. */
export function refundView(
  { refund, transfers, announcements }: RefundDossier,
  settlement: Settlement | null,
  requests: readonly RequestLine[],
) {
  const line = refundLineView(refund);
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
    requests: requests.map(requestLineView),
  };
}

export type RefundView = ReturnType<typeof refundView>;
