import type { Context } from "#lib/kernel/context.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as listing from "./list-store.ts";
import type { PaymentStatus } from "./payment-state.ts";
import * as store from "./store.ts";
import type { Payment, PaymentMethodName } from "./types.ts";

/** What a list can be narrowed by. Several statuses or methods: any of them. */
export type PaymentFilters = {
  status?: readonly PaymentStatus[] | undefined;
  method?: readonly PaymentMethodName[] | undefined;
  currency?: string | undefined;
  customer?: string | undefined;
  paymentMethod?: string | undefined;
  created?: CreatedRange | undefined;
  amountMinor?: { gte?: bigint | undefined; lte?: bigint | undefined } | undefined;
  last4?: string | undefined;
  declineCode?: string | undefined;
  /** An id, four digits of a card, or a customer's e-mail address or name. */
  search?: string | undefined;
};

export type ListPaymentsRequest = PageRequest & PaymentFilters;

/** One page of payments, newest first. Throws `parameter_invalid` naming the parameter for a cursor
 *  that is no payment of this account and mode. */
export async function listPayments(
  ctx: Context,
  request: ListPaymentsRequest,
): Promise<Page<Payment>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await listing.list(ctx, request);
}

/** How many payments the filters leave, exactly. */
export async function countPayments(ctx: Context, filters: PaymentFilters): Promise<number> {
  return await listing.count(ctx, filters);
}
