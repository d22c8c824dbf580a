import type { Dispute, DisputeDetail, DisputeListItem } from "#lib/domain/disputes/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import { announcementView, transferView } from "./payments.ts";
import { customerRefView, instrumentView, requestListItemView } from "./shared.ts";

export function disputeListItemView(line: DisputeListItem) {
  return {
    id: line.id,
    status: line.status,
    amount: String(line.amountMinor),
    currency: line.currency,
    fee: String(line.feeMinor),
    reason: line.reason,
    networkReasonCode: line.networkReasonCode,
    evidenceDueBy: line.evidenceDueBy.toISOString(),
    /** Names of the evidence texts that are saved. */
    evidenceGiven: Object.keys(line.evidence),
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

export type DisputeListItemView = ReturnType<typeof disputeListItemView>;

/** `GET /internal/:mode/disputes` */
export type DisputeListView = {
  disputes: DisputeListItemView[];
  /** Matches of all filters. */
  total: number;
  /** Matches of the other filters, by status. */
  counts: Record<Dispute["status"], number>;
  older: string | null;
  newer: string | null;
};

/** The screen of a dispute, without the object's JSON. */
export function disputeView(
  { dispute, transfers, announcements, moves }: DisputeDetail,
  requests: readonly RequestListItem[],
) {
  const line = disputeListItemView(dispute);
  return {
    ...line,
    evidence: dispute.evidence as Record<string, string>,
    payment: {
      ...line.payment,
      status: dispute.paymentStatus,
      sca: dispute.paymentSca,
      createdAt: dispute.paymentCreatedAt.toISOString(),
    },
    moves: moves.map(({ at, ...move }) => ({ ...move, at: at.toISOString() })),
    transfers: transfers.map(transferView),
    events: announcements.map(announcementView),
    requests: requests.map(requestListItemView),
  };
}

export type DisputeView = ReturnType<typeof disputeView>;

/** A dispute after evidence or acceptance. */
export function disputeAnsweredView({ id, status, evidence }: Dispute) {
  return { id, status, evidence: evidence as Record<string, string> };
}

export type DisputeAnsweredView = ReturnType<typeof disputeAnsweredView>;
