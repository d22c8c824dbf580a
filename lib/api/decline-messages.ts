/** What a decline means, for people. Clients branch on the code; these words may change. */
const MESSAGES: Readonly<Record<string, string>> = {
  generic_decline: "The card was declined. The issuer gave no nearer reason.",
  call_issuer: "The card was declined. The payer should call their bank.",
  do_not_honor: "The card was declined. The issuer gave no nearer reason.",
  transaction_not_allowed: "The card does not allow this kind of purchase.",
  invalid_amount: "The issuer refused this amount.",
  incorrect_number: "The issuer knows no card with this number.",
  lost_card: "The card was declined. The payer should use another one.",
  stolen_card: "The card was declined. The payer should use another one.",
  invalid_account: "The account behind the card is not valid.",
  insufficient_funds: "The card has insufficient funds.",
  expired_card: "The card has expired.",
  fraudulent: "The card was declined: the issuer suspects fraud.",
  card_velocity_exceeded: "The card has reached its limit of amount or number of purchases.",
  restricted_card: "The card cannot be used for this purchase.",
  security_violation: "The card was declined for security reasons.",
  authentication_required: "The issuer wants the payer to authenticate, and the payer did not.",
  authentication_error: "The payer could not be authenticated: the issuer's check broke down.",
  pin_try_exceeded: "The card is blocked: its PIN was entered wrongly too often.",
  incorrect_cvc: "The security code of the card is wrong.",
  issuer_not_available: "The issuer could not be reached. Try again in a moment.",
  processing_error: "The card could not be processed. Try again in a moment.",
  declined_by_bank: "The payer's bank refused the payment.",
  bank_unavailable: "The payer's bank could not be reached. Try again in a moment.",
  declined_by_payer: "The payer did not approve the payment at their bank.",
  invalid_blik_code: "The BLIK code is wrong, or was used up. The payer should make a new one.",
  debit_not_authorized: "The payer's bank says that this debit was not authorised.",
  debit_refunded_by_payer: "The payer had their bank give the debit back.",
  mandate_invalid: "The payer's bank does not have the mandate of this debit.",
};

export function messageOfDecline(code: string): string {
  return MESSAGES[code] ?? "The card was declined.";
}
