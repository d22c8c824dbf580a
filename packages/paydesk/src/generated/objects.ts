// Generated from the API's contract by `npm run openapi`. Do not edit.

import type { PaydeskEvent } from "./events.ts";

/** The payment methods that payers of a country can use */
export interface AvailablePaymentMethods {
  object: "available_payment_methods";
  /** ISO 3166-1 alpha-2 code in upper case */
  country: string;
  /** In the order in which to offer them */
  methods: Array<{
    /** Value for `method` of a payment */
    method: "card" | "apple_pay" | "google_pay" | "ideal" | "bancontact" | "eps" | "p24" | "blik" | "bacs_debit" | "sepa_debit" | "sepa_instant";
    /** The currencies in which payers there can use it; null: all */
    currencies: string[] | null;
  }>;
}

/** The merchant's funds per currency */
export interface Balance {
  object: "balance";
  /** Whether it is in live mode */
  livemode: boolean;
  /** Booked, and before its cut-off */
  pending: Array<{
    /** Integer in minor units of the currency */
    amount: number;
    currency: string;
  }>;
  /** Past its cut-off and not settled yet; a negative amount waits until later funds cover it */
  available: Array<{
    /** Integer in minor units of the currency */
    amount: number;
    currency: string;
  }>;
  /** The payout balance: the funds that payouts are paid from */
  payouts: Array<{
    /** Integer in minor units of the currency */
    amount: number;
    currency: string;
  }>;
}

/** One movement of the merchant's balance */
export interface BalanceTransaction {
  /** Identifier, begins with `txn_` */
  id: string;
  object: "balance_transaction";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  type: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal" | "settlement_failure" | "payment_failure" | "adjustment";
  reporting_category: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal" | "settlement_failure" | "payment_failure" | "adjustment";
  /** Positive: in the merchant's favour */
  amount: number;
  currency: string;
  fee: number;
  /** amount − fee */
  net: number;
  fee_details: Array<{
    type: "interchange" | "scheme" | "markup" | "commission" | "dispute";
    amount: number;
  }>;
  /** The object that moved the money; the object itself when expanded */
  source: string;
  status: "pending" | "available";
  /** The cut-off after which it can be settled */
  available_on: string;
  settlement: string | null;
}

/** A payment that the payer approves in their bank's app */
export interface BankPayment {
  /** Identifier, begins with `bp_` */
  id: string;
  object: "bank_payment";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Integer in minor units of the currency */
  amount: number;
  /** Integer in minor units of the currency */
  amount_refunded: number;
  currency: string;
  status: "requires_action" | "processing" | "requires_capture" | "succeeded" | "failed" | "canceled";
  /** Its progress at the payer's bank */
  bank_status: "authorization_required" | "authorizing" | "authorized" | "executed" | "settled" | "failed";
  /** null until the payer has chosen a bank */
  bank_id: string | null;
  payer: {
    name: string | null;
    country: string | null;
  };
  /** Shown on the payer's statement */
  reference: string;
  /** Stays the same at every bank that handles the payment */
  end_to_end_id: string;
  description: string | null;
  next_action: "redirect" | null;
  /** Where the payer approves the payment */
  redirect_url: string | null;
  return_url: string | null;
  failure_reason: string | null;
  disputed: boolean;
  settlement: string | null;
  expires_at: string | null;
}

/** How files of the `accounting_journal` are written for one accounting program */
export interface BookingAccounts {
  object: "booking_accounts";
  livemode: boolean;
  /** The accounting program, as `layout` of an `accounting_journal` */
  layout: "datev" | "xero" | "quickbooks";
  /** The account that each movement is booked on */
  accounts: {
    balance: string;
    sales: string;
    refunds: string;
    chargebacks: string;
    interchange_fees: string;
    scheme_fees: string;
    markup_fees: string;
    commission_fees: string;
    dispute_fees: string;
    bank_transit: string;
    payout_balance: string;
    payouts_in_transit: string;
    payouts: string;
  };
  /** With `layout: datev` */
  datev: {
    /** `other`: accounts of your own */
    chart: "skr03" | "skr04" | "other";
    consultant: number;
    client: number;
    /** Month, from 1 */
    fiscal_year_start: number;
  } | null;
  /** With `layout: xero`: the name of the tax rate without tax */
  tax_rate: string | null;
}

/** A payer that you store */
export interface Customer {
  /** Identifier, begins with `cus_` */
  id: string;
  object: "customer";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  name: string | null;
  email: string | null;
  country: string | null;
  default_payment_method: string | null;
}

/** One declined payment */
export interface DeclineReportRow {
  /** Identifier of a payment, begins with `pay_`, or `bp_` for a bank payment */
  payment_id?: string | undefined;
  /** UTC, ISO 8601, whole seconds */
  created?: string | undefined;
  /** Integer in minor units of the currency */
  amount?: number | undefined;
  currency?: string | undefined;
  method?: string | undefined;
  scheme?: string | null | undefined;
  bin?: string | null | undefined;
  issuer_name?: string | null | undefined;
  issuer_country?: string | null | undefined;
  decline_code?: string | null | undefined;
  network_decline_code?: string | null | undefined;
  advice_code?: string | null | undefined;
  /** `soft`: can be retried; `hard`: never; `data`: with corrected card data */
  soft_hard?: string | null | undefined;
  sca?: string | null | undefined;
  exemption_requested?: string | null | undefined;
  exemption_outcome?: string | null | undefined;
  /** The payment that this one retried: the latest that was declined when this one was made, with the same customer or card, amount and currency, within 7 days */
  retry_of?: string | null | undefined;
  /** The first payment of the same retry chain that succeeded after it; every earlier decline of the chain has the same value */
  recovered_by?: string | null | undefined;
}

