/** The way of a payment through its payer's bank, in order, as people read it. */
export const BANK_STEPS = [
  {
    status: "authorization_required",
    word: "To be approved",
    hint: "The payer has not come to the bank",
  },
  {
    status: "authorizing",
    word: "At the bank",
    hint: "The payer is looking at it in the bank's app",
  },
  { status: "authorized", word: "Approved", hint: "The payer has approved it" },
  { status: "executed", word: "Sent by the bank", hint: "The money is on its way" },
  { status: "settled", word: "Received", hint: "The money has come" },
] as const;

const FAILED = { word: "Failed", hint: "No money will come" };

export function bankStatusLabel(status: string): { word: string; hint: string } {
  return BANK_STEPS.find((step) => step.status === status) ?? FAILED;
}

const SCHEMES: Readonly<Record<string, string>> = {
  sepa_core: "SEPA Core",
  bacs: "Bacs",
  card: "Card",
};

export const schemeName = (scheme: string) => SCHEMES[scheme] ?? scheme;
export const SCHEME_CHOICES = Object.entries(SCHEMES).map(([value, label]) => ({ value, label }));

const REVOKED_BY: Readonly<Record<string, string>> = {
  payer: "By the payer, at their bank",
  bank: "By the payer's bank",
  merchant: "By you",
};

export const revokedBy = (source: string) => REVOKED_BY[source] ?? source;
