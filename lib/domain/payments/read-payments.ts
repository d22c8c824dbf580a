import type { Tx } from "#db/transact.ts";
import { type EventWithDeliveries, eventsAbout } from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isPaymentId } from "#lib/kernel/ids.ts";
import { keptCounts } from "#lib/kernel/kept-when-large.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type {
  Liability,
  PaymentMethodName,
  PaymentStatus,
} from "#lib/kernel/vocabulary/payments.ts";
import { countItems, countUpTo, listItems } from "./browse-store.ts";
import { lock } from "./change-store.ts";
import type { PaymentFilter, PaymentListItem } from "./payment-filter.ts";
import * as listing from "./read-store.ts";
import { findFacts, otherAttempts, type PaymentFacts } from "./read-store.ts";
import * as store from "./store.ts";
import type { Payment } from "./types.ts";

/** Returns a payment of this account and mode. Throws `resource_missing`, also for another merchant's payment;
 *  `param` names the parameter that held the id. Takes no lock. */
export async function getPayment(ctx: Context, id: string, param?: string): Promise<Payment> {
  const payment = await store.find(ctx, id);
  if (!payment) throw missing("payment", id, param);
  return payment;
}

/** Returns the payment and locks it until the transaction ends. Throws `resource_missing`. */
export async function lockPayment(tx: Tx, ctx: Context, id: string): Promise<Payment> {
  const payment = await lock(tx, ctx, id);
  if (!payment) throw missing("payment", id);
  return payment;
}

/** Returns the existing payments among `ids`, by id, in one query. Takes no lock. */
export async function findPayments(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Payment>> {
  const found = await listing.findMany(ctx, ids);
  return new Map(found.map((payment) => [payment.id, payment]));
}

/** Page and filters of `listPayments`. */
export type ListPaymentsRequest = PageRequest & {
  /** Lists bank payments; if undefined, all others. */
  kind?: "bank_payment" | undefined;
  status?: PaymentStatus | undefined;
  method?: PaymentMethodName | undefined;
  currency?: string | undefined;
  customer?: string | undefined;
  paymentMethod?: string | undefined;
  created?: CreatedRange | undefined;
  amountMinor?: { gte?: bigint | undefined; lte?: bigint | undefined } | undefined;
  liability?: Liability | undefined;
};

/** Returns one page of payments, newest first. Throws `parameter_invalid` with the parameter's name if a cursor is not a
 *  payment of this account, mode and kind. */
export async function listPayments(
  ctx: Context,
  request: ListPaymentsRequest,
): Promise<Page<Payment>> {
  let cursorTime: Date | undefined;
  await checkCursor(request, async (id) => {
    const found = await store.find(ctx, id);
    cursorTime = found?.createdAt;
    return found !== null && (found.bankPayment !== null) === (request.kind === "bank_payment");
  });
  return await listing.list(ctx, request, cursorTime);
}

const counts = keptCounts();

/** Returns a page of the payments that match the filter, newest first, with their total: exact, or up to 10 s old if it
 *  is large (`keptCounts`). For the dashboard; the public API lists with `listPayments`. */
export async function browsePayments(
  ctx: Context,
  filter: PaymentFilter,
  page: KeysetPage,
): Promise<KeysetSlice<PaymentListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    listItems(ctx, filter, page),
    counts([ctx.accountId, ctx.mode, filter], () => countItems(ctx, filter)),
  ]);
  return { ...slice, total };
}

/** Returns how many payments match the filter, at most `most`; null if counting them takes more than 500 ms. */
export async function countPaymentsUpTo(
  ctx: Context,
  filter: PaymentFilter,
  most: number,
): Promise<number | null> {
  return await countUpTo(ctx, filter, most);
}

/** Returns the newest payments, without a total. */
export async function latestPayments(ctx: Context, limit: number): Promise<PaymentListItem[]> {
  const { rows } = await listItems(ctx, {}, { after: null, before: null, limit });
  return rows;
}

export type PaymentDetail = {
  payment: PaymentFacts;
  attempts: PaymentListItem[];
  transfers: Transfer[];
  events: EventWithDeliveries[];
};

/**
 * Returns the detail of one payment: its facts, other attempts at the same purchase, and the ledger transfers and events
 * of the payment and of `relatedIds` (its refunds and its dispute). Throws `resource_missing`. Takes no lock.
 */
export async function paymentDetail(
  ctx: Context,
  id: string,
  relatedIds: readonly string[],
): Promise<PaymentDetail> {
  const payment = await getPaymentFacts(ctx, id);
  const objectIds = [payment.id, ...relatedIds];
  const [attempts, transfers, events] = await Promise.all([
    otherAttempts(ctx, payment),
    transfersOf(ctx, objectIds),
    eventsAbout(ctx, objectIds, idTimeMs(payment.id)),
  ]);
  return { payment, attempts, transfers, events };
}

async function getPaymentFacts(ctx: Context, id: string): Promise<PaymentFacts> {
  const facts = isPaymentId(id) ? await findFacts(ctx, id) : null;
  if (!facts) throw missing("payment", id);
  return facts;
}