/** A deleted customer */
export interface DeletedCustomer {
  /** Identifier, begins with `cus_` */
  id: string;
  object: "customer";
  /** Always true */
  deleted: true;
}

/** A deleted dispute file */
export interface DeletedDisputeFile {
  /** Identifier, begins with `dpf_` */
  id: string;
  object: "dispute_file";
  /** Always true */
  deleted: true;
}

/** A deleted report schedule */
export interface DeletedReportSchedule {
  /** Identifier, begins with `rsc_` */
  id: string;
  object: "report_schedule";
  /** Always true */
  deleted: true;
}

/** A deleted webhook endpoint */
export interface DeletedWebhookEndpoint {
  /** Identifier, begins with `we_` */
  id: string;
  object: "webhook_endpoint";
  /** Always true */
  deleted: true;
}

/** One event for one endpoint */
export interface Delivery {
  /** Identifier, begins with `dlv_` */
  id: string;
  object: "delivery";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of a event; the object itself when expanded */
  event: string;
  event_type: string;
  /** Identifier of a webhook endpoint; the object itself when expanded */
  endpoint: string;
  status: "pending" | "retrying" | "delivered" | "failed" | "held" | "canceled";
  attempt_count: number;
  next_attempt_at: string | null;
  /** The delivery that this one replays */
  replay_of: string | null;
}

/** One HTTP request of a delivery */
export interface DeliveryAttempt {
  number: number;
  /** UTC, ISO 8601, whole seconds */
  sent_at: string;
  duration_ms: number;
  request_headers: Record<string, string>;
  /** The exact bytes that were signed and sent */
  request_body: string;
  /** The last characters of each secret that signed it, newest first: two during a rotation */
  signed_with: string[] | null;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  /** Whether the body was longer than the stored 64 KiB */
  response_truncated: boolean;
  /** Why the attempt failed */
  failure: {
    cause: string;
    message: string;
  } | null;
  timings: {
    dns_ms?: number | undefined;
    connect_ms?: number | undefined;
    tls_ms?: number | undefined;
    first_byte_ms?: number | undefined;
    body_ms?: number | undefined;
  };
}

/** Compares the events of a range with their deliveries. Each pair of event and endpoint counts once, however often it was replayed; it counts as delivered if any of its deliveries succeeded. */
export interface DeliveryReconciliation {
  object: "delivery_reconciliation";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  from: string;
  /** End of the range, exclusive */
  to: string;
  type: string | null;
  endpoint: string | null;
  /** Events created in the range */
  emitted: number;
  /** Events of these that no endpoint was subscribed to */
  unsubscribed: number;
  /** Pairs of an event and an endpoint that should receive it: the sum of the six counts below */
  expected: number;
  delivered: number;
  pending: number;
  retrying: number;
  held: number;
  failed: number;
  canceled: number;
  /** Whether every expected delivery was delivered */
  complete: boolean;
}

/** A delivery with its attempts */
export interface DeliveryWithAttempts {
  /** Identifier, begins with `dlv_` */
  id: string;
  object: "delivery";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of a event; the object itself when expanded */
  event: string;
  event_type: string;
  /** Identifier of a webhook endpoint; the object itself when expanded */
  endpoint: string;
  status: "pending" | "retrying" | "delivered" | "failed" | "held" | "canceled";
  attempt_count: number;
  next_attempt_at: string | null;
  /** The delivery that this one replays */
  replay_of: string | null;
  attempts: DeliveryAttempt[];
}

/** A payment that the payer contests with their bank */
export interface Dispute {
  /** Identifier, begins with `dp_` */
  id: string;
  object: "dispute";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of a payment or bank payment; the object itself when expanded */
  payment: string;
  /** Integer in minor units of the currency */
  amount: number;
  currency: string;
  status: "needs_response" | "under_review" | "won" | "lost";
  reason: "fraudulent" | "product_not_received" | "product_unacceptable" | "subscription_canceled" | "credit_not_processed" | "duplicate" | "debit_not_authorized";
  /** The scheme's code for the reason */
  network_reason_code: string | null;
  /** UTC, ISO 8601, whole seconds */
  evidence_due_by: string;
  /** The evidence that you submitted or saved */
  evidence: Record<string, string>;
  /** The files that are part of the evidence, oldest first */
  evidence_files: string[];
  /** The acquirer's dispute fee in minor units, charged whether you win or lose */
  fee: number;
}

