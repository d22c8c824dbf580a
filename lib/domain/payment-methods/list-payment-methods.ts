import type { Context } from "#lib/kernel/context.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as store from "./store.ts";
import type { PaymentMethod } from "./types.ts";

export type ListPaymentMethodsRequest = PageRequest & {
  customer?: string | undefined;
  type?: string | undefined;
  created?: CreatedRange | undefined;
};

/** One page of payment methods, newest first. Throws `parameter_invalid` naming the parameter for a
 *  cursor that is none of this account and mode. */
export async function listPaymentMethods(
  ctx: Context,
  request: ListPaymentMethodsRequest,
): Promise<Page<PaymentMethod>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}
