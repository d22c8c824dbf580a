import type { Customer } from "#lib/domain/customers/index.ts";
import type { PaymentMethod } from "#lib/domain/payment-methods/index.ts";
import type { Payment } from "#lib/domain/payments/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";

/** Fixed objects in every state that the API can show, for the golden files. */

const MADE = dateFromMs(Date.UTC(2026, 3, 12, 9, 31, 7));
export const owned = { accountId: "acct_01kp0a0000000000000000000a", mode: "test" } as const;

const card = {
  brand: "visa",
  last4: "4242",
  bin: "424242",
  issuer: "Harbour & Vale Bank",
  country: "GB",
  funding: "credit",
  fingerprint: "9f1c03b7a2d45e6880aa",
} as const;

const told = {
  eci: "05",
  liabilityShift: true,
  avsResult: "not_checked",
  cvcResult: "match",
  arn: "74120806102000012345671",
} as const;
const untold = { eci: null, liabilityShift: null, avsResult: null, cvcResult: null, arn: null };

const payment: Payment = {
  ...owned,
  id: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  status: "succeeded",
  amountMinor: 1999n,
  amountCapturedMinor: 1999n,
  amountRefundedMinor: 0n,
  step: null,
  captureMinor: null,
  currency: "EUR",
  method: "card",
  capture: "automatic",
  customerId: "cus_01kp0c5n7v3m8q2w4x6y9z1b5a",
  paymentMethodId: "pm_01kp0c5n7v3m8q2w4x6y9z1b5c",
  railToken: null,
  bankPayment: null,
  storedCredential: "first",
  initiator: "payer",
  description: "Order 6735",
  statementDescriptor: "LINDQVIST DESIGN",
  returnUrl: null,
  redirectUrl: null,
  settles: null,
  sca: "frictionless",
  exemption: null,
  exemptionOutcome: null,
  decline: null,
  card,
  acquirerResponse: told,
  outcome: "approved",
  disputed: false,
  mandateId: null,
  subscriptionId: null,
  invoiceId: null,
  retryOf: null,
  settlementId: null,
  // Our field names inside a merchant's metadata are not changed in any version.
  metadata: { order_id: "6735", object: "payment", decline: "mine", capture: "manual" },
  requestId: "req_01kp0c5n7v3m8q2w4x6y9z1b5q",
  railReference: "rail_1",
  railCheckAt: null,
  expiresUncaptured: false,
  expiresAt: null,
  createdAt: MADE,
};

const declined: Payment = {
  ...payment,
  acquirerResponse: { ...told, liabilityShift: null, arn: null },
  status: "failed",
  amountCapturedMinor: 0n,
  decline: {
    declineCode: "insufficient_funds",
    networkCode: "51",
    adviceCode: "try_again_later",
  },
};

const returning = "https://shop.example/orders/6735/paid";

const challenged: Payment = {
  ...payment,
  acquirerResponse: null,
  status: "requires_action",
  amountCapturedMinor: 0n,
  sca: "3ds2",
  returnUrl: returning,
  redirectUrl: "https://pay.example/3ds/pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  expiresAt: dateFromMs(Date.UTC(2026, 3, 12, 10, 31, 7)),
};

const wallet: Payment = {
  ...payment,
  sca: "not_required",
  acquirerResponse: { ...told, eci: "07", liabilityShift: false, cvcResult: "not_checked" },
};

const debit: Payment = {
  ...payment,
  acquirerResponse: null,
  status: "processing",
  amountCapturedMinor: 0n,
  method: "sepa_debit",
  sca: null,
  card: null,
  settles: "sepa_debit",
  mandateId: "mdt_01kp0c5n7v3m8q2w4x6y9z1b5m",
};

export const PAYMENTS: Readonly<Record<string, Payment>> = {
  succeeded: payment,
  processing: {
    ...payment,
    status: "processing",
    amountCapturedMinor: 0n,
    sca: null,
    acquirerResponse: null,
  },
  requires_action: challenged,
  challenge_passed: { ...payment, sca: "3ds2", returnUrl: returning },
  challenge_refused: {
    ...declined,
    acquirerResponse: null,
    sca: "3ds2",
    returnUrl: returning,
    decline: { declineCode: "authentication_failed", networkCode: null, adviceCode: null },
  },
  expired: { ...challenged, status: "canceled", redirectUrl: null },
  declined,
  declined_for_good: {
    ...declined,
    decline: { declineCode: "stolen_card", networkCode: "43", adviceCode: "do_not_try_again" },
  },
  declined_wrong_data: {
    ...declined,
    decline: { declineCode: "incorrect_cvc", networkCode: "82", adviceCode: "confirm_card_data" },
    acquirerResponse: { ...untold, eci: "05", avsResult: "no_match", cvcResult: "no_match" },
  },
  requires_capture: {
    ...payment,
    status: "requires_capture",
    capture: "manual",
    acquirerResponse: { ...told, arn: null },
    amountCapturedMinor: 0n,
    expiresAt: dateFromMs(Date.UTC(2026, 3, 19, 9, 31, 7)),
  },
  captured_in_part: { ...payment, capture: "manual", amountCapturedMinor: 1500n },
  canceled: { ...payment, status: "canceled", capture: "manual", amountCapturedMinor: 0n },
  refunded_in_part: { ...payment, amountRefundedMinor: 500n },
  exemption_accepted: {
    ...payment,
    sca: "exempted",
    acquirerResponse: { ...told, eci: "07", liabilityShift: false, avsResult: "match" },
    exemption: "low_value",
    exemptionOutcome: "accepted",
  },
  exemption_rejected: {
    ...challenged,
    exemption: "transaction_risk_analysis",
    exemptionOutcome: "rejected",
  },
  exemption_trusted: {
    ...payment,
    sca: "exempted",
    acquirerResponse: { ...told, eci: "07", liabilityShift: false, avsResult: "unavailable" },
    exemption: "trusted_beneficiary",
    exemptionOutcome: "accepted",
  },
  apple_pay: { ...wallet, method: "apple_pay" },
  google_pay: { ...wallet, method: "google_pay" },
  ideal: {
    ...challenged,
    method: "ideal",
    sca: null,
    card: null,
    settles: "ideal",
    paymentMethodId: null,
  },
  debit_processing: debit,
  debit_succeeded: { ...debit, status: "succeeded", amountCapturedMinor: 1999n },
  debit_failed_late: {
    ...debit,
    status: "failed",
    amountCapturedMinor: 1999n,
    decline: {
      declineCode: "debit_refunded_by_payer",
      networkCode: "MD06",
      adviceCode: "do_not_try_again",
    },
  },
  everything_set: {
    ...payment,
    mandateId: "mdt_01kp0c5n7v3m8q2w4x6y9z1b5m",
    subscriptionId: "sub_01kp0c5n7v3m8q2w4x6y9z1b5s",
    invoiceId: "in_01kp0c5n7v3m8q2w4x6y9z1b5n",
    retryOf: "pay_01kp0c5n7v3m8q2w4x6y9z1b5a",
    settlementId: "stl_01kp0c5n7v3m8q2w4x6y9z1b5t",
    disputed: true,
  },
  nothing_set: {
    ...payment,
    customerId: null,
    description: null,
    statementDescriptor: null,
    metadata: {},
  },
  live: { ...payment, mode: "live" },
  arn_only: { ...payment, mode: "live", acquirerResponse: { ...untold, arn: told.arn } },
  cvc_unavailable: { ...payment, acquirerResponse: { ...told, cvcResult: "unavailable" } },
};

