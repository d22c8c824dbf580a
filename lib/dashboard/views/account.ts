import type { Account } from "#lib/domain/accounts/index.ts";
import { findCountry } from "#lib/domain/accounts/index.ts";

/** The account's settings. Version pins are shown here and changed where their effect is shown. */
export function accountView(account: Account) {
  return {
    id: account.id,
    name: account.name,
    country: { code: account.country, name: findCountry(account.country)?.name ?? account.country },
    timezone: account.timezone,
    defaultCurrency: account.defaultCurrency,
    versions: { test: account.testVersion, live: account.liveVersion },
    createdAt: account.createdAt.toISOString(),
  };
}

export type AccountView = ReturnType<typeof accountView>;
