import {
  MANDATE_SCHEMES,
  type MandateScheme,
  type RevocationSource,
} from "#lib/kernel/vocabulary/mandates.ts";
import { choicesOf, labelOf } from "../filters/choices.ts";

/** The steps of a payment at the payer's bank, in order. */
export const BANK_STEPS = [
  {
    status: "authorization_required",
    word: "Awaiting approval",
    hint: "The payer has not opened the bank's page",
  },
  {
    status: "authorizing",
    word: "At the bank",
    hint: "The payer has opened it at the bank",
  },
  { status: "authorized", word: "Approved", hint: "The payer approved the payment" },
  { status: "executed", word: "Sent by the bank", hint: "The bank has sent the money" },
  { status: "settled", word: "Received", hint: "The money has arrived" },
] as const;

const FAILED = { word: "Failed", hint: "No money will arrive" };

export function bankStatusLabel(status: string): { word: string; hint: string } {
  return BANK_STEPS.find((step) => step.status === status) ?? FAILED;
}

const SCHEMES: Readonly<Record<MandateScheme, string>> = {
  sepa_core: "SEPA Core",
  bacs: "Bacs",
  card: "Card",
};

export const schemeName = (scheme: string) => labelOf(SCHEMES, scheme) ?? scheme;
export const SCHEME_CHOICES = choicesOf(MANDATE_SCHEMES, SCHEMES);

const REVOKED_BY: Readonly<Record<RevocationSource, string>> = {
  payer: "By the payer, at their bank",
  bank: "By the payer's bank",
  merchant: "By you",
};

export const revokedBy = (source: string) => labelOf(REVOKED_BY, source) ?? source;
