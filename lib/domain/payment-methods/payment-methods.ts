import type { Tx } from "#db/transact.ts";
import { getCustomer, lockCustomerShared } from "#lib/domain/customers/index.ts";
import { holdsCardData } from "#lib/kernel/card-numbers.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as store from "./store.ts";
import { tokeniseBankAccount, tokeniseCard, tokeniseWallet } from "./tokenise.ts";
import type { NewBankAccount, NewCard, NewWallet, PaymentMethod } from "./types.ts";

export type NewPaymentMethod = {
  /** The card, wallet token or bank account to tokenise. */
  source: NewCard | NewWallet | NewBankAccount;
  customer: string | null;
  metadata: Record<string, string> | undefined;
};

/** Tokenises a card, a wallet token or a bank account, with or without a customer. Writes nothing, so that no transaction
 *  is open during the rail call. Throws as `tokeniseCard` and `tokeniseBankAccount`, and `resource_missing` for the
 *  customer. */
export async function preparePaymentMethod(
  ctx: Context,
  params: NewPaymentMethod,
): Promise<PaymentMethod> {
  const { source } = params;
  const method = await tokenise(ctx, source);
  const customer = params.customer && (await getCustomer(ctx, params.customer, "customer"));
  return {
    ...method,
    customerId: customer ? customer.id : null,
    metadata: mergeMetadata({}, params.metadata),
  };
}

function tokenise(ctx: Context, source: NewPaymentMethod["source"]): Promise<PaymentMethod> {
  if ("wallet" in source) return tokeniseWallet(ctx, source);
  return "type" in source ? tokeniseBankAccount(ctx, source) : tokeniseCard(ctx, source);
}

/** Stores a prepared payment method in the caller's transaction. */
export async function createPaymentMethodIn(tx: Tx, method: PaymentMethod): Promise<PaymentMethod> {
  await store.insert(tx, method);
  return method;
}

type PaymentMethodChanges = {
  customer?: string | undefined;
  metadata?: Record<string, string> | undefined;
};

/**
 * Attaches a payment method to a customer, or changes its metadata, in the caller's transaction. An attached method
 * cannot change its customer. Throws `resource_missing` for either, and `state_invalid` if it belongs to another
 * customer. Locks the payment method and, shared, the customer.
 */
export async function updatePaymentMethodIn(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: PaymentMethodChanges,
): Promise<PaymentMethod> {
  const method = await store.lock(tx, ctx, id);
  if (!method) throw missing("payment method", id);
  const wanted = changes.customer;
  const customer =
    wanted === undefined ? null : await lockCustomerShared(tx, ctx, wanted, "customer");
  if (customer && method.customerId !== null && method.customerId !== customer.id) {
    throw new ApiError("state_invalid", "This payment method belongs to another customer.", {
      param: "customer",
    });
  }
  const updated = {
    ...method,
    customerId: customer?.id ?? method.customerId,
    metadata: mergeMetadata(method.metadata, changes.metadata),
  };
  await store.update(tx, updated);
  return updated;
}

/** Detaches the payment methods of a customer who is deleted: from then on they cannot be charged. Locks them. */
export const detachPaymentMethodsIn = store.detachOfCustomer;

/** Locks and returns a payment method of any status until the transaction ends. Throws `resource_missing`; `param` names
 *  the parameter that held the id. */
export async function lockPaymentMethodIn(
  tx: Tx,
  ctx: Context,
  id: string,
  param?: string,
): Promise<PaymentMethod> {
  const method = await store.lock(tx, ctx, id);
  if (!method) throw missing("payment method", id, param);
  return method;
}

/** Returns a payment method of this account and mode. Throws `resource_missing`, also for another merchant's. Takes no
 *  lock. */
export async function getPaymentMethod(ctx: Context, id: string): Promise<PaymentMethod> {
  const method = await store.find(ctx, id);
  if (!method) throw missing("payment method", id);
  return method;
}

/** Returns the existing payment methods among `ids`, by id, in one query. Takes no lock. */
export async function findPaymentMethods(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, PaymentMethod>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((method) => [method.id, method]));
}

export type ListPaymentMethodsRequest = PageRequest & {
  customer?: string | undefined;
  type?: string | undefined;
  created?: CreatedRange | undefined;
};

/** Returns one page of payment methods, newest first. Throws `parameter_invalid` with the parameter's name if a cursor is
 *  not a payment method of this account and mode. */
export async function listPaymentMethods(
  ctx: Context,
  request: ListPaymentMethodsRequest,
): Promise<Page<PaymentMethod>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** The form of our ids, without a run of digits that can be a card number. */
const LIKE_AN_ID = /^pm_(?!.*\d{11})[0-9a-z]{24,26}$/;

/** The error for a payment method that does not exist. Repeats the value only if it can be an id, because a card number may
 *  have been sent in its place. */
export function missingPaymentMethod(value: string, param: string): ApiError {
  if (LIKE_AN_ID.test(value) && !holdsCardData(value))
    return missing("payment method", value, param);
  const message = `No such payment method: ${param} must be an id that begins with pm_`;
  return new ApiError("resource_missing", message, { param });
}
