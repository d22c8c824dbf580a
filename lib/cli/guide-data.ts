import { METHOD_RULES } from "#lib/domain/payment-methods/index.ts";
import { isSepaCountry } from "#lib/kernel/iban.ts";
import type { PaymentMethodName } from "#lib/kernel/vocabulary/payments.ts";
import { testData } from "#lib/rails/sandbox/test-data.ts";

const COUNTRIES = ["AT", "AU", "BE", "CA", "DE", "GB", "NL", "NZ", "PL"] as const;

/** Tables of the code that the guides show. `npm run openapi` writes them; a test checks that they are current. */
export function buildGuideData() {
  return { ...testData(), methods: Object.entries(METHOD_RULES).map(methodOf) };
}

function methodOf([name, rule]: [string, (typeof METHOD_RULES)[PaymentMethodName]]) {
  const { flow, currencies, payers } = rule;
  return { name, flow, currencies, payers: payerLabel(payers) };
}

/** The payers of a method: everybody, all of SEPA, or those of a country. */
function payerLabel(payers: (country: string) => boolean): string {
  if (payers === isSepaCountry) return "SEPA";
  if (COUNTRIES.every(payers)) return "everywhere";
  return COUNTRIES.filter(payers).join(", ");
}
