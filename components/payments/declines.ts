import type { DeclineKind } from "#lib/kernel/vocabulary/declines.ts";

export type DeclineLabel = {
  title: string;
  /** What the code means, in plain words. */
  means: string;
  /** What to do next. */
  next: string;
  kind: DeclineKind;
};

const ASK_ANOTHER = "Ask for another card or another payment method.";

/** Every decline code of the API in plain words. Never tell the payer a reason that suggests fraud: it would
 *  warn a fraudster. */
const DECLINES: Record<string, DeclineLabel> = {
  insufficient_funds: {
    title: "Insufficient funds",
    means: "The card account does not cover the amount at the moment.",
    next: "Ask for another card, or retry later, best around payday. A smaller amount may also succeed.",
    kind: "soft",
  },
  do_not_honor: {
    title: "Declined without a reason",
    means:
      "The issuer declined and gives no reason. The usual cause is its own risk rules, sometimes a limit.",
    next: "The payer can ask their bank to allow the payment. Then retry the same card.",
    kind: "soft",
  },
  generic_decline: {
    title: "Declined without a reason",
    means: "The issuer declined and gives no reason.",
    next: "The payer can ask their bank to allow the payment, or use another card.",
    kind: "soft",
  },
  call_issuer: {
    title: "Call the issuer",
    means: "The issuer wants to speak with the cardholder before it approves.",
    next: "Ask the payer to call the number on the back of the card, then retry.",
    kind: "soft",
  },
  transaction_not_allowed: {
    title: "Card does not allow this purchase",
    means: "This card may not be used for this kind of purchase, channel or country.",
    next: `Do not retry. ${ASK_ANOTHER}`,
    kind: "hard",
  },
  invalid_amount: {
    title: "Invalid amount",
    means:
      "The issuer does not accept this amount: it is zero, too large, or above the card's limit.",
    next: "Check the amount and currency. If they are correct, ask for another card.",
    kind: "hard",
  },
  incorrect_number: {
    title: "Invalid card number",
    means: "The number does not belong to any card or issuer.",
    next: "Ask the payer to enter the card number again.",
    kind: "hard",
  },
  lost_card: {
    title: "Lost card",
    means: "The cardholder reported this card lost.",
    next: "Do not retry. Do not tell the payer the reason: say only that the card was declined.",
    kind: "hard",
  },
  stolen_card: {
    title: "Stolen card",
    means: "The cardholder reported this card stolen.",
    next: "Do not retry. Do not tell the payer the reason. Hold the order and review it.",
    kind: "hard",
  },
  invalid_account: {
    title: "Account closed",
    means: "The card account is closed or cannot be charged.",
    next: `Do not retry. ${ASK_ANOTHER}`,
    kind: "hard",
  },
  expired_card: {
    title: "Expired card",
    means: "The card has expired, or its expiry date does not match the issuer's.",
    next: "Ask for the new card. For a saved card, ask the customer to update it.",
    kind: "hard",
  },
  fraudulent: {
    title: "Suspected fraud",
    means: "The issuer suspects that the payer is not the cardholder.",
    next: "Do not retry. Do not tell the payer the reason. Hold the order and review it.",
    kind: "hard",
  },
  card_velocity_exceeded: {
    title: "Card limit reached",
    means: "The card has reached its daily or weekly limit of payments or amount.",
    next: "Retry tomorrow, or ask for another card today.",
    kind: "soft",
  },
  restricted_card: {
    title: "Restricted card",
    means: "The card is blocked for this use, often outside its own country.",
    next: `Do not retry. ${ASK_ANOTHER}`,
    kind: "hard",
  },
  security_violation: {
    title: "Security check failed",
    means: "The issuer found that the card's security data is wrong or forged.",
    next: "Do not retry. Ask for another card and review the order.",
    kind: "hard",
  },
  authentication_required: {
    title: "Authentication required",
    means: "The issuer approves only if the payer authenticates (3-D Secure).",
    next: "Ask the payer to come back and authenticate. Retries without the payer are declined too.",
    kind: "soft",
  },
  authentication_failed: {
    title: "Authentication failed",
    means: "The payer could not authenticate with their bank, or gave up.",
    next: "The payer can try again. They may need to update their bank's app first.",
    kind: "soft",
  },
  authentication_error: {
    title: "Authentication error",
    means: "The issuer's 3-D Secure service failed. The payment did not reach the issuer.",
    next: "Retry shortly. If the error persists, ask for another card.",
    kind: "soft",
  },
  pin_try_exceeded: {
    title: "Too many wrong PINs",
    means: "The card is blocked because a wrong PIN was entered too often.",
    next: `The payer must ask their bank to unblock it. ${ASK_ANOTHER}`,
    kind: "hard",
  },
  incorrect_cvc: {
    title: "Wrong security code",
    means: "The security code (three or four digits) does not match this card.",
    next: "Ask the payer to enter the card details again.",
    kind: "data",
  },
  issuer_not_available: {
    title: "Issuer unreachable",
    means: "The payer's bank did not respond in time. The payer and the card are not the cause.",
    next: "Retry in a few minutes. If many payments fail this way, the bank has an outage.",
    kind: "soft",
  },
  processing_error: {
    title: "Processing error",
    means: "The connection to the issuer failed. The issuer did not decide on the payment.",
    next: "Retry shortly.",
    kind: "soft",
  },
  test_mode_live_card: {
    title: "Real card in test mode",
    means: "A real card number was used with a test key. Nothing was sent to a bank.",
    next: "Use a test card, such as 4242 4242 4242 4242.",
    kind: "hard",
  },
  unknown: {
    title: "No reason recorded",
    means: "The payment failed without a reason.",
    next: "Contact support with the payment's id.",
    kind: "soft",
  },
};

/** The label of a decline code. An unknown code is shown by its own name; its kind follows from the advice
 *  code. */
export function declineLabel(code: string, advice?: string | null): DeclineLabel {
  const known = DECLINES[code];
  if (known) return known;
  const name = code.replaceAll("_", " ");
  return {
    title: name.charAt(0).toUpperCase() + name.slice(1),
    means: `The payment was declined with the code ${code}.`,
    next:
      advice === "do_not_try_again"
        ? `Do not retry. ${ASK_ANOTHER}`
        : "Retry later, or ask for another card.",
    kind: advice === "do_not_try_again" ? "hard" : advice === "confirm_card_data" ? "data" : "soft",
  };
}

/** Short names of the kinds: whether a retry can succeed. */
export const KIND_WORDS: Record<DeclineKind, { word: string; hint: string }> = {
  soft: { word: "Soft", hint: "A retry may succeed" },
  hard: { word: "Hard", hint: "A retry with this card will not succeed" },
  data: { word: "Check data", hint: "May succeed with correct card details" },
};

/** Every code of a card payment with its label, for its page in the docs. */
export const CARD_DECLINES: readonly (readonly [string, DeclineLabel])[] = Object.entries(
  DECLINES,
).filter(([code]) => code !== "unknown");

/** Every code with its label, for filters. */
export const DECLINE_CHOICES = Object.entries(DECLINES)
  .filter(([code]) => code !== "unknown" && code !== "generic_decline")
  .map(([code, { title }]) => ({
    value: code,
    label: code === "do_not_honor" ? "Do not honour" : title,
  }))
  // Not localeCompare: loading its rules costs a page 15 ms, and the titles are ASCII.
  .sort((a, b) => (a.label.toLowerCase() < b.label.toLowerCase() ? -1 : 1));
