import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Id, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import {
  type CustomerFacts,
  type CustomerPaymentMethod,
  countCustomerItems,
  customerPaymentMethods,
  customerTotals,
  findCustomerFacts,
  listCustomerItems,
} from "./browse-store.ts";
import type { CustomerFilter, CustomerListItem, CustomerTotal } from "./browse-types.ts";

/** The customers that a filter leaves, newest first, with their exact number. For people: the public
 *  API's lists have a contract of their own. */
export async function browseCustomers(
  ctx: Context,
  filter: CustomerFilter,
  page: KeysetPage,
): Promise<KeysetSlice<CustomerListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    listCustomerItems(ctx, filter, page),
    countCustomerItems(ctx, filter),
  ]);
  return { ...slice, total };
}

export type CustomerDetail = {
  customer: CustomerFacts;
  totals: CustomerTotal[];
  paymentMethods: CustomerPaymentMethod[];
};

/** A customer, what they have bought and with what. Throws `resource_missing`. Takes no lock. */
export async function customerDetail(ctx: Context, id: string): Promise<CustomerDetail> {
  const customer = isId("cus", id) ? await findCustomerFacts(ctx, id as Id<"cus">) : null;
  if (!customer) throw missing("customer", id);
  const [totals, paymentMethods] = await Promise.all([
    customerTotals(ctx, customer.id),
    customerPaymentMethods(ctx, customer.id),
  ]);
  return { customer, totals, paymentMethods };
}
