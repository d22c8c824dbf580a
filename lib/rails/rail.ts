import type { DisputeReason } from "#lib/kernel/vocabulary/disputes.ts";
import type { CardFunding, Wallet } from "#lib/kernel/vocabulary/payment-methods.ts";
import type {
  AdviceCode,
  CaptureMode,
  CheckResult,
  CredentialUse,
  ExemptionOutcome,
  Initiator,
  Sca,
} from "#lib/kernel/vocabulary/payments.ts";
import type {
  CreditOutcome,
  CreditRequest,
  FundingOutcome,
  FundingRequest,
  PayeeRequest,
  PayeeVerification,
  PayoutOutcome,
  PayoutRequest,
} from "./payouts.ts";
import type { SettlementOutcome, SettlementRequest } from "./settlements.ts";

export * from "./payouts.ts";
export * from "./settlements.ts";

/** A rail moves money outside our books. Every call has an id of ours (the payment's, the refund's), which is the
 * rail's idempotency key: the same id is the same operation, and the `…Status` calls return its outcome (decisions
 * §7). A call that throws `RailUnavailableError` has an unknown outcome: ask the rail, never guess. */
export type Rail = {
  /** Exchanges a card for a token. Number and code go only to the rail. */
  tokenise(card: CardInput): Promise<TokenisedCard | RailRefusal>;
  /** Exchanges a wallet token, which stands for a card and one payment, for a rail token. */
  tokeniseWallet(wallet: WalletInput): Promise<TokenisedCard | RailRefusal>;
  /** Exchanges a bank account for a token. The account number goes only to the rail. */
  tokeniseBank(account: BankInput): Promise<TokenisedBank | RailRefusal>;
  authorise(request: AuthoriseRequest): Promise<PaymentOutcome>;
  authoriseStatus(request: AuthoriseRequest): Promise<PaymentOutcome | UnknownOutcome>;
  /** Sends the payer's answer to a challenge that we showed for the rail. The same answer twice is the same
   * operation, so repeating it returns the outcome. */
  authenticate(request: AuthenticateRequest): Promise<PaymentOutcome>;
  /** Captures an authorisation once, all of it or a part; the rest is released. */
  capture(request: CaptureRequest): Promise<CaptureOutcome>;
  captureStatus(request: CaptureRequest): Promise<CaptureOutcome | UnknownOutcome>;
  /** Releases an authorisation, or cancels one that waits for the payer. */
  cancel(request: CancelRequest): Promise<CancelOutcome>;
  cancelStatus(request: CancelRequest): Promise<CancelOutcome | UnknownOutcome>;
  refund(request: RefundRequest): Promise<RefundOutcome>;
  refundStatus(request: RefundRequest): Promise<RefundOutcome | UnknownOutcome>;
  /** Whether the payer's bank has taken a payment back. */
  chargebackStatus(request: ChargebackRequest): Promise<ChargebackOutcome>;
  /** The issuer's decision on the submitted evidence. */
  disputeStatus(request: DisputeRequest): Promise<{ result: DisputeDecision }>;
  /** Whether the money of a settlement has arrived at the merchant's bank. */
  settlementStatus(request: SettlementRequest): Promise<SettlementOutcome>;
  /** Registers a payer's permission to be debited with the bank. */
  setUpMandate(request: MandateRequest): Promise<MandateOutcome>;
  mandateStatus(request: MandateRequest): Promise<MandateOutcome | UnknownOutcome>;
  /** Notifies the bank that a mandate is no longer used. */
  revokeMandate(request: MandateRequest): Promise<{ result: "revoked" }>;
  /** Cancels a refund that is still in the rail's queue. */
  cancelRefund(request: RefundRequest): Promise<{ result: RefundCancellation }>;
  /** Asks the beneficiary's bank whether an account has this holder. Moves nothing. */
  verifyPayee(request: PayeeRequest): Promise<PayeeVerification>;
  /** Sends money to a bank account over one rail. */
  payOut(request: PayoutRequest): Promise<PayoutOutcome>;
  payoutStatus(request: PayoutRequest): Promise<PayoutOutcome | UnknownOutcome>;
  /** The account that receives money for payouts. Moves nothing. */
  fundingAccount(request: FundingRequest): Promise<FundingOutcome>;
  /** The status of a transfer to that account, by the rail's id. */
  creditStatus(request: CreditRequest): Promise<CreditOutcome | UnknownOutcome>;
};

