/** A method that payers of a country can be offered, with the currencies it takes (null: all). */
export type AvailableMethod = { method: string; currencies: readonly string[] | null };

/** Cards, also in wallets, work wherever the payer is; the other rails will each add their countries here. */
const METHODS: readonly (AvailableMethod & { countries: readonly string[] | null })[] = [
  { method: "card", currencies: null, countries: null },
  { method: "apple_pay", currencies: null, countries: null },
  { method: "google_pay", currencies: null, countries: null },
];

/** What a checkout can offer to a payer in `country` (ISO 3166-1 alpha-2). */
export function availableMethods(country: string): AvailableMethod[] {
  return METHODS.filter(({ countries }) => countries === null || countries.includes(country)).map(
    ({ method, currencies }) => ({ method, currencies }),
  );
}
