import type { DisputeReason } from "#lib/kernel/vocabulary/disputes.ts";
import type { CreditOutcome, CreditRequest, FundingOutcome, FundingRequest } from "./credits.ts";
import type { PayeeRequest, PayeeVerification, PayoutOutcome, PayoutRequest } from "./payouts.ts";

export * from "./credits.ts";
export * from "./payouts.ts";

/**
 * A rail moves money outside our books. Every call carries an id of ours (the payment's, the
 * refund's), which is the rail's idempotency key: the same id twice is the same operation, and the
 * `…Status` calls tell what became of it (decisions §7). A call that throws
 * `RailUnavailableError` has an unknown outcome: ask, never guess.
 */
export type Rail = {
  /** Exchanges a card for a token. The number and code go no further than the rail. */
  tokenise(card: CardInput): Promise<TokenisedCard | RailRefusal>;
  /** Exchanges what a payer's wallet handed out, one payment's worth of a card, for a token. */
  tokeniseWallet(wallet: WalletInput): Promise<TokenisedCard | RailRefusal>;
  /** Exchanges a bank account for a token. Its number goes no further than the rail. */
  tokeniseBank(account: BankInput): Promise<TokenisedBank | RailRefusal>;
  authorise(request: AuthoriseRequest): Promise<PaymentOutcome>;
  authoriseStatus(request: AuthoriseRequest): Promise<PaymentOutcome | UnknownOutcome>;
  /** Hands on the payer's answer to a challenge that was shown for the rail. The same answer twice is
   *  the same operation, so it is also how to ask what came of it. */
  authenticate(request: AuthenticateRequest): Promise<PaymentOutcome>;
  /** Takes the money of an authorisation, once, all of it or a part; what is left is released. */
  capture(request: CaptureRequest): Promise<CaptureOutcome>;
  captureStatus(request: CaptureRequest): Promise<CaptureOutcome | UnknownOutcome>;
  /** Gives up an authorisation, or one that waits for the payer. */
  cancel(request: CancelRequest): Promise<CancelOutcome>;
  cancelStatus(request: CancelRequest): Promise<CancelOutcome | UnknownOutcome>;
  refund(request: RefundRequest): Promise<RefundOutcome>;
  refundStatus(request: RefundRequest): Promise<RefundOutcome | UnknownOutcome>;
  /** Whether the payer's bank has taken a payment back. */
  chargebackStatus(request: ChargebackRequest): Promise<ChargebackOutcome>;
  /** What the issuer made of the evidence it was given. */
  disputeStatus(request: DisputeRequest): Promise<{ result: "pending" | "won" | "lost" }>;
  /** Lodges a payer's authorisation to be debited. */
  setUpMandate(request: MandateRequest): Promise<MandateOutcome>;
  mandateStatus(request: MandateRequest): Promise<MandateOutcome | UnknownOutcome>;
  /** Says that a mandate will not be used any more. */
  revokeMandate(request: MandateRequest): Promise<{ result: "revoked" }>;
  /** Stops a refund that has not left the rail's queue. */
  cancelRefund(request: RefundRequest): Promise<{ result: "canceled" | "too_late" }>;
  /** Asks the beneficiary's bank whether an account is in a name. Moves nothing. */
  verifyPayee(request: PayeeRequest): Promise<PayeeVerification>;
  /** Sends money to a bank account over one rail. */
  payOut(request: PayoutRequest): Promise<PayoutOutcome>;
  payoutStatus(request: PayoutRequest): Promise<PayoutOutcome | UnknownOutcome>;
  /** Where money for payouts is to be sent. Moves nothing. */
  fundingAccount(request: FundingRequest): Promise<FundingOutcome>;
  /** What has become of a transfer to that account, by the rail's own name for it. */
  creditStatus(request: CreditRequest): Promise<CreditOutcome | UnknownOutcome>;
};

/** The rail gave no answer we can trust: it may or may not have acted. */
export class RailUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RailUnavailableError";
  }
}

/** The rail's word that it did not carry the call out, for a reason that lies in the call (an id that
 *  was used with other parameters, a message that it cannot read): the same call never will be. */
export class RailRefusedError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "RailRefusedError";
    this.code = code;
  }
}

/** The rail never saw that id: sending the call (again) is safe. */
export type UnknownOutcome = { result: "unknown" };

export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string };

export type WalletInput = { wallet: "apple_pay" | "google_pay"; token: string };

export type BankInput =
  | { type: "sepa_debit"; iban: string }
  | { type: "bacs_debit"; sortCode: string; accountNumber: string };

/** What may be shown of a bank account. */
export type BankFacts = { country: string; last4: string; bankCode: string };

export type TokenisedBank = { result: "token"; railToken: string; bank: BankFacts };

export type CardFacts = {
  brand: string;
  last4: string;
  bin: string;
  issuer: string;
  country: string;
  funding: "credit" | "debit" | "prepaid";
  expMonth: number;
  expYear: number;
  /** Equal for equal card numbers, and useless for finding the number. */
  fingerprint: string;
};

export type TokenisedCard = { result: "token"; railToken: string; card: CardFacts };

/** The rail will not take it. `malformed` names the field at fault; `declined` is its own refusal. */
export type RailRefusal =
  | {
      result: "malformed";
      field:
        | "number"
        | "exp_month"
        | "exp_year"
        | "cvc"
        | "token"
        | "iban"
        | "sort_code"
        | "account_number";
      message: string;
    }
  | { result: "declined"; message: string; decline: Decline };

