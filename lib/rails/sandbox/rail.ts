import { DAY_MS, HOUR_MS, MINUTE_MS, now, SECOND_MS } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import type { ExemptionOutcome, Sca } from "#lib/kernel/vocabulary/payments.ts";
import type {
  AuthenticateRequest,
  AuthoriseRequest,
  CaptureOutcome,
  CaptureRequest,
  CardInput,
  Chargeback,
  ChargebackOutcome,
  ChargebackRequest,
  Decline,
  PaymentOutcome,
  Rail,
  RailRefusal,
  RefundOutcome,
  RefundRequest,
  TokenisedCard,
  WalletInput,
} from "../rail.ts";
import { acquirerFacts, arnOf, marksOf, shiftsLiability } from "./acquirer-facts.ts";
import {
  answeredOutcome,
  bankPaymentAnswered,
  bankPaymentOutcome,
  blikOutcome,
  isRedirect,
  redirectOutcome,
} from "./bank-methods.ts";
import { flawOf } from "./card-flaws.ts";
import { encodeToken, type Scenario, scenarioOf, TEST_CARDS } from "./cards.ts";
import { challengeUrl } from "./challenge-link.ts";
import { debitOutcome, debitTakenBack, mandateOutcome, tokeniseBank } from "./debits.ts";
import {
  AUTHENTICATION_ERROR,
  AUTHENTICATION_REQUIRED,
  GENERIC_DECLINE,
  isoDecline,
  REAL_CARD_IN_TEST_MODE,
} from "./declines.ts";
import { fundingAccount, payout, verifyPayee } from "./payouts.ts";

/** How long an asynchronous refund waits in the queue, and then at the payer's bank. */
export const REFUND_QUEUED_MS = 10 * SECOND_MS;
export const REFUND_SUBMITTED_MS = 10 * SECOND_MS;

/** How long a payer has to answer a challenge. */
export const CHALLENGE_MS = HOUR_MS;

/** When the payers of disputing cards contest a charge (decisions §5: within an hour). */
export const CHARGEBACK_MS = 30 * MINUTE_MS;

/** The only evidence that the sandbox's issuer accepts. */
export const WINNING_EVIDENCE = "winning_evidence";

/** Visa's reason codes; the sandbox's disputing cards are all Visa. */
const CHARGEBACKS: Partial<Record<Scenario, Chargeback>> = {
  "dispute-fraudulent": { reason: "fraudulent", networkReasonCode: "10.4" },
  "dispute-not-received": { reason: "product_not_received", networkReasonCode: "13.1" },
};

const WALLET_YEARS_AHEAD = 3;
const BIN_DIGITS = 6;
const SETTLED_AFTER_MS = 2 * DAY_MS;
const FINGERPRINT_CHARS = 20;

/** The rail of test mode. Stateless: an outcome depends on the request (test data and our id) and on the time that
 * has passed, so asking again always agrees. */
export const sandboxRail: Rail = {
  tokenise: async (card) => tokenise(card),
  tokeniseWallet: async (wallet) => tokeniseWallet(wallet),
  tokeniseBank: async (account) => tokeniseBank(account),
  authorise: async (request) => authorise(request),
  authoriseStatus: async (request) => authorise(request),
  authenticate: async (request) => authenticate(request),
  capture: async (request) => capture(request),
  captureStatus: async (request) => capture(request),
  cancel: async () => ({ result: "canceled" }),
  cancelStatus: async () => ({ result: "canceled" }),
  refund: async (request) => refund(request),
  refundStatus: async (request) => refund(request),
  chargebackStatus: async (request) => chargeback(request),
  disputeStatus: async ({ evidence }) => ({
    result: Object.values(evidence).includes(WINNING_EVIDENCE) ? "won" : "lost",
  }),
  settlementStatus: async ({ id, cutOffMs, askedAtMs }) => {
    const paidAtMs = cutOffMs + SETTLED_AFTER_MS;
    if (askedAtMs < paidAtMs) return { result: "scheduled" };
    return { result: "paid", paidAtMs, bankReference: referenceOf(id) };
  },
  setUpMandate: async (request) => mandateOutcome(request, referenceOf(request.id)),
  mandateStatus: async (request) => mandateOutcome(request, referenceOf(request.id)),
  revokeMandate: async () => ({ result: "revoked" }),
  cancelRefund: async (request) => ({
    result: refund(request).result === "queued" ? "canceled" : "too_late",
  }),
  verifyPayee: async (request) => verifyPayee(request),
  payOut: async (request) => payout(request),
  payoutStatus: async (request) => payout(request),
  fundingAccount: async (request) => fundingAccount(request),
  // This process receives no transfers.
  creditStatus: async () => ({ result: "unknown" }),
};