/** A file that is part of a dispute's evidence */
export interface DisputeFile {
  /** Identifier, begins with `dpf_` */
  id: string;
  object: "dispute_file";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of a dispute; the object itself when expanded */
  dispute: string;
  name: string;
  /** Found in the file's content, not in its name */
  type: "application/pdf" | "image/jpeg" | "image/png";
  /** Bytes */
  size: number;
  /** SHA-256 of the file, in hexadecimal */
  sha256: string;
}

/** Any error */
export interface ErrorBody {
  error: {
    type: "invalid_request_error" | "authentication_error" | "card_error" | "permission_error" | "idempotency_error" | "rate_limit_error" | "api_error";
    code: "parameter_invalid" | "version_unknown" | "key_missing" | "key_invalid" | "card_declined" | "key_scope" | "tls_required" | "resource_missing" | "method_not_allowed" | "state_invalid" | "idempotency_conflict" | "idempotency_in_progress" | "request_too_large" | "content_type_unsupported" | "rate_limited" | "gateway_error";
    /** For people; the text may change */
    message: string;
    /** The invalid parameter, such as `card[number]` */
    param?: string | undefined;
    decline_code?: string | undefined;
    network_decline_code?: string | undefined;
    advice_code?: string | undefined;
    /** With a 402: the failed payment */
    payment?: {
      object: "payment";
    } & Record<string, unknown> | undefined;
    request_id: string;
    doc_url: string;
  };
}

/** The costs of one charge that is priced by interchange */
export interface InterchangeReportRow {
  /** Identifier of a payment, begins with `pay_`, or `bp_` for a bank payment */
  payment_id?: string | undefined;
  settlement_id?: string | null | undefined;
  booking_date?: string | undefined;
  type?: string | undefined;
  scheme?: string | null | undefined;
  card_product?: string | null | undefined;
  funding?: string | null | undefined;
  consumer_or_commercial?: string | null | undefined;
  issuer_country?: string | null | undefined;
  /** ISO 3166-1 alpha-2 code in upper case */
  acquirer_country?: string | undefined;
  region?: string | null | undefined;
  /** Integer in minor units of the currency */
  amount?: number | undefined;
  currency?: string | undefined;
  interchange_rate_bp?: number | null | undefined;
  interchange_fixed?: number | null | undefined;
  /** Integer in minor units of the currency */
  interchange?: number | undefined;
  /** Integer in minor units of the currency */
  scheme_fee?: number | undefined;
  /** Integer in minor units of the currency */
  markup?: number | undefined;
  /** Integer in minor units of the currency */
  total_fee?: number | undefined;
  /** `total_fee` in basis points of `amount` */
  effective_bp?: number | null | undefined;
}

/** What a subscription owes for a period or a change */
export interface Invoice {
  /** Identifier, begins with `in_` */
  id: string;
  object: "invoice";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of a subscription; the object itself when expanded */
  subscription: string;
  /** Identifier of a customer; the object itself when expanded */
  customer: string;
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** Consecutive within an account; null while the invoice is a draft */
  number: string | null;
  currency: string;
  lines: Array<{
    description: string;
    /** In minor units; credits are negative */
    amount: number;
    /** Whether it covers part of a period */
    proration: boolean;
    period: {
      /** UTC, ISO 8601, whole seconds */
      start: string;
      /** UTC, ISO 8601, whole seconds */
      end: string;
    };
  }>;
  /** Sum of the lines in minor units */
  subtotal: number;
  /** Integer in minor units of the currency */
  amount_due: number;
  /** Integer in minor units of the currency */
  amount_paid: number;
  due_date: string | null;
  /** How many times collection was attempted */
  attempt_count: number;
  /** The latest attempt to collect it */
  payment: string | null;
}

/** What a client needs to forward events to a local address */
export interface Listener {
  object: "listener";
  /** Identifier, begins with `acct_` */
  account: string;
  /** Whether it is in live mode */
  livemode: boolean;
  /** Signs events that `listen` forwards; always the same for an account and mode */
  secret: string;
  /** The newest event: list later ones with `ending_before` */
  latest_event: string | null;
}

/** A payer's permission to be debited */
export interface Mandate {
  /** Identifier, begins with `mdt_` */
  id: string;
  object: "mandate";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  status: "pending" | "active" | "failed" | "revoked" | "expired";
  scheme: "bacs" | "sepa_core" | "card";
  /** Identifies the mandate at the payer's bank and on statements */
  reference: string;
  customer: string | null;
  /** Identifier of a payment method; the object itself when expanded */
  payment_method: string;
  /** UTC, ISO 8601, whole seconds */
  accepted_at: string;
  /** IP address from which the payer agreed */
  accepted_ip: string | null;
  /** The bank's code for the rejection */
  failure_code: string | null;
  revocation: {
    source: "payer" | "bank" | "merchant";
    /** The scheme's code for the rejection */
    code: string | null;
  } | null;
  /** When it expires unless it is used before; null if it does not expire */
  expires_at: string | null;
}

