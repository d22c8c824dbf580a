import type { TopUp } from "#lib/domain/payout-balance/index.ts";
import type {
  BatchListItem,
  Payout,
  PayoutBatch,
  PayoutDetail,
  PayoutListItem,
  PayoutOffer,
  PayoutPreview,
} from "#lib/domain/payouts/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import { reasonMessage } from "#lib/kernel/bank-reasons.ts";
import type { ApprovalView } from "./approvals.ts";
import { announcementView, transferView } from "./payments.ts";
import { iso, requestListItemView, type SliceView } from "./shared.ts";

const reasonView = (code: string | null) =>
  code === null ? null : { code, message: reasonMessage(code) };

/** A payout as a line of a list. */
export function payoutListItemView(line: PayoutListItem) {
  const { beneficiary } = line;
  return {
    id: line.id,
    status: line.status,
    amount: String(line.amountMinor),
    currency: line.currency,
    beneficiary: {
      name: beneficiary.name,
      iban: beneficiary.iban,
      accountNumber: beneficiary.accountNumber,
      sortCode: beneficiary.sortCode,
      bic: beneficiary.bic,
      country: beneficiary.country,
    },
    rail: line.rail,
    reason: reasonView(line.reasonCode),
    reference: line.reference,
    approval: line.approval?.state ?? null,
    batch: line.batchId && { id: line.batchId, row: line.batchRow },
    arrivalDate: line.arrivalDate,
    createdAt: line.createdAt.toISOString(),
    updatedAt: line.updatedAt.toISOString(),
  };
}

export type PayoutListItemView = ReturnType<typeof payoutListItemView>;
export type PayoutListView = SliceView & { payouts: PayoutListItemView[] };

/** Everything the payout's page shows but the object's own JSON. */
export function payoutView(
  { payout, transfers, announcements }: PayoutDetail,
  requests: readonly RequestListItem[],
  asked: ApprovalView | null,
) {
  return {
    ...payoutListItemView(payout),
    payeeVerification: payout.payeeVerification,
    railRequested: payout.railRequested,
    fallback: reasonView(payout.fallbackReason),
    endToEndId: payout.endToEndId,
    metadata: payout.metadata,
    requestId: payout.requestId,
    railReference: payout.railReference,
    sentAt: iso(payout.sentAt),
    railCheckAt: iso(payout.railCheckAt),
    asked,
    /** Before the bank has it. */
    canCancel: payout.status === "pending" && payout.sentAt === null,
    transfers: transfers.map(transferView),
    events: announcements.map(announcementView),
    requests: requests.map(requestListItemView),
  };
}

export type PayoutView = ReturnType<typeof payoutView>;

/** What a form or a button learns when it is done. */
export function payoutMadeView({ id, status, amountMinor, currency, approval }: Payout) {
  return { id, status, amount: String(amountMinor), currency, approval: approval?.state ?? null };
}

export type PayoutMadeView = ReturnType<typeof payoutMadeView>;

export function payoutOfferView(offer: PayoutOffer) {
  const { balanceMinor, ...rest } = offer;
  return { ...rest, balance: String(balanceMinor) };
}

export type PayoutOffersView = { offers: ReturnType<typeof payoutOfferView>[] };

export function payoutPreviewView(preview: PayoutPreview) {
  return {
    amount: String(preview.amountMinor),
    currency: preview.currency,
    beneficiary: preview.beneficiary,
    rail: preview.rail,
    reference: preview.reference,
    arrivalDate: preview.arrivalDate,
    payee: preview.payee,
  };
}

export type PayoutPreviewView = ReturnType<typeof payoutPreviewView>;

/** A batch, made or only looked at. */
export function batchView(batch: PayoutBatch) {
  return {
    id: batch.id,
    status: batch.status,
    format: batch.format,
    currency: batch.currency,
    count: batch.count,
    total: String(batch.total),
    accepted: batch.accepted,
    acceptedTotal: String(batch.acceptedTotal),
    rejected: batch.rejected,
    settled: batch.settled,
    returned: batch.returned,
    failed: batch.failed,
    canceled: batch.canceled,
    errors: batch.errors,
    approval: batch.approval?.state ?? null,
    metadata: batch.metadata,
    requestId: batch.requestId,
    createdAt: batch.createdAt.toISOString(),
  };
}

/** Everything the batch's page shows. */
export function batchPageView(batch: PayoutBatch, asked: ApprovalView | null) {
  return { ...batchView(batch), asked };
}

export type BatchView = ReturnType<typeof batchView>;
export type BatchPageView = ReturnType<typeof batchPageView>;

/** As a line: how many errors it has, without them. */
export function batchListItemView(line: BatchListItem) {
  const { errors, metadata: _, requestId: __, ...rest } = batchView(line);
  return { ...rest, errorCount: errors.length };
}

export type BatchListItemView = ReturnType<typeof batchListItemView>;
export type BatchListView = SliceView & { batches: BatchListItemView[] };

export function topUpView({ id, amountMinor, currency, balanceMinor }: TopUp) {
  return { id, amount: String(amountMinor), currency, balance: String(balanceMinor) };
}

export type TopUpView = ReturnType<typeof topUpView>;
