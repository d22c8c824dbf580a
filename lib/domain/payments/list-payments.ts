import type { PaymentMethodName } from "#lib/domain/payment-methods/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as listing from "./list-store.ts";
import type { PaymentStatus } from "./payment-state.ts";
import * as store from "./store.ts";
import type { Payment } from "./types.ts";

/** What a list can be narrowed by. */
export type ListPaymentsRequest = PageRequest & {
  /** Bank payments, or (left out) all others. */
  kind?: "bank_payment" | undefined;
  status?: PaymentStatus | undefined;
  method?: PaymentMethodName | undefined;
  currency?: string | undefined;
  customer?: string | undefined;
  paymentMethod?: string | undefined;
  created?: CreatedRange | undefined;
  amountMinor?: { gte?: bigint | undefined; lte?: bigint | undefined } | undefined;
};

/** One page of payments, newest first. Throws `parameter_invalid` naming the parameter for a cursor
 *  that is no payment of this account and mode. */
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
