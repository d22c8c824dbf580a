import { fundingNumberOf } from "#lib/domain/accounts/index.ts";
import { fundingReference } from "#lib/domain/payout-balance/index.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Merchant } from "./merchant.ts";

/** The reference of the merchant's transfers for top-ups. */
export async function referenceOf({ account }: Merchant, mode: Mode = "live"): Promise<string> {
  return fundingReference(mode, await fundingNumberOf(account.id));
}
