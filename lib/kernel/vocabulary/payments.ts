/** The closed lists of payments. The API, the database and the screens use these. */

export const PAYMENT_STATUSES = [
  "requires_action",
  "processing",
  "requires_capture",
  "succeeded",
  "failed",
  "canceled",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The statuses of the dashboard: `succeeded` is divided by its dispute, then by how much was refunded. */
export const SHOWN_PAYMENT_STATUSES = [
  "requires_action",
  "processing",
  "requires_capture",
  "succeeded",
  "partially_refunded",
  "refunded",
  "disputed",
  "dispute_won",
  "dispute_lost",
  "failed",
  "canceled",
] as const;
export type ShownPaymentStatus = (typeof SHOWN_PAYMENT_STATUSES)[number];

/** Shown statuses of payments that are `succeeded` in the API. */
export const SHOWN_AS_SUCCEEDED = [
  "succeeded",
  "partially_refunded",
  "refunded",
  "disputed",
  "dispute_won",
  "dispute_lost",
] as const satisfies readonly ShownPaymentStatus[];

/** Operations that can be begun at the rail for an existing payment. `approve` and `refuse` are the payer's answer to a
 *  challenge. */
export const PAYMENT_STEPS = ["capture", "cancel", "approve", "refuse"] as const;
export type PaymentStep = (typeof PAYMENT_STEPS)[number];

export const CAPTURE_MODES = ["automatic", "manual"] as const;
export type CaptureMode = (typeof CAPTURE_MODES)[number];

/** Reasons to skip strong customer authentication that a merchant can ask for. */
export const EXEMPTIONS = [
  "low_value",
  "trusted_beneficiary",
  "transaction_risk_analysis",
] as const;
export type Exemption = (typeof EXEMPTIONS)[number];

/** Results of a payment in analytics; each payment is counted once. */
export const PAYMENT_OUTCOMES = [
  "approved",
  "declined",
  "authentication_failed",
  "abandoned",
] as const;
export type PaymentOutcomeName = (typeof PAYMENT_OUTCOMES)[number];

/** Methods of `POST /v1/payments`, in the order in which a checkout offers them. */
export const PAYMENT_METHODS = [
  "card",
  "apple_pay",
  "google_pay",
  "ideal",
  "bancontact",
  "eps",
  "p24",
  "blik",
  "bacs_debit",
  "sepa_debit",
  "sepa_instant",
] as const;
/** Bank payments have an endpoint of their own. */
export type PaymentMethodName = (typeof PAYMENT_METHODS)[number] | "bank_payment";

/** The statuses of a bank payment at the payer's bank. */
export const BANK_STATUSES = [
  "authorization_required",
  "authorizing",
  "authorized",
  "executed",
  "settled",
  "failed",
] as const;
export type BankStatus = (typeof BANK_STATUSES)[number];

/** How the payer was authenticated. */
export const SCA_RESULTS = ["frictionless", "3ds2", "exempted", "not_required"] as const;
export type Sca = (typeof SCA_RESULTS)[number];

export const EXEMPTION_OUTCOMES = ["accepted", "rejected"] as const;
export type ExemptionOutcome = (typeof EXEMPTION_OUTCOMES)[number];

/** The issuer's result for a card's security code or billing address. */
export const CHECK_RESULTS = ["match", "no_match", "not_checked", "unavailable"] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** The checks that can find a card's data wrong: of the security code and of the billing address. */
export const FAILED_CHECKS = ["cvc", "avs"] as const;
export type FailedCheck = (typeof FAILED_CHECKS)[number];

/** The party that bears the loss of a payment disputed as fraud, as the acquirer reported it. */
export const LIABILITIES = ["merchant", "issuer"] as const;
export type Liability = (typeof LIABILITIES)[number];

/** The issuer's advice on retrying a declined payment. */
export const ADVICE_CODES = ["try_again_later", "do_not_try_again", "confirm_card_data"] as const;
export type AdviceCode = (typeof ADVICE_CODES)[number];

/** The initiator of a charge: the payer, or the merchant under the payer's mandate. */
export const INITIATORS = ["payer", "merchant"] as const;
export type Initiator = (typeof INITIATORS)[number];

/** Whether a stored credential was charged before. */
export const CREDENTIAL_USES = ["first", "subsequent"] as const;
export type CredentialUse = (typeof CREDENTIAL_USES)[number];