/** A month whose files never change again */
export interface MonthClosing {
  /** Identifier, begins with `mcl_` */
  id: string;
  object: "month_closing";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  status: "running" | "closed" | "failed";
  month: string;
  timezone: string;
  /** The instant that all files show */
  as_of: string | null;
  finished: string | null;
  /** Hash of the whole month: SHA-256 over the sorted lines that `sha256sum` prints for all files */
  sha256: string | null;
  /** The hash of the month and the last block of the ledger's chain, signed: the text of `Service-Books-Proof`. Null until the month is closed, and for months that were closed before 2026-11-24 */
  books_proof: string | null;
  files: Array<{
    file: "settlement" | "interchange" | "declines" | "journal";
    name: string;
    row_count: number;
    byte_count: number;
    /** SHA-256 in hexadecimal */
    sha256: string;
  }>;
  /** Rows of the closed files that are different now. `amount` is the sum of what they changed */
  corrections: {
    /** When the files were last compared */
    checked: string | null;
    next_check: string | null;
    /** Whether all differences are listed; false only for thousands of them */
    complete: boolean;
    totals: Array<{
      file: "settlement" | "interchange" | "declines" | "journal";
      currency: string;
      count: number;
      /** Integer in minor units of the currency */
      amount: number;
    }>;
  };
}

/** A row of a closed month that is different now */
export interface MonthCorrection {
  /** Identifier, begins with `mcr_` */
  id: string;
  object: "month_correction";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  file: "settlement" | "interchange" | "declines" | "journal";
  /** The row's own id: of a balance transaction, payment or ledger transfer */
  row: string;
  change: "added" | "missing" | "changed";
  /** ISO 4217 code in upper case */
  currency: string;
  /** In the closed file */
  amount_before: number | null;
  amount_now: number | null;
  /** The columns that differ, of a changed row */
  columns: string[];
}

/** A charge by card or another payment method */
export interface Payment {
  /** Identifier, begins with `pay_` */
  id: string;
  object: "payment";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Integer in minor units of the currency */
  amount: number;
  /** Integer in minor units of the currency */
  amount_captured: number;
  /** Integer in minor units of the currency */
  amount_refunded: number;
  currency: string;
  status: "requires_action" | "processing" | "requires_capture" | "succeeded" | "failed" | "canceled";
  method: "card" | "apple_pay" | "google_pay" | "ideal" | "bancontact" | "eps" | "p24" | "blik" | "bacs_debit" | "sepa_debit" | "sepa_instant";
  capture: "automatic" | "manual";
  /** How the payer was authenticated; null until the issuer has answered */
  sca: "frictionless" | "3ds2" | "exempted" | "not_required" | null;
  /** What the payer must do: `redirect` means to open `redirect_url` */
  next_action: "redirect" | null;
  redirect_url: string | null;
  /** Rail that settles it; null for cards */
  settles: string | null;
  exemption: "low_value" | "trusted_beneficiary" | "transaction_risk_analysis" | null;
  exemption_outcome: "accepted" | "rejected" | null;
  customer: string | null;
  payment_method: string | null;
  card: {
    brand: string;
    last4: string;
    bin: string;
    issuer: string;
    country: string;
    funding: string;
  } | null;
  /** What the acquirer reported about a card payment. A fact that it did not tell is null */
  acquirer_response: {
    /** Electronic commerce indicator: how the payer was authenticated. `05` or `02` (Mastercard) authenticated, `06` or `01` attempted, `07` or `00` not */
    eci: string | null;
    /** Whether the issuer bears the loss if the payer disputes the payment as fraud */
    liability_shift: boolean | null;
    /** Result of the issuer's check of the billing address */
    avs_result: "match" | "no_match" | "not_checked" | "unavailable" | null;
    /** Result of the issuer's check of the security code */
    cvc_result: "match" | "no_match" | "not_checked" | "unavailable" | null;
    /** Acquirer reference number of the capture, by which the issuer finds the payment: 23 digits */
    arn: string | null;
  } | null;
  /** Why it was declined */
  decline: {
    /** Paydesk's code for the reason */
    code: string;
    /** The scheme's or bank's code */
    network_code: string | null;
    /** Whether to retry the payment */
    advice_code: "try_again_later" | "do_not_try_again" | "confirm_card_data" | null;
  } | null;
  description: string | null;
  statement_descriptor: string | null;
  return_url: string | null;
  disputed: boolean;
  mandate: string | null;
  subscription: string | null;
  invoice: string | null;
  settlement: string | null;
  /** The declined payment that it retries without the payer */
  retry_of: string | null;
  /** Until when the payer can confirm it. For an authorisation created with version 2026-12-01 or later: until when it can be captured. Then it is `canceled` */
  expires_at: string | null;
}

/** A tokenised card, wallet or bank account; its number is never stored */
export interface PaymentMethod {
  /** Identifier, begins with `pm_` */
  id: string;
  object: "payment_method";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  type: "card" | "apple_pay" | "google_pay" | "sepa_debit" | "bacs_debit";
  status: "active" | "detached" | "expired";
  card: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    bin: string;
    issuer: string;
    country: string;
    funding: string;
    /** The same for equal card numbers */
    fingerprint: string;
  } | null;
  /** Debit methods only: the parts of the account number that may be shown */
  bank: {
    country: string;
    last4: string;
    /** Bank identifier or sort code */
    bank_code: string;
  } | null;
  /** Whether the card network has issued a network token for it. A wallet's method has one from the start; a card gets one with its first approved payment that has a customer, such as the first of a subscription. */
  network_token: boolean;
  reusable: boolean;
  customer: string | null;
}

