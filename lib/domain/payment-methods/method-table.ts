import { isSepaCountry } from "#lib/kernel/iban.ts";
import type { PaymentMethodName } from "#lib/kernel/vocabulary/payments.ts";

/** How a payment by a method starts. `token`: with a tokenised card, also from a wallet. `debit`: with a tokenised bank
 *  account under a mandate. `redirect`: the payer approves at their bank. `code`: with a code from the payer's bank
 *  app. */
type Flow = "token" | "debit" | "redirect" | "code";

type MethodRule = {
  flow: Flow;
  /** Null: every currency. */
  currencies: readonly string[] | null;
  /** Whether payers in a country can use it. */
  payers(country: string): boolean;
  /** Whether merchants in a country can use it. */
  merchants(country: string): boolean;
};

const EVERYWHERE = () => true;
const only = (country: string) => (other: string) => other === country;
/** Merchants here can accept cards, but no European bank schemes. */
const OVERSEAS: ReadonlySet<string> = new Set(["AU", "CA", "NZ"]);
const european = (country: string) => !OVERSEAS.has(country);

const card: MethodRule = {
  flow: "token",
  currencies: null,
  payers: EVERYWHERE,
  merchants: EVERYWHERE,
};
const redirect = (country: string, currencies: readonly string[]): MethodRule => ({
  flow: "redirect",
  currencies,
  payers: only(country),
  merchants: european,
});

/** All methods and their rules (decisions §3), in the order in which a checkout offers them. */
export const METHOD_RULES = {
  card,
  apple_pay: card,
  google_pay: card,
  ideal: redirect("NL", ["EUR"]),
  bancontact: redirect("BE", ["EUR"]),
  eps: redirect("AT", ["EUR"]),
  p24: redirect("PL", ["PLN", "EUR"]),
  blik: { flow: "code", currencies: ["PLN"], payers: only("PL"), merchants: european },
  bacs_debit: { flow: "debit", currencies: ["GBP"], payers: only("GB"), merchants: european },
  sepa_debit: { flow: "debit", currencies: ["EUR"], payers: isSepaCountry, merchants: european },
  sepa_instant: {
    flow: "redirect",
    currencies: ["EUR"],
    payers: isSepaCountry,
    merchants: european,
  },
  /** Not for `POST /v1/payments`: created with `POST /v1/bank_payments`. */
  bank_payment: {
    flow: "redirect",
    currencies: ["EUR", "GBP"],
    payers: isSepaCountry,
    merchants: european,
  },
} as const satisfies Record<PaymentMethodName, MethodRule>;

/** Mandate schemes by debit method. */
export const DEBIT_SCHEMES = { bacs_debit: "bacs", sepa_debit: "sepa_core" } as const;
export type DebitMethod = keyof typeof DEBIT_SCHEMES;

export function isDebit(method: string): method is DebitMethod {
  return Object.hasOwn(DEBIT_SCHEMES, method);
}

export function ruleOf(method: PaymentMethodName): MethodRule {
  return METHOD_RULES[method];
}

/** A method and the currencies that it accepts (null: all). */
type AvailableMethod = {
  method: PaymentMethodName;
  currencies: readonly string[] | null;
};

/** Returns the methods that a merchant in `merchantCountry` can offer to a payer in `country` (ISO 3166-1 alpha-2), in
 *  the order to offer them in. */
export function availableMethods(country: string, merchantCountry: string): AvailableMethod[] {
  return (Object.keys(METHOD_RULES) as PaymentMethodName[])
    .map((method) => ({ method, rule: ruleOf(method) }))
    .filter(({ method }) => method !== "bank_payment")
    .filter(({ rule }) => rule.payers(country) && rule.merchants(merchantCountry))
    .map(({ method, rule }) => ({ method, currencies: rule.currencies }));
}
