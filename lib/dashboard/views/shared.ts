import type { Entry } from "#lib/domain/balance/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import type { Settlement } from "#lib/domain/settlements/index.ts";
import type { ListSums, MoreValues } from "#lib/kernel/page.ts";

export const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** Count and cursors of a list. */
export type SliceView = { total: number; older: string | null; newer: string | null };

/** A row of a list with the optional columns that were asked for. */
export type Listed<View> = View & { more?: MoreValues };

/** Count and sum per currency of all rows that match a list's filters. */
export function listSumsView({ sums, hasMore }: ListSums) {
  return {
    sums: sums.map(({ currency, count, amountMinor, capturedMinor }) => ({
      currency,
      count,
      amount: String(amountMinor),
      captured: capturedMinor === null ? null : String(capturedMinor),
    })),
    /** More rows match than are added up; there are no sums then. */
    hasMore,
  };
}

export type ListSumsView = ReturnType<typeof listSumsView>;

/** `visa •••• 4242`, or the method alone. */
export function instrumentView(item: {
  method: string;
  cardBrand: string | null;
  cardLast4: string | null;
}) {
  return { method: item.method, brand: item.cardBrand, last4: item.cardLast4 };
}

export type InstrumentView = ReturnType<typeof instrumentView>;

export function customerRefView(item: {
  customerId: string | null;
  customerName: string | null;
  customerEmail: string | null;
}) {
  if (item.customerId === null) return null;
  return { id: item.customerId, name: item.customerName, email: item.customerEmail };
}

export type CustomerRefView = NonNullable<ReturnType<typeof customerRefView>>;

/** A settlement as a reference. */
export function settlementRefView({ id, status, arrivalDate }: Settlement) {
  return { id, status, arrivalDate };
}

export type SettlementRefView = ReturnType<typeof settlementRefView>;

/** The cost of a balance transaction and the terms of its interchange. */
export function costView(entry: Entry) {
  const { fees, pricing } = entry;
  return {
    interchange: String(fees.interchange),
    schemeFee: String(fees.schemeFee),
    markup: String(fees.markup),
    commission: String(fees.commission),
    disputeFee: String(entry.disputeFee),
    fee: String(entry.fee),
    pricing: pricing && {
      region: pricing.region,
      cardProduct: pricing.cardProduct,
      consumerOrCommercial: pricing.consumerOrCommercial,
      rateBp: pricing.rateBp,
      fixed: String(pricing.fixed),
    },
  };
}

export function requestListItemView({ createdAt, ...item }: RequestListItem) {
  return { ...item, createdAt: createdAt.toISOString() };
}

export type RequestListItemView = ReturnType<typeof requestListItemView>;
