import type { CheckResult } from "#lib/kernel/vocabulary/payments.ts";
import type { Fact } from "../ui/definition-list.tsx";
import { ShortId } from "../ui/short-id.tsx";

/** The acquirer's report about a card payment. */
export type AcquirerResponse = {
  eci: string | null;
  liabilityShift: boolean | null;
  avsResult: CheckResult | null;
  cvcResult: CheckResult | null;
  arn: string | null;
};

/** Visa and Amex, then Mastercard. */
const ECI: Readonly<Record<string, string>> = {
  "05": "The payer was authenticated",
  "02": "The payer was authenticated",
  "06": "Authentication was attempted; the card scheme answered for the issuer",
  "01": "Authentication was attempted; the card scheme answered for the issuer",
  "07": "The payer was not authenticated",
  "00": "The payer was not authenticated",
};

const CHECKS: Readonly<Record<CheckResult, string>> = {
  match: "Matches",
  no_match: "Does not match",
  not_checked: "Not checked",
  unavailable: "Unavailable",
};

/** The rows of a definition list. A fact that the acquirer did not tell is left out. */
export function acquirerFacts(response: AcquirerResponse | null): Fact[] {
  if (!response) return [];
  const { eci, liabilityShift, avsResult, cvcResult, arn } = response;
  const facts: (Fact | false)[] = [
    liabilityShift !== null && {
      term: "Liability",
      value: liabilityShift ? "Shifted to the issuer" : "With you",
      hint: liabilityShift
        ? "The issuer bears the loss if the payer disputes it as fraud"
        : "You bear the loss if the payer disputes it as fraud",
    },
    eci !== null && {
      term: "ECI",
      value: <span className="tabular-nums">{eci}</span>,
      hint: ECI[eci],
    },
    avsResult !== null && { term: "Billing address", value: CHECKS[avsResult] },
    cvcResult !== null && { term: "Security code", value: CHECKS[cvcResult] },
    arn !== null && {
      term: "ARN",
      value: <ShortId id={arn} what="acquirer reference number" whole />,
      hint: "The payer's bank finds the payment by it",
    },
  ];
  return facts.filter((fact) => fact !== false);
}