function tokenise(card: CardInput): TokenisedCard | RailRefusal {
  const flaw = flawOf(card);
  if (flaw) return flaw;
  const known = TEST_CARDS.get(card.number);
  if (!known) {
    return {
      result: "declined",
      decline: REAL_CARD_IN_TEST_MODE,
      message:
        "This looks like a real card number. Test mode accepts test cards only, such as the Visa number that is 4242 four times. Nothing was charged and the number was not stored.",
    };
  }
  const last4 = card.number.slice(-4);
  const { scenario, ...facts } = known;
  const fingerprint = keyedHash("card-fingerprint", card.number)
    .toString("hex")
    .slice(0, FINGERPRINT_CHARS);
  return {
    result: "token",
    railToken: encodeToken(scenario, last4, marksOf(facts, card.cvc)),
    card: {
      ...facts,
      last4,
      bin: card.number.slice(0, BIN_DIGITS),
      expMonth: card.expMonth,
      expYear: card.expYear,
      fingerprint,
    },
  };
}

/** Wallets return a device card; the sandbox knows two of their tokens. */
const WALLET_CARDS: Readonly<Record<string, { number: string; scenario: Scenario }>> = {
  test_ok: { number: "4242424242424242", scenario: "success" },
  test_declined: { number: "4000000000000002", scenario: "decline-generic" },
};

function tokeniseWallet({ wallet, token }: WalletInput): TokenisedCard | RailRefusal {
  const known = Object.hasOwn(WALLET_CARDS, token) ? WALLET_CARDS[token] : undefined;
  if (!known) {
    const message = "Test mode takes the wallet tokens test_ok and test_declined.";
    return { result: "malformed", field: "token", message };
  }
  const expYear = now().getUTCFullYear() + WALLET_YEARS_AHEAD;
  const answer = tokenise({ number: known.number, expMonth: 12, expYear, cvc: "000" });
  if (answer.result !== "token") return answer;
  // A device's account number differs from the card's, so it has its own fingerprint.
  const fingerprint = keyedHash("card-fingerprint", `${wallet} ${known.number}`)
    .toString("hex")
    .slice(0, FINGERPRINT_CHARS);
  return {
    ...answer,
    railToken: encodeToken(known.scenario, answer.card.last4, marksOf(answer.card, null)),
    card: { ...answer.card, fingerprint },
  };
}

function authorise(request: AuthoriseRequest): PaymentOutcome {
  const { method } = request;
  if (isRedirect(method)) return redirectOutcome(request, referenceOf(request.id));
  if (method === "bank_payment") return bankPaymentOutcome(request, referenceOf(request.id));
  if (method === "blik") return blikOutcome(request, referenceOf(request.id));
  if (method === "sepa_debit" || method === "bacs_debit") {
    return debitOutcome(request, referenceOf(request.id));
  }
  return authoriseCard(request);
}

function authoriseCard(request: AuthoriseRequest): PaymentOutcome {
  const scenario = scenarioOf(request.railToken);
  if (request.initiator === "merchant") return chargeUnderMandate(scenario, request);
  const exempted = exemptionOf(scenario, request);
  const railReference = referenceOf(request.id);
  if (asksPayer(scenario) && exempted !== "accepted") {
    const expiresAtMs = request.requestedAtMs + CHALLENGE_MS;
    return {
      result: "action_required",
      railReference,
      redirectUrl: challengeUrl({ ...request, paymentId: request.id, expiresAtMs }, "/3d-secure"),
      sca: "3ds2",
      exemptionOutcome: exempted,
      expiresAtMs,
    };
  }
  const shared = {
    railReference,
    sca: exempted === "accepted" ? ("exempted" as const) : ("frictionless" as const),
    exemptionOutcome: exempted,
  };
  return answered(request, shared, declineOf(scenario, request));
}

type Shared = { railReference: string; sca: Sca; exemptionOutcome: ExemptionOutcome | null };

/** The issuer's answer, with what the acquirer reports about it. */
function answered(
  request: AuthoriseRequest,
  shared: Shared,
  decline: Decline | null,
  isWatched = true,
): PaymentOutcome {
  const acquirer = acquirerFacts(request, shared.sca);
  if (decline) return { result: "declined", ...shared, decline, acquirer };
  acquirer.liabilityShift = shiftsLiability(shared.sca);
  const approved = { ...shared, ...networkTokenOf(request), acquirer };
  if (request.capture === "manual") return { result: "authorised", ...approved };
  acquirer.arn = arnOf(request.id);
  return {
    result: "succeeded",
    ...approved,
    ...(isWatched ? watchOf(request.railToken) : {}),
  };
}

const capture = ({ id, railToken }: CaptureRequest): CaptureOutcome => ({
  result: "captured",
  ...watchOf(railToken),
  acquirer: { arn: arnOf(id) },
});