/** The rail gave no valid answer: it may or may not have executed the call. */
export class RailUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RailUnavailableError";
  }
}

/** The rail did not execute the call, and never will, because of the call itself: the id was used with other
 * parameters, or the message is unreadable. */
export class RailRefusedError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "RailRefusedError";
    this.code = code;
  }
}

/** The rail never saw this id, so sending the call (again) is safe. */
export type UnknownOutcome = { result: "unknown" };

export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string };

export type WalletInput = { wallet: Wallet; token: string };

export type BankInput =
  | { type: "sepa_debit"; iban: string }
  | { type: "bacs_debit"; sortCode: string; accountNumber: string };

/** The parts of a bank account that may be shown. */
export type BankFacts = { country: string; last4: string; bankCode: string };

export type TokenisedBank = { result: "token"; railToken: string; bank: BankFacts };

export type CardFacts = {
  brand: string;
  last4: string;
  bin: string;
  issuer: string;
  country: string;
  funding: CardFunding;
  expMonth: number;
  expYear: number;
  /** Equal for equal card numbers; the number cannot be derived from it. */
  fingerprint: string;
};

export type TokenisedCard = { result: "token"; railToken: string; card: CardFacts };

export const DISPUTE_DECISIONS = ["pending", "won", "lost"] as const;
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number];

export const REFUND_CANCELLATIONS = ["canceled", "too_late"] as const;
export type RefundCancellation = (typeof REFUND_CANCELLATIONS)[number];

/** The fields of a card or bank account that a rail can find invalid. */
export const REFUSED_FIELDS = [
  "number",
  "exp_month",
  "exp_year",
  "cvc",
  "token",
  "iban",
  "sort_code",
  "account_number",
] as const;
export type RefusedField = (typeof REFUSED_FIELDS)[number];

/** The rail refuses the card. `malformed` names the invalid field; `declined` is the rail's own decline. */
export type RailRefusal =
  | {
      result: "malformed";
      field: RefusedField;
      message: string;
    }
  | { result: "declined"; message: string; decline: Decline };

/** The issuer's decline, in the scheme's codes and in ours. */
export type Decline = {
  declineCode: string;
  networkCode: string | null;
  adviceCode: AdviceCode | null;
};

export type AuthoriseRequest = {
  id: string;
  /** Our id of the merchant. */
  accountId: string;
  /** When the payment was created: the time for a challenge counts from here. */
  requestedAtMs: number;
  /** The merchant's time now, which delays follow. */
  askedAtMs: number;
  amountMinor: bigint;
  currency: string;
  method: string;
  /** Empty for redirect methods, where nothing was tokenised. */
  railToken: string;
  capture: CaptureMode;
  exemption: string | null;
  /** Whether this stored credential was charged before. */
  storedCredential: CredentialUse;
  initiator: Initiator;
  returnUrl: string | null;
  /** Set if the card is stored for a customer of the merchant and can be charged later. */
  cardOnFile?: boolean | undefined;
  /** Bank payments only: the bank if known, and the rail's earlier reference. */
  bankId?: string | null | undefined;
  railReference?: string | null | undefined;
};

/** Acquirer response of a card payment. Absent facts are unknown. */
export type AcquirerFacts = {
  /** Electronic commerce indicator: two digits by which the scheme knows how the payer was authenticated. */
  eci?: string | undefined;
  /** Whether the issuer bears the loss if the payer says that the payment is fraud. */
  liabilityShift?: boolean | undefined;
  /** Result of comparing the billing address (AVS), and the security code. */
  avsResult?: CheckResult | undefined;
  cvcResult?: CheckResult | undefined;
  /** Acquirer reference number of the capture: 23 digits by which the issuer finds the payment. */
  arn?: string | undefined;
};

export type AuthenticateRequest = AuthoriseRequest & { confirmed: boolean };

/** `authorised`: approved, and captured later. */
export const APPROVALS = ["succeeded", "authorised"] as const;

