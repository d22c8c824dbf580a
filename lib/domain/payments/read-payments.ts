import type { Tx } from "#db/transact.ts";
import type { PaymentMethodName } from "#lib/domain/payment-methods/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import { lock } from "./change-store.ts";
import type { PaymentStatus } from "./payment-state.ts";
import * as listing from "./read-store.ts";
import * as store from "./store.ts";
import type { Payment } from "./types.ts";

/** A payment of this account and mode. Throws `resource_missing`, also for another merchant's;
 *  `param` names the parameter that pointed to it. */
export async function getPayment(ctx: Context, id: string, param?: string): Promise<Payment> {
  const payment = await store.find(ctx, id);
  if (!payment) throw missing("payment", id, param);
  return payment;
}

/** The same, locked until the transaction ends. */
export async function getPaymentIn(tx: Tx, ctx: Context, id: string): Promise<Payment> {
  const payment = await lock(tx, ctx, id);
  if (!payment) throw missing("payment", id);
  return payment;
}

/** Those of `ids` that exist, by id: one query for a page's worth. */
export async function findPayments(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Payment>> {
  const found = await listing.findMany(ctx, ids);
  return new Map(found.map((payment) => [payment.id, payment]));
}

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
