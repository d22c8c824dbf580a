import type { EntryListItem } from "#lib/domain/balance/index.ts";
import type { BookCheck } from "#lib/domain/books/index.ts";
import type {
  ArrivalDay,
  InTransit,
  Settlement,
  SettlementBooks,
  SettlementDetail,
} from "#lib/domain/settlements/index.ts";
import type { ArrivalPeriod } from "../arrival-period.ts";
import { eventWithDeliveriesView, transferView } from "./payments.ts";
import { costView, instrumentView, iso, type SliceView } from "./shared.ts";

/** Every amount is positive except `adjustments` and `net`. Fees of disputes are fees, unlike in the API, where they are a part
 *  of `chargebacks`. */
export function settlementListItemView(settlement: Settlement) {
  const { fees, disputeFees } = settlement;
  return {
    id: settlement.id,
    status: settlement.status,
    currency: settlement.currency,
    gross: String(settlement.gross),
    interchange: String(fees.interchange),
    schemeFee: String(fees.schemeFee),
    markup: String(fees.markup),
    commission: String(fees.commission),
    disputeFees: String(disputeFees),
    fee: String(fees.interchange + fees.schemeFee + fees.markup + fees.commission + disputeFees),
    refunds: String(settlement.refunds),
    chargebacks: String(settlement.chargebacks - disputeFees),
    adjustments: String(settlement.adjustments),
    net: String(settlement.net),
    transactionCount: settlement.transactionCount,
    periodStart: settlement.periodStart.toISOString(),
    periodEnd: settlement.periodEnd.toISOString(),
    arrivalDate: settlement.arrivalDate,
    paidAt: iso(settlement.paidAt),
    bankAccountLast4: settlement.bankAccountLast4,
    bankReference: settlement.bankReference,
    failureReason: settlement.failureReason,
    createdAt: settlement.createdAt.toISOString(),
  };
}

export type SettlementListItemView = ReturnType<typeof settlementListItemView>;
export type SettlementListView = SliceView & { settlements: SettlementListItemView[] };

/** The screen of a settlement, without its balance transactions and the object's JSON. */
export function settlementView({ settlement, transfers, events }: SettlementDetail) {
  return {
    ...settlementListItemView(settlement),
    transfers: transfers.map(transferView),
    events: events.map(eventWithDeliveriesView),
  };
}

export type SettlementView = ReturnType<typeof settlementView>;

export function settlementBooksView(books: SettlementBooks) {
  const { netMinor, rowsMinor, ledgerMinor, sweptMinor } = books;
  return {
    net: String(netMinor),
    rows: String(rowsMinor),
    rowCount: books.rowCount,
    ledger: String(ledgerMinor),
    swept: String(sweptMinor),
    agree: netMinor === rowsMinor && netMinor === ledgerMinor && netMinor === sweptMinor,
  };
}

/** The result of the last check of all settlements; null before the first. */
export function settlementCheckView(checks: readonly BookCheck[]) {
  const found = checks.find(({ subject }) => subject === "settlements");
  if (!found) return null;
  const { settlements, wrong } = found.figures as { settlements: number; wrong: string[] };
  return { agrees: found.agrees, checkedAt: found.checkedAt.toISOString(), settlements, wrong };
}

export type SettlementCheckView = NonNullable<ReturnType<typeof settlementCheckView>>;

export type SettlementBooksView = ReturnType<typeof settlementBooksView>;

export function entryListItemView(item: EntryListItem) {
  return {
    ...costView(item),
    id: item.id,
    type: item.type,
    place: item.place,
    amount: String(item.amountMinor),
    net: String(item.net),
    currency: item.currency,
    sourceId: item.sourceId,
    paymentId: item.paymentId,
    settlementId: item.settlementId,
    description: item.description,
    instrument:
      item.method === null
        ? null
        : instrumentView({
            method: item.method,
            cardBrand: item.cardBrand,
            cardLast4: item.cardLast4,
          }),
    bookedAt: item.bookedAt.toISOString(),
    availableOn: item.availableOn.toISOString(),
  };
}

export type EntryListItemView = ReturnType<typeof entryListItemView>;
export type EntryListView = SliceView & { entries: EntryListItemView[] };

export function arrivalDayView(day: ArrivalDay) {
  return {
    day: day.day,
    status: day.status,
    settlements: day.settlements,
    gross: String(day.grossMinor),
    interchange: String(day.interchangeMinor),
    schemeFee: String(day.schemeFeeMinor),
    markup: String(day.markupMinor),
    commission: String(day.commissionMinor),
    disputeFees: String(day.disputeFeesMinor),
    refunds: String(day.refundsMinor),
    chargebacks: String(day.chargebacksMinor - day.disputeFeesMinor),
    adjustments: String(day.adjustmentsMinor),
    net: String(day.netMinor),
  };
}

export type ArrivalDayView = ReturnType<typeof arrivalDayView>;

export function inTransitView(sum: InTransit) {
  return {
    currency: sum.currency,
    amount: String(sum.amountMinor),
    settlements: sum.settlements,
    nextArrival: sum.nextArrival,
    nextAmount: String(sum.nextAmountMinor),
    lastArrival: sum.lastArrival,
  };
}

export type InTransitView = ReturnType<typeof inTransitView>;

/** A settlement in the calendar. */
export function arrivingView({ id, status, currency, net, arrivalDate }: Settlement) {
  return { id, status, currency, net: String(net), arrivalDate };
}

/**
 * The settlement report in one currency; its calendar has all currencies. Days are days of arrival at the bank, in UTC, so
 * they are the same in every time zone. One period applies to all parts.
 */
export type SettlementReportView = {
  today: string;
  currency: string;
  currencies: string[];
  period: ArrivalPeriod;
  /** By day and status. */
  days: ArrivalDayView[];
  /** The same of the period before. */
  before: ArrivalDayView[];
  /** Everything that is scheduled, in all currencies, also outside the period. */
  onTheWay: InTransitView[];
  calendar: {
    /** The month shown, which has days of the period. */
    month: string;
    settlements: ReturnType<typeof arrivingView>[];
  };
  latest: SettlementListItemView[];
  total: number;
  check: SettlementCheckView | null;
};

/** Balance and money in transit by currency, with the balance transactions. */
export type BalanceView = EntryListView & {
  currencies: {
    currency: string;
    pending: string;
    available: string;
    /** The payout balance. */
    payouts: string;
    inTransit: InTransitView | null;
  }[];
  /** The next cut-off, and the day on which its settlement arrives. */
  nextCutOff: string;
  nextArrival: string;
};