/** Money sent to a bank account */
export interface Payout {
  /** Identifier, begins with `po_` */
  id: string;
  object: "payout";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Integer in minor units of the currency */
  amount: number;
  currency: string;
  status: "pending" | "submitted" | "settled" | "returned" | "failed" | "canceled";
  beneficiary: {
    name: string;
    iban: string | null;
    account_number: string | null;
    /** Sort code, BSB, or institution and branch number */
    sort_code: string | null;
    bic: string | null;
    country: string;
  };
  /** Whether the account holder has this name; null until a batch's payout is sent. A mismatch does not stop the payout */
  payee_verification: "match" | "close_match" | "no_match" | "unavailable" | null;
  rail_requested: "sepa_instant" | "sepa_credit" | "faster_payments" | "npp" | "eft" | "direct_credit";
  /** The rail that carries it now */
  rail: "sepa_instant" | "sepa_credit" | "faster_payments" | "npp" | "eft" | "direct_credit";
  /** Why it uses another rail than requested, as an ISO 20022 code such as CNOR (the bank does not take part in SEPA Instant) or AB05 (it did not answer in time) */
  fallback_reason: string | null;
  reference: string | null;
  end_to_end_id: string;
  /** Why it failed, was rejected or was returned: an ISO 20022 code and its meaning */
  return_reason: {
    code: string;
    message: string;
  } | null;
  /** Approval by a second person, required when a payout is above a limit of the account; null if none is required. Members approve in the dashboard; keys cannot */
  approval: {
    required: true;
    /** `pending` until a member decides; `expired` if nobody decided in time; `canceled` if the payout was canceled before */
    state: "pending" | "approved" | "refused" | "expired" | "canceled";
    /** Id of the key or member that created it */
    requested_by: string;
    /** The member who approved or refused it */
    decided_by: string | null;
    /** End of the time for approval; then the payout is canceled */
    expires_at: string;
  } | null;
  batch: string | null;
  /** When the money is expected; after it arrived, when it did */
  arrival_date: string;
}

/** Payouts that were created by one call */
export interface PayoutBatch {
  /** Identifier, begins with `pob_` */
  id: string;
  object: "payout_batch";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  status: "validating" | "rejected" | "processing" | "completed";
  format: "json" | "csv" | "pain.001";
  currency: string | null;
  /** Number of instructions */
  count: number;
  /** Sum of all instructions */
  total: number;
  accepted: number;
  /** Sum of the accepted instructions, taken from the payout balance */
  accepted_total: number;
  rejected: number;
  settled: number;
  returned: number;
  failed: number;
  canceled: number;
  /** All errors by row, at most the first 1,000 */
  errors: Array<{
    /** Number of the instruction, from 1; null: the batch as a whole */
    row: number | null;
    code: string;
    /** The field as the format names it: parameter, column or element */
    param: string | null;
    message: string;
  }>;
  /** Approval by a second person, required when a payout is above a limit of the account; null if none is required. Members approve in the dashboard; keys cannot */
  approval: {
    required: true;
    /** `pending` until a member decides; `expired` if nobody decided in time; `canceled` if the payout was canceled before */
    state: "pending" | "approved" | "refused" | "expired" | "canceled";
    /** Id of the key or member that created it */
    requested_by: string;
    /** The member who approved or refused it */
    decided_by: string | null;
    /** End of the time for approval; then the payout is canceled */
    expires_at: string;
  } | null;
}

/** Price and interval of a subscription */
export interface Plan {
  /** Identifier, begins with `plan_` */
  id: string;
  object: "plan";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  name: string;
  /** Per unit and period, in minor units */
  amount: number;
  currency: string;
  interval: "day" | "week" | "month" | "year";
  /** Intervals between two invoices */
  interval_count: number;
  trial_days: number;
  /** Whether customers can subscribe to it */
  active: boolean;
}

/** A return of all or a part of a captured payment */
export interface Refund {
  /** Identifier, begins with `re_` */
  id: string;
  object: "refund";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of a payment or bank payment; the object itself when expanded */
  payment: string;
  /** Integer in minor units of the currency */
  amount: number;
  currency: string;
  status: "pending" | "submitted" | "settled" | "failed" | "canceled";
  reason: "requested_by_customer" | "duplicate" | "fraudulent" | null;
  failure_reason: string | null;
  settlement: string | null;
}

/** Sends the deliveries of a range again */
export interface Replay {
  /** Identifier, begins with `rpl_` */
  id: string;
  object: "replay";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** UTC, ISO 8601, whole seconds */
  from: string;
  /** End of the range, exclusive */
  to: string;
  endpoints: string[];
  types: string[];
  statuses: Array<"failed" | "delivered" | "held">;
  dry_run: boolean;
  status: "previewed" | "queued" | "running" | "paused" | "completed" | "canceled";
  /** Why it is paused */
  reason: string | null;
  /** Deliveries in the replay: counted at creation, exact once it is running */
  total: number;
  delivered: number;
  failed: number;
  /** Not sent; the results have the reason */
  skipped: number;
  /** Sent and not finished: an answer or a retry is pending */
  in_flight: number;
  /** How long the replay takes if no delivery fails, as estimated at creation */
  estimated_seconds: number;
  by_endpoint: ReplayEndpoint[];
  by_type: Array<{
    type: string;
    total: number;
  }>;
  /** Up to five of the deliveries */
  sample: string[];
  started: string | null;
  finished: string | null;
}

