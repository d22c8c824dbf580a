/** The meaning of each decline, for people. Clients branch on the code; the text may change. */
const MESSAGES: Readonly<Record<string, string>> = {
  generic_decline: "The card was declined. The issuer gave no specific reason.",
  call_issuer: "The card was declined. The payer should call their bank.",
  do_not_honor: "The card was declined. The issuer gave no specific reason.",
  transaction_not_allowed: "The card does not allow this type of purchase.",
  invalid_amount: "The issuer refused this amount.",
  incorrect_number: "The card number does not exist.",
  lost_card: "The card was declined. The payer should use another one.",
  stolen_card: "The card was declined. The payer should use another one.",
  invalid_account: "The account behind the card is not valid.",
  insufficient_funds: "The card has insufficient funds.",
  expired_card: "The card has expired.",
  fraudulent: "The card was declined: the issuer suspects fraud.",
  card_velocity_exceeded: "The card has exceeded its limit for the amount or number of purchases.",
  restricted_card: "The card cannot be used for this purchase.",
  security_violation: "The card was declined for security reasons.",
  authentication_required: "The issuer requires the payer to authenticate, and the payer did not.",
  authentication_error:
    "The payer could not be authenticated because the issuer's authentication failed.",
  pin_try_exceeded: "The card is blocked because its PIN was entered incorrectly too many times.",
  incorrect_cvc: "The card's security code is incorrect.",
  issuer_not_available: "The issuer could not be reached. Try again in a few minutes.",
  processing_error: "The card could not be processed. Try again in a few minutes.",
  declined_by_bank: "The payer's bank refused the payment.",
  bank_unavailable: "The payer's bank could not be reached. Try again in a few minutes.",
  declined_by_payer: "The payer did not approve the payment at their bank.",
  invalid_blik_code:
    "The BLIK code is incorrect or already used. The payer should generate a new one.",
  debit_not_authorized: "The payer's bank reports that this debit was not authorised.",
  debit_refunded_by_payer: "The payer had their bank return the debit.",
  mandate_invalid: "The payer's bank has no mandate for this debit.",
};

/** Every code that a decline can have. */
export const DECLINE_CODES = Object.keys(MESSAGES);

export function messageOfDecline(code: string): string {
  return MESSAGES[code] ?? "The card was declined.";
}
