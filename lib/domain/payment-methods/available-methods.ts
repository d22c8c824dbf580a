import { METHOD_RULES, type PaymentMethodName, ruleOf } from "./method-table.ts";

/** A method that payers of a country can be offered, with the currencies it takes (null: all). */
export type AvailableMethod = {
  method: PaymentMethodName;
  currencies: readonly string[] | null;
};

/** What the checkout of a merchant in `merchantCountry` can offer to a payer in `country` (ISO 3166-1
 *  alpha-2), in the order to offer it in. */
export function availableMethods(country: string, merchantCountry: string): AvailableMethod[] {
  return (Object.keys(METHOD_RULES) as PaymentMethodName[])
    .map((method) => ({ method, rule: ruleOf(method) }))
    .filter(({ method }) => method !== "bank_payment")
    .filter(({ rule }) => rule.payers(country) && rule.merchants(merchantCountry))
    .map(({ method, rule }) => ({ method, currencies: rule.currencies }));
}
