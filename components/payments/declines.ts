import { type CardDecline, type DeclineName, declineName, isCardDecline } from "./decline-names.ts";

type DeclineText = {
  /** Meaning of the code, in plain words. */
  means: string;
  /** The next step. */
  next: string;
};

export type DeclineLabel = DeclineName & DeclineText;

const ASK_ANOTHER = "Ask for another card or another payment method.";

/** Every decline code of a card in plain words. Never tell the payer a reason that suggests fraud: it would
 *  warn a fraudster. */
const TEXTS: Record<CardDecline, DeclineText> = {
  insufficient_funds: {
    means: "The card account does not cover the amount at the moment.",
    next: "Ask for another card, or retry later, best around payday. A smaller amount may also succeed.",
  },
  do_not_honor: {
    means:
      "The issuer declined and gives no reason. The usual cause is its own risk rules, sometimes a limit.",
    next: "The payer can ask their bank to allow the payment. Then retry the same card.",
  },
  generic_decline: {
    means: "The issuer declined and gives no reason.",
    next: "The payer can ask their bank to allow the payment, or use another card.",
  },
  call_issuer: {
    means: "The issuer wants to speak with the cardholder before it approves.",
    next: "Ask the payer to call the number on the back of the card, then retry.",
  },
  transaction_not_allowed: {
    means: "This card may not be used for this kind of purchase, channel or country.",
    next: `Do not retry. ${ASK_ANOTHER}`,
  },
  invalid_amount: {
    means:
      "The issuer does not accept this amount: it is zero, too large, or above the card's limit.",
    next: "Check the amount and currency. If they are correct, ask for another card.",
  },
  incorrect_number: {
    means: "The number does not belong to any card or issuer.",
    next: "Ask the payer to enter the card number again.",
  },
  lost_card: {
    means: "The cardholder reported this card lost.",
    next: "Do not retry. Do not tell the payer the reason: say only that the card was declined.",
  },
  stolen_card: {
    means: "The cardholder reported this card stolen.",
    next: "Do not retry. Do not tell the payer the reason. Hold the order and review it.",
  },
  invalid_account: {
    means: "The card account is closed or cannot be charged.",
    next: `Do not retry. ${ASK_ANOTHER}`,
  },
  expired_card: {
    means: "The card has expired, or its expiry date does not match the issuer's.",
    next: "Ask for the new card. For a saved card, ask the customer to update it.",
  },
  fraudulent: {
    means: "The issuer suspects that the payer is not the cardholder.",
    next: "Do not retry. Do not tell the payer the reason. Hold the order and review it.",
  },
  card_velocity_exceeded: {
    means: "The card has reached its daily or weekly limit of payments or amount.",
    next: "Retry tomorrow, or ask for another card today.",
  },
  restricted_card: {
    means: "The card is blocked for this use, often outside its own country.",
    next: `Do not retry. ${ASK_ANOTHER}`,
  },
  security_violation: {
    means: "The issuer found that the card's security data is wrong or forged.",
    next: "Do not retry. Ask for another card and review the order.",
  },
  authentication_required: {
    means: "The issuer approves only if the payer authenticates (3-D Secure).",
    next: "Ask the payer to come back and authenticate. Retries without the payer are declined too.",
  },
  authentication_failed: {
    means: "The payer could not authenticate with their bank, or gave up.",
    next: "The payer can try again. They may need to update their bank's app first.",
  },
  authentication_error: {
    means: "The issuer's 3-D Secure service failed. The payment did not reach the issuer.",
    next: "Retry shortly. If the error persists, ask for another card.",
  },
  pin_try_exceeded: {
    means: "The card is blocked because a wrong PIN was entered too often.",
    next: `The payer must ask their bank to unblock it. ${ASK_ANOTHER}`,
  },
  incorrect_cvc: {
    means: "The security code (three or four digits) does not match this card.",
    next: "Ask the payer to enter the card details again.",
  },
  issuer_not_available: {
    means: "The payer's bank did not respond in time. The payer and the card are not the cause.",
    next: "Retry in a few minutes. If many payments fail this way, the bank has an outage.",
  },
  processing_error: {
    means: "The connection to the issuer failed. The issuer did not decide on the payment.",
    next: "Retry shortly.",
  },
  test_mode_live_card: {
    means: "A real card number was used with a test key. Nothing was sent to a bank.",
    next: "Use a test card, such as 4242 4242 4242 4242.",
  },
  unknown: {
    means: "The payment failed without a reason.",
    next: "Contact support with the payment's id.",
  },
};

/** The title, the meaning and the next step of a decline code. */
export function declineLabel(code: string, advice?: string | null): DeclineLabel {
  const name = declineName(code, advice);
  if (isCardDecline(code)) return { ...name, ...TEXTS[code] };
  return {
    ...name,
    means: `The payment was declined with the code ${code}.`,
    next:
      advice === "do_not_try_again"
        ? `Do not retry. ${ASK_ANOTHER}`
        : "Retry later, or ask for another card.",
  };
}