/** One endpoint's share of a replay */
export interface ReplayEndpoint {
  /** Identifier of a webhook endpoint; the object itself when expanded */
  endpoint: string;
  total: number;
  delivered: number;
  failed: number;
  skipped: number;
  /** `canary`: the first five are being sent; `open`: the rest is being sent; `stopped`: too many failed, or the endpoint is disabled */
  phase: "waiting" | "canary" | "open" | "stopped";
  /** Why it stopped */
  reason: string | null;
  /** The current pace */
  per_second: number;
}

/** The result of one delivery of a replay */
export interface ReplayResult {
  /** The original delivery */
  id: string;
  object: "replay_result";
  /** Identifier of a event; the object itself when expanded */
  event: string;
  event_type: string;
  /** Identifier of a webhook endpoint; the object itself when expanded */
  endpoint: string;
  outcome: "waiting" | "sent" | "delivered" | "failed" | "skipped";
  /** Why it was skipped, or why it failed last */
  reason: string | null;
  response_status: number | null;
  /** The delivery that the replay created */
  replay: string | null;
  ended: string | null;
}

/** A report file: prepared with `POST /v1/report_runs` or in the dashboard and kept for seven days, or sent directly */
export interface Report {
  /** Identifier, begins with `dl_` */
  id: string;
  object: "report";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  status: "running" | "ready" | "failed" | "canceled";
  type: "settlement" | "declines" | "interchange" | "accounting_journal";
  layout: "native" | "decimal" | "adyen" | "datev" | "xero" | "quickbooks" | "camt053" | "mt940";
  timezone: string;
  /** As requested; null: from the beginning */
  from: string | null;
  /** End of the range, exclusive */
  to: string;
  /** Without the header row */
  row_count: number;
  byte_count: number;
  /** SHA-256 of the file in hexadecimal */
  sha256: string | null;
  finished: string | null;
  /** Until when the file can be downloaded */
  expires: string | null;
  /** The report schedule that started it */
  schedule: string | null;
}

/** Prepares a report file after each day, week or month */
export interface ReportSchedule {
  /** Identifier, begins with `rsc_` */
  id: string;
  object: "report_schedule";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  active: boolean;
  interval: "daily" | "weekly" | "monthly";
  type: "settlement" | "declines" | "interchange" | "accounting_journal";
  layout: "native" | "decimal" | "adyen" | "datev" | "xero" | "quickbooks" | "camt053" | "mt940";
  timezone: string;
  /** The other parameters of the report: filters, `columns`, `group_by`, `status` */
  parameters: Record<string, string | string[]>;
  /** Members who get an e-mail for each file */
  mail_to: string[];
  /** First day of the next file */
  next_from: string;
  /** When the next file begins, 15 minutes after the end of its last day */
  next_run: string | null;
  last_report: string | null;
}

/** With `group_by`: the grouping columns, the number of rows as `count`, and sums. Currencies are never added together. */
export type ReportSum = Record<string, string | number | null>;

/** A transfer of one day's funds in one currency to the merchant's bank account */
export interface Settlement {
  /** Identifier, begins with `stl_` */
  id: string;
  object: "settlement";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  status: "scheduled" | "paid" | "failed";
  currency: string;
  /** Captured payments */
  gross: number;
  fees: {
    /** Integer in minor units of the currency */
    interchange: number;
    /** Integer in minor units of the currency */
    scheme: number;
    /** Integer in minor units of the currency */
    markup: number;
    /** Integer in minor units of the currency */
    commission: number;
  };
  /** Refunds */
  refunds: number;
  /** Chargebacks with their dispute fees */
  chargebacks: number;
  /** Failed refunds, won disputes and returned settlements */
  adjustments: number;
  /** gross − fees − refunds − chargebacks + adjustments: the amount that arrives */
  net: number;
  /** UTC, ISO 8601, whole seconds */
  period_start: string;
  /** The cut-off, exclusive */
  period_end: string;
  /** When the money is expected; after it arrived, when it did */
  arrival_date: string;
  /** When your bank had the money; null unless the settlement is paid */
  paid_at: string | null;
  bank_account_last4: string;
  /** The reference on your bank statement; null in live mode until the acquirer has reported it */
  bank_reference: string | null;
  transaction_count: number;
  failure_reason: string | null;
}

