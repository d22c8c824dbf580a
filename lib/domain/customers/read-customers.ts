import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Id, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import {
  type CustomerFacts,
  type CustomerPaymentMethod,
  countCustomerItems,
  customerPaymentMethods,
  customerTotals,
  findCustomerFacts,
  listCustomerItems,
} from "./browse-store.ts";
import * as store from "./store.ts";
import type { Customer, CustomerFilter, CustomerListItem, CustomerTotal } from "./types.ts";

/** Returns the existing customers among `ids`, deleted ones included, by id, in one query. Takes no lock. */
export async function findCustomers(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Customer>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((customer) => [customer.id, customer]));
}

/** Returns a customer, also a deleted one. Throws `resource_missing`, also for another merchant's customer. Takes no
 *  lock. */
export async function getAnyCustomer(ctx: Context, id: string): Promise<Customer> {
  const customer = await store.find(ctx, id);
  if (!customer) throw missing("customer", id);
  return customer;
}

/** Returns a customer that is not deleted. Throws `resource_missing`, also for another merchant's customer; `param` names
 *  the parameter that held the id. Takes no lock. */
export async function getCustomer(ctx: Context, id: string, param?: string): Promise<Customer> {
  const customer = await store.find(ctx, id);
  if (!customer || customer.deleted) throw missing("customer", id, param);
  return customer;
}

/** As `getCustomer`, and keeps the customer from being changed or deleted until the transaction ends. The lock is shared:
 *  transactions that use the same customer do not wait for each other. */
export async function lockCustomerShared(
  tx: Tx,
  ctx: Context,
  id: string,
  param?: string,
): Promise<Customer> {
  const customer = await store.lockShared(tx, ctx, id);
  if (!customer || customer.deleted) throw missing("customer", id, param);
  return customer;
}

export type ListCustomersRequest = PageRequest & {
  email?: string | undefined;
  created?: CreatedRange | undefined;
};

/** Returns one page of customers that are not deleted, newest first. Throws `parameter_invalid` with the parameter's name
 *  if a cursor is not a customer of this account and mode. */
export async function listCustomers(
  ctx: Context,
  request: ListCustomersRequest,
): Promise<Page<Customer>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Returns a page of the customers that match the filter, newest first, with their exact total. For the dashboard; the
 *  public API lists with `listCustomers`. */
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

/** Returns a customer with their totals and payment methods. Throws `resource_missing`. Takes no lock. */
export async function customerDetail(ctx: Context, id: string): Promise<CustomerDetail> {
  const customer = isId("cus", id) ? await findCustomerFacts(ctx, id as Id<"cus">) : null;
  if (!customer) throw missing("customer", id);
  const [totals, paymentMethods] = await Promise.all([
    customerTotals(ctx, customer.id),
    customerPaymentMethods(ctx, customer.id),
  ]);
  return { customer, totals, paymentMethods };
}