/** How the issuer refused, in the scheme's words and in ours. */
export type Decline = {
  declineCode: string;
  networkCode: string | null;
  adviceCode: AdviceCode | null;
};
export type AdviceCode = "try_again_later" | "do_not_try_again" | "confirm_card_data";

/** Who asks for a charge: the payer, or the merchant by itself under the payer's mandate. */
export type Initiator = "payer" | "merchant";

export type AuthoriseRequest = {
  id: string;
  /** The merchant, by our name for it. */
  accountId: string;
  /** When the payment was made: a challenge's time counts from here. */
  requestedAtMs: number;
  /** The merchant's time when we ask: what is delayed goes by it. */
  askedAtMs: number;
  amountMinor: bigint;
  currency: string;
  method: string;
  /** Empty for methods whose payers are sent to their bank: nothing was tokenised. */
  railToken: string;
  capture: "automatic" | "manual";
  exemption: string | null;
  /** Whether this credential was charged before: a later charge of a stored credential. */
  storedCredential: "first" | "subsequent";
  initiator: Initiator;
  returnUrl: string | null;
  /** Set when a card is charged for a customer of the merchant's, whose later payments may use it again. */
  cardOnFile?: boolean | undefined;
  /** Of a bank payment: with which bank, where it is known, and what the rail called it before. */
  bankId?: string | null | undefined;
  railReference?: string | null | undefined;
};

export type AuthenticateRequest = AuthoriseRequest & { confirmed: boolean };

export type Sca = "frictionless" | "3ds2" | "exempted" | "not_required";
export type ExemptionOutcome = "accepted" | "rejected";

export type PaymentOutcome =
  | {
      result: "succeeded" | "authorised";
      railReference: string;
      sca: Sca | null;
      exemptionOutcome: ExemptionOutcome | null;
      /** Whether the network has a token for the card, made now or before. */
      networkToken?: boolean | undefined;
      /** When to ask whether the payer's bank has taken it back; left out: the rail will not be asked. */
      watchAfterMs?: number | undefined;
    }
  | {
      result: "declined";
      railReference: string;
      sca: Sca | null;
      exemptionOutcome: ExemptionOutcome | null;
      decline: Decline;
      /** The bank says with this code that the payer's mandate is not to be used any more. */
      mandateRevocationCode?: string | undefined;
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

/** A payment is captured and canceled at most once, so its own id names the operation. */
export type CaptureRequest = CancelRequest & { amountMinor: bigint };
export type CaptureOutcome =
  /** As of a charge that succeeded at once. */
  { result: "captured"; watchAfterMs?: number | undefined } | StepRefusal;
export type CancelRequest = {
  id: string;
  railReference: string | null;
  railToken: string;
  currency: string;
};
export type CancelOutcome = { result: "canceled" } | StepRefusal;
/** The rail will not, for good, and says why to the merchant: the authorisation has expired, or was
 *  released elsewhere. Nothing was moved. */
export type StepRefusal = { result: "refused"; message: string };

export type RefundRequest = {
  id: string;
  paymentId: string;
  railToken: string;
  amountMinor: bigint;
  currency: string;
  /** When we made the refund: delayed outcomes count from here. */
  requestedAtMs: number;
  /** The merchant's time when we ask: the sandbox's may be ahead of the real one. */
  askedAtMs: number;
};

export type ChargebackRequest = {
  /** The payment's. */
  id: string;
  method: string;
  railToken: string;
  requestedAtMs: number;
  /** The merchant's time when we ask. */
  askedAtMs: number;
};

/** Why a payment was taken back, in our words and the scheme's. */
export type Chargeback = { reason: DisputeReason; networkReasonCode: string | null };

/** `none`: there is none, and need not be asked about again. */
/** `returned`: the payer's bank took its money back for good, and no dispute can bring it again. */
export type ChargebackOutcome =
  | { result: "none" }
  | { result: "returned"; decline: Decline }
  | { result: "none_yet"; askAgainAfterMs: number }
  | ({ result: "charged_back" } & Chargeback);

export type DisputeRequest = {
  /** The dispute's own id, by which the rail knows it from now on. */
  id: string;
  paymentId: string;
  evidence: Readonly<Record<string, string>>;
};

/** `queued`: accepted, not sent to the payer's bank yet, can still be canceled. `canceled`: it was,
 *  by a call of ours whose answer we may never have had. */
export type RefundOutcome =
  | { result: "queued" | "submitted"; railReference: string; askAgainAfterMs: number }
  | { result: "settled" | "canceled"; railReference: string }
  | { result: "failed"; railReference: string; failureReason: string };

/** Schemes whose banks are told of a mandate. For cards the first charge is the agreement. */
export const DEBIT_SCHEMES = ["bacs", "sepa_core"] as const;
export type DebitScheme = (typeof DEBIT_SCHEMES)[number];

export type MandateRequest = {
  id: string;
  scheme: DebitScheme;
  reference: string;
  railToken: string;
  /** When the payer agreed: delayed outcomes count from here. */
  requestedAtMs: number;
  /** The merchant's time when we ask. */
  askedAtMs: number;
};

/** `pending`: with the payer's bank. `failed`: the bank will not have it, with its own code for why. */
export type MandateOutcome =
  | { result: "active"; railReference: string }
  | { result: "failed"; railReference: string; failureCode: string }
  | { result: "pending"; railReference: string; askAgainAfterMs: number };