export type PaymentOutcome =
  | {
      result: (typeof APPROVALS)[number];
      railReference: string;
      sca: Sca | null;
      exemptionOutcome: ExemptionOutcome | null;
      /** Whether the network has a token for the card, issued now or before. */
      networkToken?: boolean | undefined;
      acquirer?: AcquirerFacts | undefined;
      /** When to ask whether the payer's bank has taken it back; undefined: never. */
      watchAfterMs?: number | undefined;
    }
  | {
      result: "declined";
      railReference: string;
      sca: Sca | null;
      exemptionOutcome: ExemptionOutcome | null;
      decline: Decline;
      /** The bank's code that the payer has revoked the mandate. */
      mandateRevocationCode?: string | undefined;
      acquirer?: AcquirerFacts | undefined;
    }
  | { result: "pending"; railReference: string; askAgainAfterMs: number }
  | {
      result: "action_required";
      railReference: string;
      redirectUrl: string;
      sca: Sca | null;
      exemptionOutcome: ExemptionOutcome | null;
      /** Until when the payer can answer. */
      expiresAtMs: number;
    };

/** A payment is captured and canceled at most once, so its own id identifies the operation. */
export type CaptureRequest = CancelRequest & { amountMinor: bigint };
export type CaptureOutcome =
  /** As for a charge that succeeded immediately. */
  | {
      result: "captured";
      watchAfterMs?: number | undefined;
      acquirer?: AcquirerFacts | undefined;
    }
  | StepRefusal;
export type CancelRequest = {
  id: string;
  railReference: string | null;
  railToken: string;
  currency: string;
};
export type CancelOutcome = { result: "canceled" } | StepRefusal;
/** The rail finally refuses, with a message for the merchant: the authorisation has expired or was released
 * elsewhere. Nothing was moved. */
export type StepRefusal = { result: "refused"; message: string };

export type RefundRequest = {
  id: string;
  paymentId: string;
  railToken: string;
  amountMinor: bigint;
  currency: string;
  /** When the refund was created: delays count from here. */
  requestedAtMs: number;
  /** The merchant's time now; the sandbox's can be ahead of the real one. */
  askedAtMs: number;
};

export type ChargebackRequest = {
  /** The payment's id. */
  id: string;
  method: string;
  railToken: string;
  requestedAtMs: number;
  /** The merchant's time now. */
  askedAtMs: number;
};

/** Why a payment was taken back, as our reason and the scheme's code. */
export type Chargeback = { reason: DisputeReason; networkReasonCode: string | null };

/** `none`: there is no chargeback and never will be. */
/** `returned`: the payer's bank took the money back permanently, without a dispute. */
export type ChargebackOutcome =
  | { result: "none" }
  | { result: "returned"; decline: Decline }
  | { result: "none_yet"; askAgainAfterMs: number }
  | ({ result: "charged_back" } & Chargeback);

export type DisputeRequest = {
  /** The dispute's id, by which the rail knows it from now on. */
  id: string;
  paymentId: string;
  evidence: Readonly<Record<string, string>>;
  /** The submitted files, without their content; absent without any. */
  files?:
    | readonly { id: string; name: string; type: string; size: number; sha256: string }[]
    | undefined;
};

/** Results of a refund without further facts. */
export const OPEN_REFUNDS = ["queued", "submitted"] as const;
export const ENDED_REFUNDS = ["settled", "canceled"] as const;

/** `queued`: accepted, not sent to the payer's bank yet, can still be canceled. `canceled`: by a call of ours whose
 * answer may have been lost. */
export type RefundOutcome =
  | { result: (typeof OPEN_REFUNDS)[number]; railReference: string; askAgainAfterMs: number }
  | { result: (typeof ENDED_REFUNDS)[number]; railReference: string }
  | { result: "failed"; railReference: string; failureReason: string };

/** Schemes whose banks register mandates. For cards the first charge is the agreement. */
export const DEBIT_SCHEMES = ["bacs", "sepa_core"] as const;
export type DebitScheme = (typeof DEBIT_SCHEMES)[number];

export type MandateRequest = {
  id: string;
  scheme: DebitScheme;
  reference: string;
  railToken: string;
  /** When the payer agreed: delays count from here. */
  requestedAtMs: number;
  /** The merchant's time now. */
  askedAtMs: number;
};

/** `pending`: with the payer's bank. `failed`: the bank rejected it, with the bank's code. */
export type MandateOutcome =
  | { result: "active"; railReference: string }
  | { result: "failed"; railReference: string; failureCode: string }
  | { result: "pending"; railReference: string; askAgainAfterMs: number };
