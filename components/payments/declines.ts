export type DeclineKind = "soft" | "hard" | "data";

export type DeclineLabel = {
  title: string;
  /** What the code means, for somebody who has never seen it. */
  means: string;
  /** What to do or say next. */
  next: string;
  kind: DeclineKind;
};

const ASK_ANOTHER = "Ask for another card or another way to pay.";

/** Every decline code of the API in plain words. A fraud-like reason is never to be told to the
 *  payer: it would warn the wrong person. */
const DECLINES: Record<string, DeclineLabel> = {
  insufficient_funds: {
    title: "Insufficient funds",
    means: "The account behind the card does not cover the amount at the moment.",
    next: "Ask for another card, or try again later: around payday works best. A smaller amount may pass too.",
    kind: "soft",
  },
  do_not_honor: {
    title: "Refused without a reason",
    means:
      "The issuer said no and does not say why. Its own risk rules are the usual cause, sometimes a limit.",
    next: "The payer can ask their bank to allow it; then the same card may be tried again.",
    kind: "soft",
  },
  generic_decline: {
    title: "Refused without a reason",
    means: "The issuer said no and does not say why.",
    next: "The payer can ask their bank to allow it, or use another card.",
    kind: "soft",
  },
  call_issuer: {
    title: "Issuer wants a call",
    means: "The issuer wants to speak with the cardholder before it approves.",
    next: "Ask the payer to call the number on the back of the card, then try again.",
    kind: "soft",
  },
  transaction_not_allowed: {
    title: "Card not made for this",
    means: "This card may not be used for this kind of purchase, channel or country.",
    next: `Trying again will not help. ${ASK_ANOTHER}`,
    kind: "hard",
  },
  invalid_amount: {
    title: "Amount not accepted",
    means: "The issuer does not take this amount: zero, too large, or above the card's own limit.",
    next: "Check the amount and currency that were sent. If they are right, ask for another card.",
    kind: "hard",
  },
  incorrect_number: {
    title: "No such card",
    means: "The number does not belong to any card or issuer.",
    next: "Ask the payer to enter the card again, digit by digit.",
    kind: "hard",
  },
  lost_card: {
    title: "Lost card",
    means: "The cardholder has reported this card lost.",
    next: "Do not try it again and do not tell the payer why: say only that the card was refused.",
    kind: "hard",
  },
  stolen_card: {
    title: "Stolen card",
    means: "The cardholder has reported this card stolen.",
    next: "Do not try it again and do not tell the payer why. Hold the order and look at it closely.",
    kind: "hard",
  },
  invalid_account: {
    title: "Account closed",
    means: "The account behind the card is closed or cannot be charged.",
    next: `Trying again will not help. ${ASK_ANOTHER}`,
    kind: "hard",
  },
  expired_card: {
    title: "Expired card",
    means: "The card's expiry date has passed, or does not match the issuer's.",
    next: "Ask for the new card. For saved cards, ask the customer to update it.",
    kind: "hard",
  },
  fraudulent: {
    title: "Suspected fraud",
    means: "The issuer believes that it is not the cardholder who pays.",
    next: "Do not try it again and do not tell the payer why. Hold the order and look at it closely.",
    kind: "hard",
  },
  card_velocity_exceeded: {
    title: "Card used too often",
    means: "The card has reached its limit of payments, or of money, for the day or the week.",
    next: "Try again tomorrow, or ask for another card today.",
    kind: "soft",
  },
  restricted_card: {
    title: "Restricted card",
    means: "The card is blocked for this use, often outside its own country.",
    next: `Trying again will not help. ${ASK_ANOTHER}`,
    kind: "hard",
  },
  security_violation: {
    title: "Security check failed",
    means: "The issuer found the card's security data wrong or forged.",
    next: "Do not try it again. Ask for another card and look at the order closely.",
    kind: "hard",
  },
  authentication_required: {
    title: "Authentication needed",
    means: "The issuer approves only if the payer authenticates (3-D Secure).",
    next: "Bring the payer back to confirm it themselves; without them, every new try is refused too.",
    kind: "soft",
  },
  authentication_failed: {
    title: "Authentication failed",
    means: "The payer could not confirm the payment with their bank, or gave up.",
    next: "The payer can try again, and may need to update their bank's app first.",
    kind: "soft",
  },
  authentication_error: {
    title: "Authentication broke down",
    means: "The issuer's own check (3-D Secure) did not work; the account was never asked.",
    next: "Try again in a moment; if it goes on, offer another card.",
    kind: "soft",
  },
  pin_try_exceeded: {
    title: "Too many wrong PINs",
    means: "The card is blocked because its PIN was entered wrongly too often.",
    next: `The payer has to have it unblocked by their bank. ${ASK_ANOTHER}`,
    kind: "hard",
  },
  incorrect_cvc: {
    title: "Wrong security code",
    means: "The three or four digits do not belong to this card.",
    next: "Ask the payer to enter the card again; with the right code it may pass at once.",
    kind: "data",
  },
  issuer_not_available: {
    title: "Issuer unreachable",
    means:
      "The payer's bank did not answer in time. It has nothing to do with the payer or the card.",
    next: "Try again in a few minutes. If many payments fail like this, the bank has an outage.",
    kind: "soft",
  },
  processing_error: {
    title: "Error on the way",
    means: "Something between us and the issuer failed; the card itself was not judged.",
    next: "Try again in a moment.",
    kind: "soft",
  },
  test_mode_live_card: {
    title: "Real card in test mode",
    means: "A real card's number was used with a test key. Nothing reached any bank.",
    next: "Use a test card, such as 4242 4242 4242 4242.",
    kind: "hard",
  },
  unknown: {
    title: "No reason recorded",
    means: "The payment failed and no reason came with it.",
    next: "Quote the payment's id if you ask us about it.",
    kind: "soft",
  },
};

/** The words for a code; one we do not know is shown by its own name, judged by its advice. */
export function declineLabel(code: string, advice?: string | null): DeclineLabel {
  const known = DECLINES[code];
  if (known) return known;
  const name = code.replaceAll("_", " ");
  return {
    title: name.charAt(0).toUpperCase() + name.slice(1),
    means: `The payment was refused with the code ${code}.`,
    next:
      advice === "do_not_try_again"
        ? `Trying again will not help. ${ASK_ANOTHER}`
        : "It may be tried again later, or with another card.",
    kind: advice === "do_not_try_again" ? "hard" : advice === "confirm_card_data" ? "data" : "soft",
  };
}

/** Whether another try can help, in a word or two. */
export const KIND_WORDS: Record<DeclineKind, { word: string; hint: string }> = {
  soft: { word: "Soft", hint: "A later try may pass" },
  hard: { word: "Hard", hint: "The same card will not pass" },
  data: { word: "Check data", hint: "Passes once the card's data is right" },
};

/** For filters: every code, by the words people know it by. */
export const DECLINE_CHOICES = Object.entries(DECLINES)
  .filter(([code]) => code !== "unknown" && code !== "generic_decline")
  .map(([code, { title }]) => ({
    value: code,
    label: code === "do_not_honor" ? "Do not honour" : title,
  }))
  // Not by the rules of a language: to have them ready costs a page 15 ms, and the words are plain.
  .sort((a, b) => (a.label.toLowerCase() < b.label.toLowerCase() ? -1 : 1));
