import type { DeclineLabel } from "./declines.ts";

/** Declines of banks, for their page in the docs. Screens show the name of the code, so that they need not load these. */
export const BANK_DECLINES: Readonly<Record<string, DeclineLabel>> = {
  declined_by_bank: {
    title: "Declined by bank",
    means: "The payer's bank refused the payment and gave no reason.",
    next: "The payer can ask their bank, or use another payment method.",
    kind: "soft",
  },
  bank_unavailable: {
    title: "Bank unavailable",
    means: "The payer's bank could not be reached. The payer is not the cause.",
    next: "Retry in a few minutes, or offer another payment method.",
    kind: "soft",
  },
  declined_by_payer: {
    title: "Declined by payer",
    means: "The payer did not approve the payment at their bank.",
    next: "Ask the payer to try again, or to use another payment method.",
    kind: "soft",
  },
  invalid_blik_code: {
    title: "Invalid blik code",
    means: "The BLIK code is incorrect, has expired or was used before.",
    next: "Ask the payer to generate a new code in their bank's app.",
    kind: "soft",
  },
  debit_not_authorized: {
    title: "Debit not authorized",
    means: "The payer's bank reports that the payer did not authorise this debit.",
    next: "Do not retry. Ask the payer for a new mandate or another payment method.",
    kind: "hard",
  },
  debit_refunded_by_payer: {
    title: "Debit refunded by payer",
    means: "The payer had their bank return the debit, which is possible for eight weeks.",
    next: "Do not retry. Ask the payer why, and collect again only with their consent.",
    kind: "hard",
  },
  mandate_invalid: {
    title: "Mandate invalid",
    means: "The payer's bank has no valid mandate for this debit.",
    next: "Do not retry. Ask the payer for a new mandate.",
    kind: "hard",
  },
};
