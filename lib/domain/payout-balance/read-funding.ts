import { fundingNumberOf } from "#lib/domain/accounts/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type PayoutAccount, railFor } from "#lib/rails/index.ts";
import * as store from "./credits-store.ts";
import { fundingReference } from "./funding-reference.ts";
import type { Credit } from "./types.ts";

export type FundingAccount = { currency: string; bank: string; account: PayoutAccount };
export type Funding = { reference: string; accounts: FundingAccount[]; credits: Credit[] };

const CREDITS = 10;

/**
 * Where to send money that is to be paid out, in each of `currencies` that the rail takes, what to write on the
 * transfer, and the last ones that arrived. Throws `gateway_error` where there is no rail, or none that answers.
 */
export async function readFunding(ctx: Context, currencies: readonly string[]): Promise<Funding> {
  const { accountId, mode } = ctx;
  const reference = fundingReference(mode, await fundingNumberOf(accountId));
  const rail = railFor(mode);
  const [accounts, credits] = await Promise.all([
    Promise.all(
      currencies.map(async (currency) => {
        const offer = await rail.fundingAccount({ accountId, currency, reference });
        if (offer.result === "not_offered") return [];
        return [{ currency, bank: offer.bank, account: offer.account }];
      }),
    ),
    store.listLast(ctx, CREDITS),
  ]);
  return { reference, accounts: accounts.flat(), credits };
}