/** The network issues a token for a card when a charge that stores it for a customer is approved. */
const networkTokenOf = ({ cardOnFile }: AuthoriseRequest) =>
  cardOnFile ? { networkToken: true } : {};

/** No payer is present to be challenged: the mandate replaces the payer, except with issuers that always challenge. */
function chargeUnderMandate(scenario: Scenario, request: AuthoriseRequest): PaymentOutcome {
  const shared = {
    railReference: referenceOf(request.id),
    sca: "not_required" as const,
    exemptionOutcome: null,
  };
  const asksAlways = scenario === "challenge-always" ? AUTHENTICATION_REQUIRED : null;
  const decline = asksAlways ?? AFTER_CHALLENGE[scenario] ?? declineOf(scenario, request);
  return answered(request, shared, decline);
}

/** After the capture a charge can be taken back. */
const watchOf = (railToken: string) =>
  scenarioOf(railToken) in CHARGEBACKS ? { watchAfterMs: CHARGEBACK_MS } : {};

function chargeback(request: ChargebackRequest): ChargebackOutcome {
  const debit = debitTakenBack(request);
  if (debit) return debit;
  const found = CHARGEBACKS[scenarioOf(request.railToken)];
  if (!found) return { result: "none" };
  const left = request.requestedAtMs + CHARGEBACK_MS - request.askedAtMs;
  if (left > 0) return { result: "none_yet", askAgainAfterMs: left };
  return { result: "charged_back", ...found };
}

/** The outcome of a challenge or redirect after the payer's answer. */
function authenticate(request: AuthenticateRequest): PaymentOutcome {
  const { method, id } = request;
  if (isRedirect(method)) return answeredOutcome(request, referenceOf(id));
  if (method === "bank_payment") return bankPaymentAnswered(request, referenceOf(id));
  const scenario = scenarioOf(request.railToken);
  const shared = {
    railReference: referenceOf(request.id),
    sca: "3ds2" as const,
    exemptionOutcome: exemptionOf(scenario, request),
  };
  // Without authentication nothing was sent to the issuer, so there are no facts.
  if (!request.confirmed)
    return { result: "declined", ...shared, decline: AUTHENTICATION_REQUIRED };
  if (scenario === "challenge-error") {
    return { result: "declined", ...shared, decline: AUTHENTICATION_ERROR };
  }
  return answered(request, shared, AFTER_CHALLENGE[scenario] ?? null, false);
}

/** Cards that are declined after the payer has confirmed. */
const AFTER_CHALLENGE: Partial<Record<Scenario, Decline>> = {
  "challenge-declined": GENERIC_DECLINE,
  "challenge-insufficient": isoDecline("51"),
  "challenge-error": AUTHENTICATION_ERROR,
};

/** Cards whose payer is challenged. If an issuer requires authentication, the payer is challenged immediately instead
 * of being declined. */
const asksPayer = (scenario: Scenario) =>
  scenario.startsWith("challenge") || scenario === "steps-up";

/** Issuers of cards that are always challenged reject every exemption; the others accept it. */
function exemptionOf(scenario: Scenario, { exemption }: AuthoriseRequest): ExemptionOutcome | null {
  if (exemption === null) return null;
  return scenario.startsWith("challenge-") || scenario === "steps-up" ? "rejected" : "accepted";
}

function declineOf(scenario: Scenario, request: AuthoriseRequest): Decline | null {
  if (scenario === "decline-generic") return GENERIC_DECLINE;
  if (scenario === "steps-up") return AUTHENTICATION_REQUIRED;
  if (scenario.startsWith("decline-")) return isoDecline(scenario.slice("decline-".length));
  if (scenario === "once") return request.storedCredential === "first" ? null : GENERIC_DECLINE;
  return null;
}

function refund(request: RefundRequest): RefundOutcome {
  const scenario = scenarioOf(request.railToken);
  const railReference = referenceOf(request.id);
  const age = request.askedAtMs - request.requestedAtMs;
  if (scenario === "refund-async") {
    const left = REFUND_QUEUED_MS - age;
    if (left > 0) return { result: "queued", railReference, askAgainAfterMs: left };
    const bankLeft = left + REFUND_SUBMITTED_MS;
    if (bankLeft > 0) return { result: "submitted", railReference, askAgainAfterMs: bankLeft };
  }
  if (scenario === "refund-fails") {
    const left = REFUND_SUBMITTED_MS - age;
    if (left > 0) return { result: "submitted", railReference, askAgainAfterMs: left };
    return { result: "failed", railReference, failureReason: "expired_or_canceled_card" };
  }
  return { result: "settled", railReference };
}

/** The reference to quote to the acquirer: the end of our own id. */
function referenceOf(id: string): string {
  return `SBX${id.slice(-12).toUpperCase()}`;
}
