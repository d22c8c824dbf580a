import { RATES, toEuroCents } from "#lib/domain/rates/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { ExemptionOutcome } from "#lib/rails/index.ts";
import type { Exemption, NewPayment } from "./types.ts";

/** Highest amounts of the regulatory technical standards, (EU) 2018/389 articles 16 and 18, in euro cents. */
const CEILING_EURO_CENTS: Readonly<Record<Exemption, bigint | null>> = {
  low_value: 3_000n,
  transaction_risk_analysis: 50_000n,
  trusted_beneficiary: null,
};

/**
 * Returns `rejected` for an exemption that the amount is too high for, else null: the rail decides. The result is
 * stored when the payment opens, so new rates do not change what the rail is asked for a payment that exists. Throws
 * `parameter_invalid` when the amount has to be compared in EUR and its currency has no rate.
 */
export function exemptionBeforeRail(params: NewPayment): ExemptionOutcome | null {
  const { exemption, amountMinor, currency } = params;
  const ceiling = exemption && CEILING_EURO_CENTS[exemption];
  if (ceiling === null) return null;
  const euroCents = toEuroCents(amountMinor, currency);
  if (euroCents === null) {
    throw invalid(
      "exemption",
      `${exemption} has a limit in EUR, and the rates of ${RATES.date} have none for ${currency}. Leave exemption out.`,
    );
  }
  return euroCents > ceiling ? "rejected" : null;
}
