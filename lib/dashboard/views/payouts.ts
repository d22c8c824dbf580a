import type { Funding, TopUp } from "#lib/domain/payout-balance/index.ts";
import type {
  Approval,
  BatchListItem,
  BatchPreview,
  LimitChange,
  Payout,
  PayoutBatch,
  PayoutDetail,
  PayoutLimit,
  PayoutListItem,
  PayoutOffer,
  PayoutPreview,
} from "#lib/domain/payouts/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import { reasonMessage } from "#lib/kernel/bank-reasons.ts";
import type { ActionsView } from "./actions.ts";
import { eventWithDeliveriesView, transferView } from "./payments.ts";
import { iso, type Listed, requestListItemView, type SliceView } from "./shared.ts";

const reasonView = (code: string | null) =>
  code === null ? null : { code, message: reasonMessage(code) };

export function payoutListItemView(item: PayoutListItem) {
  const { beneficiary } = item;
  return {
    id: item.id,
    status: item.status,
    amount: String(item.amountMinor),
    currency: item.currency,
    beneficiary: {
      name: beneficiary.name,
      iban: beneficiary.iban,
      accountNumber: beneficiary.accountNumber,
      sortCode: beneficiary.sortCode,
      bic: beneficiary.bic,
      country: beneficiary.country,
    },
    rail: item.rail,
    reason: reasonView(item.reasonCode),
    reference: item.reference,
    approval: item.approval?.state ?? null,
    batch: item.batchId && { id: item.batchId, row: item.batchRow },
    arrivalDate: item.arrivalDate,
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
  };
}

export type PayoutListItemView = ReturnType<typeof payoutListItemView>;
export type PayoutListView = SliceView & { payouts: Listed<PayoutListItemView>[] };

/** The screen of a payout, without the object's JSON. */
export function payoutView(
  { payout, transfers, events }: PayoutDetail,
  requests: readonly RequestListItem[],
  asked: ApprovalView | null,
  actions: ActionsView<"payout">,
) {
  return {
    ...payoutListItemView(payout),
    allowedActions: actions,
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
    transfers: transfers.map(transferView),
    events: events.map(eventWithDeliveriesView),
    requests: requests.map(requestListItemView),
  };
}

export type PayoutView = ReturnType<typeof payoutView>;

/** A payout after a write. */
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

/** A created or previewed batch. */
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

/** The sums of one currency in a file: of all readable amounts, and of those that will be sent. */
type CurrencyTotal = { currency: string; rows: number; amount: bigint; accepted: bigint };

/** The payouts of a file before it is sent: every row as read, and the sums of each currency. */
export function batchPreviewView({ batch, rows }: BatchPreview) {
  const totals = new Map<string, CurrencyTotal>();
  for (const { currency, amountMinor, isAccepted } of rows) {
    if (currency === null || amountMinor === null) continue;
    const total = totals.get(currency) ?? { currency, rows: 0, amount: 0n, accepted: 0n };
    totals.set(currency, total);
    total.rows++;
    total.amount += amountMinor;
    if (isAccepted) total.accepted += amountMinor;
  }
  return {
    ...batchView(batch),
    rows: rows.map(({ amountMinor, ...row }) => ({
      ...row,
      amount: amountMinor === null ? null : String(amountMinor),
    })),
    totals: [...totals.values()].map(({ amount, accepted, ...total }) => ({
      ...total,
      amount: String(amount),
      accepted: String(accepted),
    })),
  };
}

export type BatchPreviewView = ReturnType<typeof batchPreviewView>;

export function batchPageView(
  batch: PayoutBatch,
  asked: ApprovalView | null,
  actions: ActionsView<"payoutBatch">,
) {
  return { ...batchView(batch), asked, allowedActions: actions };
}

export type BatchView = ReturnType<typeof batchView>;
export type BatchPageView = ReturnType<typeof batchPageView>;

/** A list item has the number of errors instead of the errors. */
export function batchListItemView(item: BatchListItem) {
  const { errors, metadata: _, requestId: __, ...rest } = batchView(item);
  return { ...rest, errorCount: errors.length };
}

export type BatchListItemView = ReturnType<typeof batchListItemView>;
export type BatchListView = SliceView & { batches: BatchListItemView[] };

export function topUpView({ id, amountMinor, currency, balanceMinor }: TopUp) {
  return { id, amount: String(amountMinor), currency, balance: String(balanceMinor) };
}

export type TopUpView = ReturnType<typeof topUpView>;

/** The approval of a payout or batch, with the names of members and keys. */
export function approvalView(approval: Approval, names: ReadonlyMap<string, string>) {
  const nameOf = (id: string) => {
    const name = names.get(id) ?? id;
    return { id, name: id.startsWith("key_") ? `Key ${name}` : name };
  };
  const { state, reason, requestedBy, decidedBy, decidedAt, expiresAt } = approval;
  return {
    state,
    reason,
    amount: String(approval.amountMinor),
    requestedBy: nameOf(requestedBy),
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    decidedAt: iso(decidedAt),
    expiresAt: expiresAt.toISOString(),
  };
}

export type ApprovalView = ReturnType<typeof approvalView>;

export type DecidedView = { id: string; state: Approval["state"] };

/** A payout or a batch after the decision. */
export const decidedView = ({ id, state }: DecidedView): DecidedView => ({ id, state });

const limitsView = (limits: { perPayoutMinor: bigint; perDayMinor: bigint } | null) =>
  limits && { perPayout: String(limits.perPayoutMinor), perDay: String(limits.perDayMinor) };

type Found = {
  currencies: readonly string[];
  limits: readonly PayoutLimit[];
  changes: readonly LimitChange[];
  names: ReadonlyMap<string, string>;
  userId: string;
  approvers: number;
  /** How many members may confirm a change of the limits. */
  admins: number;
};

/** Limits and pending changes by currency. */
export function payoutLimitsView({ currencies, limits, changes, ...found }: Found) {
  const { names, userId, approvers, admins } = found;
  return {
    approvers,
    admins,
    currencies: currencies.map((currency) => {
      const change = changes.find((one) => one.currency === currency);
      return {
        currency,
        limits: limitsView(limits.find((one) => one.currency === currency) ?? null),
        change: change
          ? {
              id: change.id,
              to: limitsView(change.to),
              requestedBy: names.get(change.requestedBy) ?? change.requestedBy,
              isByViewer: change.requestedBy === userId,
              expiresAt: change.expiresAt.toISOString(),
            }
          : null,
      };
    }),
  };
}

export type PayoutLimitsView = ReturnType<typeof payoutLimitsView>;
export type CurrencyLimitsView = PayoutLimitsView["currencies"][number];

/** Bank accounts that fund payouts, and the latest credits. */
export function fundingView({ reference, accounts, credits }: Funding) {
  return {
    reference,
    accounts: accounts.map(({ currency, bank, account }) => ({ currency, bank, ...account })),
    credits: credits.map(({ id, amountMinor, currency, payerName, receivedAt }) => ({
      ...{ id, currency, payerName },
      amount: String(amountMinor),
      receivedAt: receivedAt.toISOString(),
    })),
  };
}

export type FundingView = ReturnType<typeof fundingView>;
