import type { Tx } from "#db/transact.ts";
import { getCustomer } from "#lib/domain/customers/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import * as store from "./store.ts";
import { tokeniseCard, tokeniseWallet } from "./tokenise-card.ts";
import type { NewCard, NewWallet, PaymentMethod } from "./types.ts";

export type NewPaymentMethod = {
  /** What is exchanged for a token. */
  source: NewCard | NewWallet;
  customer: string | null;
  metadata: Record<string, string> | undefined;
};

/** Tokenises a card or a wallet's token for a customer or for nobody yet; writes nothing, so that the rail is never
 *  called inside a transaction. Throws as `tokeniseCard`, and `resource_missing` for the customer. */
export async function preparePaymentMethod(
  ctx: Context,
  wish: NewPaymentMethod,
): Promise<PaymentMethod> {
  const { source } = wish;
  const method = await ("wallet" in source
    ? tokeniseWallet(ctx, source)
    : tokeniseCard(ctx, source));
  const customer = wish.customer && (await getCustomer(ctx, wish.customer, "customer"));
  return {
    ...method,
    customerId: customer ? customer.id : null,
    metadata: mergeMetadata({}, wish.metadata),
  };
}

/** Keeps a prepared payment method, in the transaction of whoever asks. */
export async function createPaymentMethodIn(tx: Tx, method: PaymentMethod): Promise<PaymentMethod> {
  await store.insert(tx, method);
  return method;
}