/** One movement of money in a settlement */
export interface SettlementReportRow {
  settlement_id?: string | null | undefined;
  /** The day on which the settlement arrives */
  settlement_effective_at?: string | null | undefined;
  /** Identifier, begins with `txn_` */
  balance_transaction_id?: string | undefined;
  /** UTC, ISO 8601, whole seconds */
  created_utc?: string | undefined;
  /** UTC, ISO 8601, whole seconds */
  created?: string | undefined;
  /** UTC, ISO 8601, whole seconds */
  available_on?: string | undefined;
  currency?: string | undefined;
  /** Positive: in your favour */
  gross?: number | undefined;
  /** Integer in minor units of the currency */
  fee?: number | undefined;
  /** `gross` minus `fee` */
  net?: number | undefined;
  reporting_category?: string | undefined;
  /** The object that moved the money */
  source_id?: string | undefined;
  description?: string | null | undefined;
  customer_id?: string | null | undefined;
  payment_id?: string | null | undefined;
  refund_id?: string | null | undefined;
  dispute_id?: string | null | undefined;
  invoice_id?: string | null | undefined;
  subscription_id?: string | null | undefined;
  payment_method_type?: string | null | undefined;
  card_brand?: string | null | undefined;
  card_funding?: string | null | undefined;
  card_country?: string | null | undefined;
  statement_descriptor?: string | null | undefined;
  dispute_reason?: string | null | undefined;
  settlement_status?: "scheduled" | "paid" | "failed" | null | undefined;
  /** When your bank had the money */
  paid_at?: string | null | undefined;
  /** The settlement's reference on your bank statement */
  bank_reference?: string | null | undefined;
  /** Integer in minor units of the currency */
  interchange?: number | undefined;
  /** Integer in minor units of the currency */
  scheme_fee?: number | undefined;
  /** Integer in minor units of the currency */
  markup?: number | undefined;
}

/** A simulated scenario and its result */
export interface Simulation {
  object: "simulation";
  livemode: false;
  scenario: string;
  /** The object after the simulation */
  result: Settlement | Mandate | Dispute | Payout | Subscription | Payment | BankPayment;
}

/** A customer's recurring order of a plan */
export interface Subscription {
  /** Identifier, begins with `sub_` */
  id: string;
  object: "subscription";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of a customer; the object itself when expanded */
  customer: string;
  /** Identifier of a plan; the object itself when expanded */
  plan: string;
  quantity: number;
  status: "incomplete" | "incomplete_expired" | "trialing" | "active" | "past_due" | "unpaid" | "canceled";
  /** Identifier of a payment method; the object itself when expanded */
  payment_method: string;
  mandate: string | null;
  trial_end: string | null;
  /** UTC, ISO 8601, whole seconds */
  current_period_start: string;
  /** UTC, ISO 8601, whole seconds */
  current_period_end: string;
  proration_behavior: "create_prorations" | "always_invoice" | "none";
  cancel_at_period_end: boolean;
  canceled_at: string | null;
  latest_invoice: string | null;
  /** Dunning: an unpaid invoice is retried 1, 3, 5 and 7 days after the first failure, unless the decline was hard */
  dunning: {
    /** Retries so far, without the first attempt */
    attempt: number;
    next_attempt_at: string | null;
    final_action: "cancel" | "unpaid";
    /** When the final action is taken unless the invoice is paid before */
    final_action_at: string | null;
  };
  /** `redirect`: the payer must confirm the payment at `redirect_url` */
  next_action: "redirect" | null;
  redirect_url: string | null;
}

/** What a change of a subscription costs */
export interface SubscriptionPreview {
  object: "subscription_preview";
  livemode: boolean;
  /** Identifier of a subscription; the object itself when expanded */
  subscription: string;
  currency: string;
  /** Send it with the change to be invoiced exactly these lines */
  proration_date: string;
  /** What is charged immediately */
  invoice_now: {
    lines: Array<{
      description: string;
      /** In minor units; credits are negative */
      amount: number;
      /** Whether it covers part of a period */
      proration: boolean;
      period: {
        /** UTC, ISO 8601, whole seconds */
        start: string;
        /** UTC, ISO 8601, whole seconds */
        end: string;
      };
    }>;
    /** Integer in minor units of the currency */
    amount_due: number;
  } | null;
  next_invoice: {
    lines: Array<{
      description: string;
      /** In minor units; credits are negative */
      amount: number;
      /** Whether it covers part of a period */
      proration: boolean;
      period: {
        /** UTC, ISO 8601, whole seconds */
        start: string;
        /** UTC, ISO 8601, whole seconds */
        end: string;
      };
    }>;
    /** Integer in minor units of the currency */
    amount_due: number;
    /** UTC, ISO 8601, whole seconds */
    date: string;
  } | null;
}

/** The account's time in test mode */
export interface TestClock {
  object: "test_clock";
  livemode: false;
  /** The account's time in test mode */
  now: string;
  /** How far it is ahead of the real time */
  ahead_seconds: number;
  /** The time that an advance is moving to; equals `now` when it is finished */
  target: string;
  status: "ready" | "advancing";
}

/** Sandbox money added to the payout balance */
export interface Topup {
  /** Identifier, begins with `tu_` */
  id: string;
  object: "topup";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Integer in minor units of the currency */
  amount: number;
  currency: string;
  /** The payout balance after the top-up */
  balance: number;
}

