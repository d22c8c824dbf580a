import { fundingNumberOf } from "#lib/domain/accounts/index.ts";
import { fundingReference } from "#lib/domain/payout-balance/index.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Merchant } from "./merchant.ts";

/** What the merchant's transfers are known by. */
export async function referenceOf({ account }: Merchant, mode: Mode = "live"): Promise<string> {
  return fundingReference(mode, await fundingNumberOf(account.id));
}
