import type { Funding } from "#lib/domain/payout-balance/index.ts";

/** Where to send money for payouts, and what came of it last. */
export function fundingView({ reference, accounts, credits }: Funding) {
  return {
    reference,
    accounts: accounts.map(({ currency, bank, account }) => ({ currency, bank, ...account })),
    credits: credits.map(({ id, amountMinor, currency, payerName, receivedAt }) => ({
      ...{ id, currency, payerName },
      amount: String(amountMinor),
      receivedAt: receivedAt.toISOString(),
    })),
  };
}

export type FundingView = ReturnType<typeof fundingView>;
