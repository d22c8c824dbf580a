import type { Tx } from "#db/transact.ts";
import { getCustomer } from "#lib/domain/customers/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import * as store from "./store.ts";
import { tokeniseBankAccount } from "./tokenise-bank.ts";
import { tokeniseCard, tokeniseWallet } from "./tokenise-card.ts";
import type { NewBankAccount, NewCard, NewWallet, PaymentMethod } from "./types.ts";

export type NewPaymentMethod = {
  /** What is exchanged for a token. */
  source: NewCard | NewWallet | NewBankAccount;
  customer: string | null;
  metadata: Record<string, string> | undefined;
};

/** Tokenises a card, a wallet's token or a bank account for a customer or for nobody yet; writes nothing, so
 *  that the rail is never called inside a transaction. Throws as `tokeniseCard` and `tokeniseBankAccount`, and `resource_missing` for the customer. */
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

/** Keeps a prepared payment method, in the transaction of whoever asks. */
export async function createPaymentMethodIn(tx: Tx, method: PaymentMethod): Promise<PaymentMethod> {
  await store.insert(tx, method);
  return method;
}
