import type { DeclineKind } from "#lib/kernel/vocabulary/declines.ts";

export type DeclineName = { title: string; kind: DeclineKind };

/** Every decline code of a card. Its meaning is in `declines.ts`, because lists and reports do not need it. */
const NAMES = {
  insufficient_funds: { title: "Insufficient funds", kind: "soft" },
  do_not_honor: { title: "Declined without a reason", kind: "soft" },
  generic_decline: { title: "Declined without a reason", kind: "soft" },
  call_issuer: { title: "Call the issuer", kind: "soft" },
  transaction_not_allowed: { title: "Card does not allow this purchase", kind: "hard" },
  invalid_amount: { title: "Invalid amount", kind: "hard" },
  incorrect_number: { title: "Invalid card number", kind: "hard" },
  lost_card: { title: "Lost card", kind: "hard" },
  stolen_card: { title: "Stolen card", kind: "hard" },
  invalid_account: { title: "Account closed", kind: "hard" },
  expired_card: { title: "Expired card", kind: "hard" },
  fraudulent: { title: "Suspected fraud", kind: "hard" },
  card_velocity_exceeded: { title: "Card limit reached", kind: "soft" },
  restricted_card: { title: "Restricted card", kind: "hard" },
  security_violation: { title: "Security check failed", kind: "hard" },
  authentication_required: { title: "Authentication required", kind: "soft" },
  authentication_failed: { title: "Authentication failed", kind: "soft" },
  authentication_error: { title: "Authentication error", kind: "soft" },
  pin_try_exceeded: { title: "Too many wrong PINs", kind: "hard" },
  incorrect_cvc: { title: "Wrong security code", kind: "data" },
  issuer_not_available: { title: "Issuer unreachable", kind: "soft" },
  processing_error: { title: "Processing error", kind: "soft" },
  test_mode_live_card: { title: "Real card in test mode", kind: "hard" },
  unknown: { title: "No reason recorded", kind: "soft" },
} satisfies Record<string, DeclineName>;

export type CardDecline = keyof typeof NAMES;

export const CARD_DECLINES = Object.keys(NAMES) as CardDecline[];

export const isCardDecline = (code: string): code is CardDecline => Object.hasOwn(NAMES, code);

/** The title and the kind of a decline code. An unknown code is shown by its own name; its kind
 *  follows from the advice code. */
export function declineName(code: string, advice?: string | null): DeclineName {
  if (isCardDecline(code)) return NAMES[code];
  const name = code.replaceAll("_", " ");
  return {
    title: name.charAt(0).toUpperCase() + name.slice(1),
    kind: advice === "do_not_try_again" ? "hard" : advice === "confirm_card_data" ? "data" : "soft",
  };
}

/** Short names of the kinds: whether a retry can succeed. */
export const KIND_WORDS: Record<DeclineKind, { word: string; hint: string }> = {
  soft: { word: "Soft", hint: "A retry may succeed" },
  hard: { word: "Hard", hint: "A retry with this card will not succeed" },
  data: { word: "Check data", hint: "May succeed with correct card details" },
};

/** Every code with its label, for filters. */
export const DECLINE_CHOICES = Object.entries(NAMES)
  .filter(([code]) => code !== "unknown" && code !== "generic_decline")
  .map(([code, { title }]) => ({
    value: code,
    label: code === "do_not_honor" ? "Do not honour" : title,
  }))
  // Not localeCompare: loading its rules costs a page 15 ms, and the titles are ASCII.
  .sort((a, b) => (a.label.toLowerCase() < b.label.toLowerCase() ? -1 : 1));
