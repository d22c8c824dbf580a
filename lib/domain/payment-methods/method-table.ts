import { isSepaCountry } from "#lib/kernel/iban.ts";

/** How a payment by a method begins. `token`: a card, or a wallet's, that was tokenised. `debit`: a bank
 *  account that was tokenised, under a mandate. `redirect`: the payer approves at their bank. `code`: the
 *  payer has a code from their bank's app. */
export type Flow = "token" | "debit" | "redirect" | "code";

export type MethodRule = {
  flow: Flow;
  /** Null: every currency. */
  currencies: readonly string[] | null;
  /** Whether payers of a country have it. */
  payers(country: string): boolean;
  /** Whether merchants of a country are offered it. */
  merchants(country: string): boolean;
};

const EVERYWHERE = () => true;
const only = (country: string) => (other: string) => other === country;
/** Countries with their own acquiring of cards, and no European bank schemes. */
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

/** Every method with its rules (decisions §3). In the order in which a checkout offers them. */
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
  /** Not a method of `POST /v1/payments`: these have an endpoint of their own. */
  bank_payment: {
    flow: "redirect",
    currencies: ["EUR", "GBP"],
    payers: isSepaCountry,
    merchants: european,
  },
} as const satisfies Record<string, MethodRule>;

export type PaymentMethodName = keyof typeof METHOD_RULES;

/** What a debit's scheme is called on its mandate. */
export const DEBIT_SCHEMES = { bacs_debit: "bacs", sepa_debit: "sepa_core" } as const;
export type DebitMethod = keyof typeof DEBIT_SCHEMES;

export function isDebit(method: string): method is DebitMethod {
  return Object.hasOwn(DEBIT_SCHEMES, method);
}

export function ruleOf(method: PaymentMethodName): MethodRule {
  return METHOD_RULES[method];
}
