import { z } from "zod";
import { DISPUTE_REASONS } from "#lib/kernel/vocabulary/disputes.ts";
import { CARD_FUNDINGS, WALLETS } from "#lib/kernel/vocabulary/payment-methods.ts";
import {
  ADVICE_CODES,
  CAPTURE_MODES,
  CREDENTIAL_USES,
  EXEMPTION_OUTCOMES,
  INITIATORS,
  SCA_RESULTS,
} from "#lib/kernel/vocabulary/payments.ts";
import {
  APPROVALS,
  DEBIT_SCHEMES,
  DISPUTE_DECISIONS,
  ENDED_REFUNDS,
  OPEN_REFUNDS,
  type Rail,
  REFUND_CANCELLATIONS,
  REFUSED_FIELDS,
} from "../rail.ts";
import {
  creditOutcome,
  creditRequest,
  fundingOutcome,
  fundingRequest,
  payeeRequest,
  payeeVerification,
  payoutOutcome,
  payoutRequest,
} from "./payout-messages.ts";
import {
  acquirer,
  amountMinor,
  askAgainAfterMs,
  currency,
  evidenceFile,
  id,
  moment,
  railReference,
  text,
} from "./shapes.ts";

/** The protocol's path under a rail's address. An incompatible change gets a new number. */
export const PROTOCOL_PATH = "/rail/v1/";

const cardInput = z.object({
  number: z.string().max(32),
  expMonth: z.number(),
  expYear: z.number(),
  cvc: z.string().max(8),
});
const walletInput = z.object({
  wallet: z.enum(WALLETS),
  token: z.string().max(8_192),
});

const bankInput = z.discriminatedUnion("type", [
  z.object({ type: z.literal("sepa_debit"), iban: z.string().max(34) }),
  z.object({
    type: z.literal("bacs_debit"),
    sortCode: z.string().max(6),
    accountNumber: z.string().max(8),
  }),
]);

const decline = z.object({
  declineCode: text,
  networkCode: text.nullable(),
  adviceCode: z.enum(ADVICE_CODES).nullable(),
});

const refusals = [
  z.object({
    result: z.literal("malformed"),
    field: z.enum(REFUSED_FIELDS),
    message: text,
  }),
  z.object({ result: z.literal("declined"), message: text, decline }),
] as const;

const tokenAnswer = z.discriminatedUnion("result", [
  z.object({
    result: z.literal("token"),
    railToken: text,
    card: z.object({
      brand: text,
      last4: z.string().regex(/^\d{4}$/),
      // At most eight first and four last digits of a number may be shown.
      bin: z.string().regex(/^\d{6,8}$/),
      issuer: text,
      country: text,
      funding: z.enum(CARD_FUNDINGS),
      expMonth: z.number().int(),
      expYear: z.number().int(),
      fingerprint: text,
    }),
  }),
  ...refusals,
]);
const bankTokenAnswer = z.discriminatedUnion("result", [
  z.object({
    result: z.literal("token"),
    railToken: text,
    bank: z.object({ country: text, last4: z.string().length(4), bankCode: text }),
  }),
  ...refusals,
]);

const authoriseRequest = z.object({
  id,
  accountId: id,
  requestedAtMs: moment,
  askedAtMs: moment,
  amountMinor,
  currency,
  method: text,
  railToken: text,
  capture: z.enum(CAPTURE_MODES),
  exemption: text.nullable(),
  storedCredential: z.enum(CREDENTIAL_USES),
  initiator: z.enum(INITIATORS),
  returnUrl: text.nullable(),
  cardOnFile: z.boolean().optional(),
  bankId: text.nullable().optional(),
  railReference: text.nullable().optional(),
});
const authenticateRequest = authoriseRequest.extend({ confirmed: z.boolean() });
const cancelRequest = z.object({
  id,
  railReference: text.nullable(),
  railToken: text,
  currency,
});
const captureRequest = cancelRequest.extend({ amountMinor });
const refundRequest = z.object({
  id,
  paymentId: id,
  railToken: text,
  amountMinor,
  currency,
  requestedAtMs: moment,
  askedAtMs: moment,
});

const chargebackRequest = z.object({
  id,
  method: text,
  railToken: text,
  requestedAtMs: moment,
  askedAtMs: moment,
});
const disputeRequest = z.object({
  id,
  paymentId: id,
  evidence: z.record(z.string().max(64), z.string().max(20_000)),
  files: z.array(evidenceFile).max(50).optional(),
});

const settlementRequest = z.object({
  id,
  accountId: id,
  amountMinor,
  currency,
  cutOffMs: moment,
  askedAtMs: moment,
});

const mandateRequest = z.object({
  id,
  scheme: z.enum(DEBIT_SCHEMES),
  reference: text,
  railToken: text,
  requestedAtMs: moment,
  askedAtMs: moment,
});