const bankPayment: Payment = {
  ...payment,
  id: "bp_01kp0c5n7v3m8q2w4x6y9z1b5d",
  method: "bank_payment",
  settles: "bank_payment",
  sca: "not_required",
  card: null,
  acquirerResponse: null,
  customerId: null,
  paymentMethodId: null,
  returnUrl: returning,
  bankPayment: {
    bankId: "bank_ok",
    payer: { name: "Ada Lindqvist", country: "SE" },
    reference: "Order 6735",
    endToEndId: "E2E01KP0C5N7V3M8Q2W4X6Y9Z1B5D",
    opened: true,
  },
};
const approving: Payment = {
  ...bankPayment,
  status: "requires_action",
  amountCapturedMinor: 0n,
  sca: null,
  redirectUrl: "https://pay.example/bank/01kp0a",
  expiresAt: challenged.expiresAt,
};

export const BANK_PAYMENTS: Readonly<Record<string, Payment>> = {
  authorization_required: {
    ...approving,
    bankPayment: {
      ...bankPayment.bankPayment!,
      bankId: null,
      payer: { name: null, country: null },
      opened: false,
    },
  },
  authorizing: approving,
  authorized: { ...approving, step: "approve" },
  executed: { ...bankPayment, status: "processing", amountCapturedMinor: 0n },
  settled: bankPayment,
  refunded_in_part: { ...bankPayment, amountRefundedMinor: 500n },
  failed: {
    ...bankPayment,
    status: "failed",
    amountCapturedMinor: 0n,
    decline: {
      declineCode: "declined_by_bank",
      networkCode: null,
      adviceCode: "try_again_later",
    },
  },
  expired: { ...approving, status: "canceled", redirectUrl: null, expiresAt: null },
  live: { ...bankPayment, mode: "live" },
};

const customer: Customer = {
  ...owned,
  id: "cus_01kp0c5n7v3m8q2w4x6y9z1b5a",
  name: "Ada Lindqvist",
  email: "ada@lindqvist.example",
  country: "SE",
  defaultPaymentMethod: "pm_01kp0c5n7v3m8q2w4x6y9z1b5c",
  metadata: { crm: "88213" },
  deleted: false,
  erasureRequestedAt: null,
  createdAt: MADE,
  updatedAt: MADE,
};

export const CUSTOMERS: Readonly<Record<string, Customer>> = {
  known: customer,
  nothing_set: {
    ...customer,
    name: null,
    email: null,
    country: null,
    defaultPaymentMethod: null,
    metadata: {},
  },
};

const method: PaymentMethod = {
  ...owned,
  id: "pm_01kp0c5n7v3m8q2w4x6y9z1b5c",
  type: "card",
  status: "active",
  railToken: "never shown",
  card: { ...card, expMonth: 12, expYear: 2030 },
  bank: null,
  customerId: null,
  networkToken: false,
  reusable: true,
  metadata: {},
  createdAt: MADE,
};

export const PAYMENT_METHODS: Readonly<Record<string, PaymentMethod>> = {
  card: method,
  attached: { ...method, customerId: customer.id, networkToken: true },
  detached: { ...method, status: "detached" },
  expired: { ...method, status: "expired", card: { ...method.card!, expYear: 2025 } },
  apple_pay: { ...method, type: "apple_pay", reusable: false },
  google_pay: { ...method, type: "google_pay", card: null, reusable: false },
  sepa_debit: {
    ...method,
    type: "sepa_debit",
    card: null,
    bank: { country: "DE", last4: "3000", bankCode: "37040044" },
  },
  bacs_debit: {
    ...method,
    type: "bacs_debit",
    card: null,
    bank: { country: "GB", last4: "2345", bankCode: "108800" },
  },
};
