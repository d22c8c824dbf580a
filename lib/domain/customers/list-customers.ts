import type { Context } from "#lib/kernel/context.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as store from "./store.ts";
import type { Customer } from "./types.ts";

export type ListCustomersRequest = PageRequest & {
  email?: string | undefined;
  created?: CreatedRange | undefined;
};

/** One page of living customers, newest first. Throws `parameter_invalid` naming the parameter for a
 *  cursor that is no customer of this account and mode. */
export async function listCustomers(
  ctx: Context,
  request: ListCustomersRequest,
): Promise<Page<Customer>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}