const authentication = {
  railReference,
  sca: z.enum(SCA_RESULTS).nullable(),
  exemptionOutcome: z.enum(EXEMPTION_OUTCOMES).nullable(),
};
const paymentOutcome = z.discriminatedUnion("result", [
  z.object({
    result: z.enum(APPROVALS),
    ...authentication,
    networkToken: z.boolean().optional(),
    acquirer,
    watchAfterMs: z.number().nonnegative().optional(),
  }),
  z.object({
    result: z.literal("declined"),
    ...authentication,
    decline,
    mandateRevocationCode: text.optional(),
    acquirer,
  }),
  z.object({ result: z.literal("pending"), railReference, askAgainAfterMs }),
  z.object({
    result: z.literal("action_required"),
    ...authentication,
    redirectUrl: text,
    expiresAtMs: moment,
  }),
]);
const stepRefusal = z.object({ result: z.literal("refused"), message: text });
const captureOutcome = z.discriminatedUnion("result", [
  z.object({
    result: z.literal("captured"),
    watchAfterMs: z.number().nonnegative().optional(),
    acquirer,
  }),
  stepRefusal,
]);
const cancelOutcome = z.discriminatedUnion("result", [
  z.object({ result: z.literal("canceled") }),
  stepRefusal,
]);
const refundOutcome = z.discriminatedUnion("result", [
  z.object({ result: z.enum(OPEN_REFUNDS), railReference, askAgainAfterMs }),
  z.object({ result: z.enum(ENDED_REFUNDS), railReference }),
  z.object({ result: z.literal("failed"), railReference, failureReason: text }),
]);
const chargebackOutcome = z.discriminatedUnion("result", [
  z.object({ result: z.literal("none") }),
  z.object({ result: z.literal("returned"), decline }),
  z.object({ result: z.literal("none_yet"), askAgainAfterMs }),
  z.object({
    result: z.literal("charged_back"),
    reason: z.enum(DISPUTE_REASONS),
    networkReasonCode: text.nullable(),
  }),
]);
const mandateOutcome = z.discriminatedUnion("result", [
  z.object({ result: z.literal("active"), railReference }),
  z.object({ result: z.literal("failed"), railReference, failureCode: text }),
  z.object({ result: z.literal("pending"), railReference, askAgainAfterMs }),
]);
const settlementOutcome = z.discriminatedUnion("result", [
  z.object({ result: z.enum(["scheduled", "unknown"]) }),
  z.object({
    result: z.literal("paid"),
    paidAtMs: moment,
    // Compared with bank statements, of which no format has longer ones.
    bankReference: z.string().min(1).max(140),
  }),
  z.object({ result: z.literal("returned"), failureReason: text }),
]);
const unknownOutcome = z.object({ result: z.literal("unknown") });

type Messages = {
  [Operation in keyof Rail]: {
    path: string;
    request: z.ZodType<Parameters<Rail[Operation]>[0], unknown>;
    answer: z.ZodType<Awaited<ReturnType<Rail[Operation]>>, unknown>;
  };
};

/** Every operation of a rail: its path and the shapes of request and answer. Fields outside the shape are ignored, so
 * that either side can add some. */
export const OPERATIONS = {
  tokenise: { path: "tokenise", request: cardInput, answer: tokenAnswer },
  tokeniseWallet: { path: "tokenise/wallet", request: walletInput, answer: tokenAnswer },
  tokeniseBank: { path: "tokenise/bank", request: bankInput, answer: bankTokenAnswer },
  authorise: { path: "authorise", request: authoriseRequest, answer: paymentOutcome },
  authoriseStatus: {
    path: "authorise/status",
    request: authoriseRequest,
    answer: z.union([paymentOutcome, unknownOutcome]),
  },
  authenticate: { path: "authenticate", request: authenticateRequest, answer: paymentOutcome },
  capture: { path: "capture", request: captureRequest, answer: captureOutcome },
  captureStatus: {
    path: "capture/status",
    request: captureRequest,
    answer: z.union([captureOutcome, unknownOutcome]),
  },
  cancel: { path: "cancel", request: cancelRequest, answer: cancelOutcome },
  cancelStatus: {
    path: "cancel/status",
    request: cancelRequest,
    answer: z.union([cancelOutcome, unknownOutcome]),
  },
  refund: { path: "refund", request: refundRequest, answer: refundOutcome },
  refundStatus: {
    path: "refund/status",
    request: refundRequest,
    answer: z.union([refundOutcome, unknownOutcome]),
  },
  chargebackStatus: {
    path: "chargeback/status",
    request: chargebackRequest,
    answer: chargebackOutcome,
  },
  disputeStatus: {
    path: "dispute/status",
    request: disputeRequest,
    answer: z.object({ result: z.enum(DISPUTE_DECISIONS) }),
  },
  settlementStatus: {
    path: "settlement/status",
    request: settlementRequest,
    answer: settlementOutcome,
  },
  setUpMandate: { path: "mandate", request: mandateRequest, answer: mandateOutcome },
  mandateStatus: {
    path: "mandate/status",
    request: mandateRequest,
    answer: z.union([mandateOutcome, unknownOutcome]),
  },
  revokeMandate: {
    path: "mandate/revoke",
    request: mandateRequest,
    answer: z.object({ result: z.literal("revoked") }),
  },
  cancelRefund: {
    path: "refund/cancel",
    request: refundRequest,
    answer: z.object({ result: z.enum(REFUND_CANCELLATIONS) }),
  },
  verifyPayee: { path: "payee/verify", request: payeeRequest, answer: payeeVerification },
  payOut: { path: "payout", request: payoutRequest, answer: payoutOutcome },
  payoutStatus: {
    path: "payout/status",
    request: payoutRequest,
    answer: z.union([payoutOutcome, unknownOutcome]),
  },
  fundingAccount: { path: "funding", request: fundingRequest, answer: fundingOutcome },
  creditStatus: {
    path: "credit/status",
    request: creditRequest,
    answer: z.union([creditOutcome, unknownOutcome]),
  },
} as const satisfies Messages;

export type Operation = keyof Rail;

/** An error of the protocol itself: the operation was not executed. */
export const errorAnswer = z.object({ error: z.object({ code: text, message: text }) });

/** A message as JSON, with amounts as strings of digits. Equal parsed messages give equal texts, because the shape
 * orders the fields. */
export function encode(message: unknown): string {
  return JSON.stringify(message, (_name, value) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}
