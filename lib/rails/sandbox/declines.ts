import type { DeclineKind } from "#lib/kernel/vocabulary/declines.ts";
import type { AdviceCode } from "#lib/kernel/vocabulary/payments.ts";
import type { Decline } from "../rail.ts";

const ADVICE: Record<DeclineKind, AdviceCode> = {
  soft: "try_again_later",
  hard: "do_not_try_again",
  data: "confirm_card_data",
};

/** Issuer responses by ISO 8583 code (decisions §5); the code is two digits of the card number. */
export const ISO_DECLINES: Readonly<Record<string, { code: string; kind: DeclineKind }>> = {
  "01": { code: "call_issuer", kind: "soft" },
  "05": { code: "do_not_honor", kind: "soft" },
  "12": { code: "transaction_not_allowed", kind: "hard" },
  "13": { code: "invalid_amount", kind: "hard" },
  "14": { code: "incorrect_number", kind: "hard" },
  "15": { code: "incorrect_number", kind: "hard" },
  "41": { code: "lost_card", kind: "hard" },
  "43": { code: "stolen_card", kind: "hard" },
  "46": { code: "invalid_account", kind: "hard" },
  "51": { code: "insufficient_funds", kind: "soft" },
  "54": { code: "expired_card", kind: "hard" },
  "57": { code: "transaction_not_allowed", kind: "hard" },
  "59": { code: "fraudulent", kind: "hard" },
  "61": { code: "card_velocity_exceeded", kind: "soft" },
  "62": { code: "restricted_card", kind: "hard" },
  "63": { code: "security_violation", kind: "hard" },
  "65": { code: "authentication_required", kind: "soft" },
  "75": { code: "pin_try_exceeded", kind: "hard" },
  "82": { code: "incorrect_cvc", kind: "data" },
  "91": { code: "issuer_not_available", kind: "soft" },
  "96": { code: "processing_error", kind: "soft" },
};

/** The decline of an ISO code. Throws for a code outside the table. */
export function isoDecline(iso: string): Decline {
  const found = ISO_DECLINES[iso];
  if (!found) throw new Error(`no decline for ISO code ${iso}`);
  return { declineCode: found.code, networkCode: iso, adviceCode: ADVICE[found.kind] };
}

/** An issuer's decline without a specific reason. Soft, so that dunning retries. */
export const GENERIC_DECLINE: Decline = {
  declineCode: "generic_decline",
  networkCode: "05",
  adviceCode: "try_again_later",
};

/** Visa's code for "retry with strong customer authentication". */
export const AUTHENTICATION_REQUIRED: Decline = {
  declineCode: "authentication_required",
  networkCode: "1A",
  adviceCode: "try_again_later",
};

/** The issuer's authentication failed technically; the account was not charged. */
export const AUTHENTICATION_ERROR: Decline = {
  declineCode: "authentication_error",
  networkCode: null,
  adviceCode: "try_again_later",
};

/** A real card in test mode; no issuer was contacted. */
export const REAL_CARD_IN_TEST_MODE: Decline = {
  declineCode: "test_mode_live_card",
  networkCode: null,
  adviceCode: "do_not_try_again",
};
