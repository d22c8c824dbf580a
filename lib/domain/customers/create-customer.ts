import type { Tx } from "#db/transact.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import * as store from "./store.ts";
import type { Customer, CustomerDetails } from "./types.ts";

/** Adds a customer, in the transaction of whoever asks. */
export async function createCustomerIn(
  tx: Tx,
  ctx: Context,
  details: CustomerDetails,
): Promise<Customer> {
  const moment = businessNow(ctx);
  return await store.insert(tx, {
    accountId: ctx.accountId,
    mode: ctx.mode,
    id: newId("cus"),
    name: details.name ?? null,
    email: details.email ?? null,
    country: details.country ?? null,
    metadata: mergeMetadata({}, details.metadata),
    createdAt: moment,
    updatedAt: moment,
  });
}
