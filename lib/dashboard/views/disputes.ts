import type {
  Dispute,
  DisputeDetail,
  DisputeFile,
  DisputeListItem,
  Proposal,
} from "#lib/domain/disputes/index.ts";
import type { TeamMember } from "#lib/domain/members/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import type { ActionsView } from "./actions.ts";
import { eventWithDeliveriesView, transferView } from "./payments.ts";
import { customerRefView, instrumentView, type Listed, requestListItemView } from "./shared.ts";

export function disputeListItemView(item: DisputeListItem) {
  return {
    id: item.id,
    status: item.status,
    amount: String(item.amountMinor),
    currency: item.currency,
    fee: String(item.feeMinor),
    reason: item.reason,
    networkReasonCode: item.networkReasonCode,
    evidenceDueBy: item.evidenceDueBy.toISOString(),
    /** Names of the evidence texts that are saved. */
    evidenceGiven: Object.keys(item.evidence),
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

/** An evidence file. Its content has an address of its own. */
export function disputeFileView(file: DisputeFile) {
  return {
    id: file.id,
    name: file.name,
    type: file.type,
    size: file.size,
    sha256: file.sha256,
    addedBy: file.actorName ?? (file.actorType === "key" ? "API" : "Paydesk"),
    createdAt: file.createdAt.toISOString(),
  };
}

export type DisputeFileView = ReturnType<typeof disputeFileView>;

export type DisputeListItemView = ReturnType<typeof disputeListItemView>;

/** `GET /internal/:mode/disputes` */
export type DisputeListView = {
  disputes: Listed<DisputeListItemView>[];
  /** Matches of all filters. */
  total: number;
  older: string | null;
  newer: string | null;
};

function assignedTo({ assignedTo: id, assigneeName }: DisputeDetail["dispute"]) {
  return id === null ? null : { id, name: assigneeName ?? "A former member" };
}

type DisputeExtras = {
  requests: readonly RequestListItem[];
  assignees: readonly TeamMember[];
  proposals: readonly Proposal[];
};

/** The screen of a dispute, without the object's JSON. */
export function disputeView(
  { dispute, files, transfers, events, moves }: DisputeDetail,
  { requests, assignees, proposals }: DisputeExtras,
  actions: ActionsView<"dispute">,
) {
  const item = disputeListItemView(dispute);
  return {
    ...item,
    allowedActions: actions,
    evidence: dispute.evidence as Record<string, string>,
    files: files.map(disputeFileView),
    /** Texts for fields, while it can be answered. */
    proposals,
    assignee: assignedTo(dispute),
    /** To whom the reader may assign it. */
    assignees: assignees.map(({ userId, name }) => ({ id: userId, name })),
    payment: {
      ...item.payment,
      status: dispute.paymentStatus,
      sca: dispute.paymentSca,
      acquirerResponse: dispute.acquirerResponse,
      createdAt: dispute.paymentCreatedAt.toISOString(),
    },
    moves: moves.map(({ at, ...move }) => ({ ...move, at: at.toISOString() })),
    transfers: transfers.map(transferView),
    events: events.map(eventWithDeliveriesView),
    requests: requests.map(requestListItemView),
  };
}

export type DisputeView = ReturnType<typeof disputeView>;

/** A dispute after evidence or acceptance. */
export function disputeAnsweredView({ id, status, evidence }: Dispute) {
  return { id, status, evidence: evidence as Record<string, string> };
}

export type DisputeAnsweredView = ReturnType<typeof disputeAnsweredView>;

/** The member to whom a dispute is assigned now. */
export function assigneeView(member: TeamMember | null) {
  return { assignee: member && { id: member.userId, name: member.name } };
}

export type AssigneeView = ReturnType<typeof assigneeView>;