/** A URL that receives events */
export interface WebhookEndpoint {
  /** Identifier, begins with `we_` */
  id: string;
  object: "webhook_endpoint";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  url: string;
  /** Event types, families such as `payment.*`, or `*` */
  events: string[];
  /** API version of the bodies that it receives */
  version: string;
  description: string | null;
  status: "enabled" | "disabled";
  disabled_reason: string | null;
  /** First failure since the last success; the endpoint is disabled after 72 hours */
  failing_since: string | null;
  /** Until when the previous secret signs as well */
  previous_secret_expires_at: string | null;
}

/** An endpoint with its secret */
export interface WebhookEndpointWithSecret {
  /** Identifier, begins with `we_` */
  id: string;
  object: "webhook_endpoint";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  url: string;
  /** Event types, families such as `payment.*`, or `*` */
  events: string[];
  /** API version of the bodies that it receives */
  version: string;
  description: string | null;
  status: "enabled" | "disabled";
  disabled_reason: string | null;
  /** First failure since the last success; the endpoint is disabled after 72 hours */
  failing_since: string | null;
  /** Until when the previous secret signs as well */
  previous_secret_expires_at: string | null;
  /** Returned by this call only */
  secret: string;
}

/** Every object, by its name in the contract. */
export interface Objects {
  available_payment_methods: AvailablePaymentMethods;
  balance: Balance;
  balance_transaction: BalanceTransaction;
  bank_payment: BankPayment;
  booking_accounts: BookingAccounts;
  customer: Customer;
  decline_report_row: DeclineReportRow;
  deleted_customer: DeletedCustomer;
  deleted_dispute_file: DeletedDisputeFile;
  deleted_report_schedule: DeletedReportSchedule;
  deleted_webhook_endpoint: DeletedWebhookEndpoint;
  delivery: Delivery;
  delivery_attempt: DeliveryAttempt;
  delivery_reconciliation: DeliveryReconciliation;
  delivery_with_attempts: DeliveryWithAttempts;
  dispute: Dispute;
  dispute_file: DisputeFile;
  interchange_report_row: InterchangeReportRow;
  invoice: Invoice;
  listener: Listener;
  mandate: Mandate;
  month_closing: MonthClosing;
  month_correction: MonthCorrection;
  payment: Payment;
  payment_method: PaymentMethod;
  payout: Payout;
  payout_batch: PayoutBatch;
  plan: Plan;
  refund: Refund;
  replay: Replay;
  replay_endpoint: ReplayEndpoint;
  replay_result: ReplayResult;
  report: Report;
  report_schedule: ReportSchedule;
  report_sum: ReportSum;
  settlement: Settlement;
  settlement_report_row: SettlementReportRow;
  simulation: Simulation;
  subscription: Subscription;
  subscription_preview: SubscriptionPreview;
  test_clock: TestClock;
  topup: Topup;
  webhook_endpoint: WebhookEndpoint;
  webhook_endpoint_with_secret: WebhookEndpointWithSecret;
  event: PaydeskEvent;
}

/** The fields that `expand` replaces, and with which objects. */
export interface Links {
  balance_transaction: { source: "payment" | "bank_payment" | "refund" | "dispute" | "settlement"; settlement: "settlement" };
  bank_payment: { settlement: "settlement" };
  customer: { default_payment_method: "payment_method" };
  delivery: { event: "event"; endpoint: "webhook_endpoint"; replay_of: "delivery" };
  delivery_reconciliation: { endpoint: "webhook_endpoint" };
  delivery_with_attempts: { event: "event"; endpoint: "webhook_endpoint"; replay_of: "delivery" };
  dispute: { payment: "payment" | "bank_payment"; evidence_files: "dispute_file" };
  dispute_file: { dispute: "dispute" };
  invoice: { subscription: "subscription"; customer: "customer"; payment: "payment" };
  listener: { latest_event: "event" };
  mandate: { customer: "customer"; payment_method: "payment_method" };
  payment: { customer: "customer"; payment_method: "payment_method"; mandate: "mandate"; subscription: "subscription"; invoice: "invoice"; settlement: "settlement"; retry_of: "payment" };
  payment_method: { customer: "customer" };
  payout: { batch: "payout_batch" };
  refund: { payment: "payment" | "bank_payment"; settlement: "settlement" };
  replay: { endpoints: "webhook_endpoint"; sample: "delivery" };
  replay_endpoint: { endpoint: "webhook_endpoint" };
  replay_result: { event: "event"; endpoint: "webhook_endpoint"; replay: "delivery" };
  report: { schedule: "report_schedule" };
  report_schedule: { last_report: "report" };
  subscription: { customer: "customer"; plan: "plan"; payment_method: "payment_method"; mandate: "mandate"; latest_invoice: "invoice" };
  subscription_preview: { subscription: "subscription" };
}

/** The codes of errors, by their type. */
export interface ErrorCodes {
  invalid_request_error: "parameter_invalid" | "version_unknown" | "resource_missing" | "method_not_allowed" | "state_invalid" | "request_too_large" | "content_type_unsupported";
  authentication_error: "key_missing" | "key_invalid";
  card_error: "card_declined";
  permission_error: "key_scope" | "tls_required";
  idempotency_error: "idempotency_conflict" | "idempotency_in_progress";
  rate_limit_error: "rate_limited";
  api_error: "gateway_error";
}
