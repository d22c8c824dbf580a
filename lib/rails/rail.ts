/**
 * A rail moves money outside our books. Every call carries an id of ours (the payment's, the
 * refund's), which is the rail's idempotency key: the same id twice is the same operation, and
 * `status` tells what became of it (decisions §7). A time-out means nothing is known: ask.
 */
export type Rail = {
  /** Exchanges a card for a token. The number and code go no further than the rail. */
  tokenise(card: CardInput): Promise<TokenisedCard | RailRefusal>;
  authorise(request: AuthoriseRequest): Promise<RailOutcome>;
  capture(request: {
    id: string;
    paymentId: string;
    amountMinor: bigint;
    currency: string;
  }): Promise<RailOutcome>;
  cancel(request: { id: string; paymentId: string }): Promise<RailOutcome>;
  refund(request: RefundRequest): Promise<RailOutcome>;
  /** What became of an earlier call, by our id. `unknown` means that the rail never saw it. */
  status(request: StatusRequest): Promise<RailOutcome | { result: "unknown" }>;
};

export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string };

export type CardFacts = {
  brand: string;
  last4: string;
  bin: string;
  issuer: string;
  country: string;
  funding: "credit" | "debit" | "prepaid";
  expMonth: number;
  expYear: number;
  fingerprint: string;
};

export type TokenisedCard = { result: "token"; railToken: string; card: CardFacts };
/** The rail will not take it at all; `param` names the field at fault where there is one. */
export type RailRefusal = { result: "refused"; message: string; param?: string };

export type AuthoriseRequest = {
  id: string;
  amountMinor: bigint;
  currency: string;
  method: string;
  railToken: string;
  capture: "automatic" | "manual";
  exemption?: string | null;
  /** Whether the credential was charged before (a merchant-initiated, stored credential). */
  storedCredential: "first" | "subsequent";
  returnUrl?: string | null;
};

export type RefundRequest = {
  id: string;
  paymentId: string;
  railToken: string;
  amountMinor: bigint;
  currency: string;
};

export type StatusRequest =
  | { kind: "authorise"; request: AuthoriseRequest }
  | { kind: "refund"; request: RefundRequest };

export type RailOutcome =
  | { result: "succeeded"; railReference: string; sca?: string; exemptionOutcome?: string }
  | { result: "authorised"; railReference: string; sca?: string; exemptionOutcome?: string }
  | { result: "pending"; railReference: string }
  | { result: "action_required"; railReference: string; redirectUrl: string; sca?: string }
  | {
      result: "declined";
      railReference: string;
      declineCode: string;
      networkCode: string | null;
      adviceCode: string | null;
      sca?: string;
    };
