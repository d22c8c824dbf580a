// Generated from the API's contract by `npm run openapi`. Do not edit.

import type { PaydeskEvent } from "./events.ts";

/** Any error */
export interface ErrorBody {
  /** What went wrong */
  error: {
    /** The class of the error */
    type: "invalid_request_error" | "authentication_error" | "card_error" | "permission_error" | "idempotency_error" | "rate_limit_error" | "api_error";
    /** The code that clients branch on */
    code: "parameter_invalid" | "version_unknown" | "key_missing" | "key_invalid" | "card_declined" | "key_scope" | "tls_required" | "resource_missing" | "method_not_allowed" | "state_invalid" | "idempotency_conflict" | "idempotency_in_progress" | "request_too_large" | "content_type_unsupported" | "rate_limited" | "gateway_error";
    /** For people; the text may change */
    message: string;
    /** The invalid parameter, such as `card[number]` */
    param?: string | undefined;
    /** With a 402: Paydesk's code for the reason */
    decline_code?: string | undefined;
    /** With a 402: the scheme's or bank's code */
    network_decline_code?: string | undefined;
    /** With a 402: whether to retry the payment */
    advice_code?: "try_again_later" | "do_not_try_again" | "confirm_card_data" | undefined;
    /** With a 402: the failed payment */
    payment?: Payment | undefined;
    /** Quote it to support */
    request_id: string;
    /** The explanation of the code */
    doc_url: string;
  };
}

/** A report file: prepared with `POST /v1/report_runs` or in the dashboard and kept for seven days, or sent directly */
export interface Report {
  /** Identifier, begins with `dl_` */
  id: string;
  /** Always `report` */
  object: "report";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** The file can be downloaded when it is `ready` */
  status: "running" | "ready" | "failed" | "canceled";
  /** The report */
  type: "settlement" | "declines" | "interchange" | "accounting_journal";
  /** The layout of the file */
  layout: "native" | "decimal" | "adyen" | "datev" | "xero" | "quickbooks" | "camt053" | "mt940";
  /** IANA time zone of `from`, `to` and days */
  timezone: string;
  /** As requested; null: from the beginning */
  from: string | null;
  /** End of the range, exclusive */
  to: string;
  /** Without the header row */
  row_count: number;
  /** The file's size */
  byte_count: number;
  /** SHA-256 of the file in hexadecimal */
  sha256: string | null;
  /** When it was ready; null before */
  finished: string | null;
  /** Until when the file can be downloaded */
  expires: string | null;
  /** Path of the file while it can be downloaded; call it with your key */
  url: string | null;
  /** The report schedule that started it */
  schedule: string | null;
}

/** A request to this API with what is kept of its bodies */
export interface ApiRequestWithBodies {
  /** The value of `Service-Request-Id` of the response */
  id: string;
  /** Always `api_request` */
  object: "api_request";
  /** Whether it was made with a live key */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** HTTP method as it was sent */
  method: string;
  /** Path and query, without secrets and card data */
  path: string;
  /** HTTP status of the response */
  status: number;
  /** Code of the error; null without one */
  error_code: string | null;
  /** How long the response took, in milliseconds */
  duration_ms: number;
  /** API version of the response */
  version: string;
  /** Identifier of the key that made it */
  key: string;
  /** `Idempotency-Key` of the request */
  idempotency_key: string | null;
  /** Whether the response is that of an earlier request with the same key */
  idempotent_replay: boolean;
  /** Identifier of the object in the path, or of the one that was created */
  object_id: string | null;
  /** `operationId` of the call in the OpenAPI document; null for an unknown path */
  operation: string | null;
  /** Address that it came from */
  ip_address: string | null;
  /** `User-Agent` of the request */
  user_agent: string | null;
  /** The body without secrets and card data; null without one, and if it is not kept */
  request_body: string | null;
  /** Length of the body that was sent */
  request_bytes: number;
  /** Up to 16 KiB of the response; null for files and responses with a secret */
  response_body: string | null;
  /** Length of the whole response */
  response_bytes: number;
}

/** The payment methods that payers of a country can use */
export interface AvailablePaymentMethods {
  /** Always `available_payment_methods` */
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
  /** Always `balance` */
  object: "balance";
  /** Whether it is in live mode */
  livemode: boolean;
  /** Booked, and before its cut-off */
  pending: Array<{
    /** Integer in minor units of the currency */
    amount: number;
    /** ISO 4217 code in upper case */
    currency: string;
  }>;
  /** Past its cut-off and not settled yet; a negative amount waits until later funds cover it */
  available: Array<{
    /** Integer in minor units of the currency */
    amount: number;
    /** ISO 4217 code in upper case */
    currency: string;
  }>;
  /** The payout balance: the funds that payouts are paid from */
  payouts: Array<{
    /** Integer in minor units of the currency */
    amount: number;
    /** ISO 4217 code in upper case */
    currency: string;
  }>;
}

/** One movement of the merchant's balance */
export interface BalanceTransaction {
  /** Identifier, begins with `txn_` */
  id: string;
  /** Always `balance_transaction` */
  object: "balance_transaction";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** What moved the money */
  type: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal" | "settlement_failure" | "payment_failure" | "adjustment";
  /** The category in reports; the same as `type` */
  reporting_category: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal" | "settlement_failure" | "payment_failure" | "adjustment";
  /** Positive: in the merchant's favour */
  amount: number;
  /** ISO 4217 code in upper case */
  currency: string;
  /** Sum of `fee_details`, in minor units */
  fee: number;
  /** amount − fee */
  net: number;
  /** The parts of the fee */
  fee_details: Array<{
    /** Who gets it */
    type: "interchange" | "scheme" | "markup" | "commission" | "dispute";
    /** Integer in minor units of the currency */
    amount: number;
  }>;
  /** The object that moved the money; the object itself when expanded */
  source: string;
  /** `available` after the cut-off `available_on` */
  status: "pending" | "available";
  /** The cut-off after which it can be settled */
  available_on: string;
  /** Identifier of a settlement; the object itself when expanded */
  settlement: string | null;
}

/** A payment that the payer approves in their bank's app */
export interface BankPayment {
  /** Identifier, begins with `bp_` */
  id: string;
  /** Always `bank_payment` */
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
  /** ISO 4217 code in upper case */
  currency: string;
  /** The same statuses as those of other payments */
  status: "requires_action" | "processing" | "requires_capture" | "succeeded" | "failed" | "canceled";
  /** Its progress at the payer's bank */
  bank_status: "authorization_required" | "authorizing" | "authorized" | "executed" | "settled" | "failed";
  /** null until the payer has chosen a bank */
  bank_id: string | null;
  /** What you know about the payer */
  payer: {
    /** The payer's name */
    name: string | null;
    /** ISO 3166-1 alpha-2 code in upper case */
    country: string | null;
  };
  /** Shown on the payer's statement */
  reference: string;
  /** Stays the same at every bank that handles the payment */
  end_to_end_id: string;
  /** Your text */
  description: string | null;
  /** What the payer must do: `redirect` means to open `redirect_url` */
  next_action: "redirect" | null;
  /** Where the payer approves the payment */
  redirect_url: string | null;
  /** Where the payer's browser goes after the bank */
  return_url: string | null;
  /** Why it failed; null unless `status` is `failed` */
  failure_reason: string | null;
  /** Whether a dispute was opened about it */
  disputed: boolean;
  /** Identifier of a settlement; the object itself when expanded */
  settlement: string | null;
  /** When it is canceled unless the payer approves it before */
  expires_at: string | null;
}

/** How files of the `accounting_journal` are written for one accounting program */
export interface BookingAccounts {
  /** Always `booking_accounts` */
  object: "booking_accounts";
  /** Whether it is in live mode */
  livemode: boolean;
  /** The accounting program, as `layout` of an `accounting_journal` */
  layout: "datev" | "xero" | "quickbooks";
  /** The account that each movement is booked on */
  accounts: {
    /** Number or name of the account for balance */
    balance: string;
    /** Number or name of the account for sales */
    sales: string;
    /** Number or name of the account for refunds */
    refunds: string;
    /** Number or name of the account for chargebacks */
    chargebacks: string;
    /** Number or name of the account for interchange fees */
    interchange_fees: string;
    /** Number or name of the account for scheme fees */
    scheme_fees: string;
    /** Number or name of the account for markup fees */
    markup_fees: string;
    /** Number or name of the account for commission fees */
    commission_fees: string;
    /** Number or name of the account for dispute fees */
    dispute_fees: string;
    /** Number or name of the account for bank transit */
    bank_transit: string;
    /** Number or name of the account for payout balance */
    payout_balance: string;
    /** Number or name of the account for payouts in transit */
    payouts_in_transit: string;
    /** Number or name of the account for payouts */
    payouts: string;
  };
  /** With `layout: datev` */
  datev: {
    /** `other`: accounts of your own */
    chart: "skr03" | "skr04" | "other";
    /** DATEV's number of the tax consultant */
    consultant: number;
    /** The consultant's number of the client */
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
  /** Always `customer` */
  object: "customer";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** The payer's name */
  name: string | null;
  /** E-mail address */
  email: string | null;
  /** ISO 3166-1 alpha-2 code in upper case */
  country: string | null;
  /** Identifier of a payment method; the object itself when expanded */
  default_payment_method: string | null;
}

/** One declined payment */
export interface DeclineReportRow {
  /** The payment that it belongs to */
  payment_id?: string | undefined;
  /** UTC, ISO 8601, whole seconds */
  created?: string | undefined;
  /** Integer in minor units of the currency */
  amount?: number | undefined;
  /** ISO 4217 code in upper case */
  currency?: string | undefined;
  /** The payment method */
  method?: "card" | "apple_pay" | "google_pay" | "ideal" | "bancontact" | "eps" | "p24" | "blik" | "bacs_debit" | "sepa_debit" | "sepa_instant" | "bank_payment" | undefined;
  /** The card's brand */
  scheme?: string | null | undefined;
  /** The first digits of the card number */
  bin?: string | null | undefined;
  /** The bank that issued the card */
  issuer_name?: string | null | undefined;
  /** The issuer's country */
  issuer_country?: string | null | undefined;
  /** Paydesk's code for the reason */
  decline_code?: string | null | undefined;
  /** The scheme's or bank's code */
  network_decline_code?: string | null | undefined;
  /** Whether to retry the payment */
  advice_code?: "try_again_later" | "do_not_try_again" | "confirm_card_data" | null | undefined;
  /** `soft`: can be retried; `hard`: never; `data`: with corrected card data */
  soft_hard?: "soft" | "hard" | "data" | null | undefined;
  /** How the payer was authenticated */
  sca?: "frictionless" | "3ds2" | "exempted" | "not_required" | null | undefined;
  /** The requested exemption from strong customer authentication */
  exemption_requested?: "low_value" | "trusted_beneficiary" | "transaction_risk_analysis" | null | undefined;
  /** Whether the issuer accepted the exemption */
  exemption_outcome?: "accepted" | "rejected" | null | undefined;
  /** The payment that this one retried: the latest that was declined when this one was made, with the same customer or card, amount and currency, within 7 days */
  retry_of?: string | null | undefined;
  /** The first payment of the same retry chain that succeeded after it; every earlier decline of the chain has the same value */
  recovered_by?: string | null | undefined;
}

/** A deleted customer */
export interface DeletedCustomer {
  /** Identifier, begins with `cus_` */
  id: string;
  /** Always `customer` */
  object: "customer";
  /** Always true */
  deleted: true;
}

/** A deleted dispute file */
export interface DeletedDisputeFile {
  /** Identifier, begins with `dpf_` */
  id: string;
  /** Always `dispute_file` */
  object: "dispute_file";
  /** Always true */
  deleted: true;
}

/** A deleted report schedule */
export interface DeletedReportSchedule {
  /** Identifier, begins with `rsc_` */
  id: string;
  /** Always `report_schedule` */
  object: "report_schedule";
  /** Always true */
  deleted: true;
}

/** A deleted webhook endpoint */
export interface DeletedWebhookEndpoint {
  /** Identifier, begins with `we_` */
  id: string;
  /** Always `webhook_endpoint` */
  object: "webhook_endpoint";
  /** Always true */
  deleted: true;
}

/** One event for one endpoint */
export interface Delivery {
  /** Identifier, begins with `dlv_` */
  id: string;
  /** Always `delivery` */
  object: "delivery";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of an event; the object itself when expanded */
  event: string;
  /** The type of the event */
  event_type: "payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected";
  /** Identifier of a webhook endpoint; the object itself when expanded */
  endpoint: string;
  /** `retrying` waits for `next_attempt_at`; `held` waits for its endpoint to be enabled */
  status: "pending" | "retrying" | "delivered" | "failed" | "held" | "canceled";
  /** Attempts so far */
  attempt_count: number;
  /** When the next attempt is made; null if none is planned */
  next_attempt_at: string | null;
  /** The delivery that this one replays */
  replay_of: string | null;
}

/** One HTTP request of a delivery */
export interface DeliveryAttempt {
  /** The number of the attempt, from 1 */
  number: number;
  /** When it was sent */
  sent_at: string;
  /** How long it took, in milliseconds */
  duration_ms: number;
  /** The headers that were sent */
  request_headers: Record<string, string>;
  /** The exact bytes that were signed and sent */
  request_body: string;
  /** The last characters of each secret that signed it, newest first: two during a rotation */
  signed_with: string[] | null;
  /** HTTP status; null if there was no response */
  response_status: number | null;
  /** The headers of the response; null if there was none */
  response_headers: Record<string, string> | null;
  /** The first 64 KiB of the response; null if there was none */
  response_body: string | null;
  /** Whether the body is cut off: longer than 64 KiB, or not complete in time */
  response_truncated: boolean;
  /** Why the attempt failed */
  failure: {
    /** Code of the cause */
    cause: string;
    /** What happened, for people */
    message: string;
  } | null;
  /** Where the time went; steps that were not reached are missing */
  timings: {
    /** Milliseconds for the name's lookup */
    dns_ms?: number | undefined;
    /** Milliseconds until the connection was open */
    connect_ms?: number | undefined;
    /** Milliseconds for the TLS handshake */
    tls_ms?: number | undefined;
    /** Milliseconds until the first byte of the response */
    first_byte_ms?: number | undefined;
    /** Milliseconds for the rest of the response */
    body_ms?: number | undefined;
  };
}

/** Compares the events of a range with their deliveries. Each pair of event and endpoint counts once, however often it was replayed; it counts as delivered if any of its deliveries succeeded. */
export interface DeliveryReconciliation {
  /** Always `delivery_reconciliation` */
  object: "delivery_reconciliation";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  from: string;
  /** End of the range, exclusive */
  to: string;
  /** Only events of this type; null: all */
  type: string | null;
  /** Only deliveries to this endpoint; null: all */
  endpoint: string | null;
  /** Events created in the range */
  emitted: number;
  /** Events of these that no endpoint was subscribed to */
  unsubscribed: number;
  /** Pairs of an event and an endpoint that should receive it: the sum of the six counts below */
  expected: number;
  /** Delivered */
  delivered: number;
  /** Not attempted yet */
  pending: number;
  /** Waiting for the next attempt */
  retrying: number;
  /** Waiting for the endpoint to be enabled */
  held: number;
  /** Failed after the last attempt */
  failed: number;
  /** Canceled, because the endpoint was deleted */
  canceled: number;
  /** Whether every expected delivery was delivered */
  complete: boolean;
}

/** A delivery with its attempts */
export interface DeliveryWithAttempts {
  /** Identifier, begins with `dlv_` */
  id: string;
  /** Always `delivery` */
  object: "delivery";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of an event; the object itself when expanded */
  event: string;
  /** The type of the event */
  event_type: "payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected";
  /** Identifier of a webhook endpoint; the object itself when expanded */
  endpoint: string;
  /** `retrying` waits for `next_attempt_at`; `held` waits for its endpoint to be enabled */
  status: "pending" | "retrying" | "delivered" | "failed" | "held" | "canceled";
  /** Attempts so far */
  attempt_count: number;
  /** When the next attempt is made; null if none is planned */
  next_attempt_at: string | null;
  /** The delivery that this one replays */
  replay_of: string | null;
  /** Its attempts, oldest first */
  attempts: DeliveryAttempt[];
}

/** A payment that the payer contests with their bank */
export interface Dispute {
  /** Identifier, begins with `dp_` */
  id: string;
  /** Always `dispute` */
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
  /** ISO 4217 code in upper case */
  currency: string;
  /** `won` and `lost` are final */
  status: "needs_response" | "under_review" | "won" | "lost";
  /** The reason that the payer or the issuer gave */
  reason: "fraudulent" | "product_not_received" | "product_unacceptable" | "subscription_canceled" | "credit_not_processed" | "duplicate" | "debit_not_authorized";
  /** The scheme's code for the reason */
  network_reason_code: string | null;
  /** Until when evidence can be submitted */
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
  /** Always `dispute_file` */
  object: "dispute_file";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of a dispute; the object itself when expanded */
  dispute: string;
  /** The file's name */
  name: string;
  /** Found in the file's content, not in its name */
  type: "application/pdf" | "image/jpeg" | "image/png";
  /** Bytes */
  size: number;
  /** SHA-256 of the file, in hexadecimal */
  sha256: string;
}

/** The costs of one charge that is priced by interchange */
export interface InterchangeReportRow {
  /** The payment that it belongs to */
  payment_id?: string | undefined;
  /** The settlement that has the row; null if none has */
  settlement_id?: string | null | undefined;
  /** The day of the booking */
  booking_date?: string | undefined;
  /** The report */
  type?: string | undefined;
  /** The card's brand */
  scheme?: string | null | undefined;
  /** Product of the card */
  card_product?: "classic" | "premium" | "business" | null | undefined;
  /** How the card is funded */
  funding?: "credit" | "debit" | "prepaid" | null | undefined;
  /** Whether the card is a person's or a company's */
  consumer_or_commercial?: string | null | undefined;
  /** The issuer's country */
  issuer_country?: string | null | undefined;
  /** ISO 3166-1 alpha-2 code in upper case */
  acquirer_country?: string | undefined;
  /** Where the issuer is, seen from the acquirer */
  region?: string | null | undefined;
  /** Integer in minor units of the currency */
  amount?: number | undefined;
  /** ISO 4217 code in upper case */
  currency?: string | undefined;
  /** Rate of the interchange in basis points */
  interchange_rate_bp?: number | null | undefined;
  /** Fixed part of the interchange in minor units */
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
  /** Always `invoice` */
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
  /** `paid`, `void` and `uncollectible` are final */
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** Consecutive within an account; null while the invoice is a draft */
  number: string | null;
  /** ISO 4217 code in upper case */
  currency: string;
  /** What is billed */
  lines: Array<{
    /** What is billed */
    description: string;
    /** In minor units; credits are negative */
    amount: number;
    /** Whether it covers part of a period */
    proration: boolean;
    /** The time that it bills */
    period: {
      /** When the period begins */
      start: string;
      /** When the period ends */
      end: string;
    };
  }>;
  /** Sum of the lines in minor units */
  subtotal: number;
  /** What is still to be collected, in minor units */
  amount_due: number;
  /** What was collected, in minor units */
  amount_paid: number;
  /** When it is collected; null while it is a draft */
  due_date: string | null;
  /** How many times collection was attempted */
  attempt_count: number;
  /** The latest attempt to collect it */
  payment: string | null;
}

/** What a client needs to forward events to a local address */
export interface Listener {
  /** Always `listener` */
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
  /** Always `mandate` */
  object: "mandate";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Only an `active` mandate can be used; `pending` waits for the payer's bank */
  status: "pending" | "active" | "failed" | "revoked" | "expired";
  /** The scheme of its debits */
  scheme: "bacs" | "sepa_core" | "card";
  /** Identifies the mandate at the payer's bank and on statements */
  reference: string;
  /** Identifier of a customer; the object itself when expanded */
  customer: string | null;
  /** Identifier of a payment method; the object itself when expanded */
  payment_method: string;
  /** When the payer agreed */
  accepted_at: string;
  /** IP address from which the payer agreed */
  accepted_ip: string | null;
  /** The bank's code for the rejection */
  failure_code: string | null;
  /** Who revoked it and why; null unless it is revoked */
  revocation: {
    /** Who revoked it */
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
  /** Always `month_closing` */
  object: "month_closing";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** `closed` months never change */
  status: "running" | "closed" | "failed";
  /** The month, as `YYYY-MM` */
  month: string;
  /** IANA time zone of the month's days */
  timezone: string;
  /** The instant that all files show */
  as_of: string | null;
  /** When it was closed; null while it is running */
  finished: string | null;
  /** Hash of the whole month: SHA-256 over the sorted lines that `sha256sum` prints for all files */
  sha256: string | null;
  /** The hash of the month and the last block of the ledger's chain, signed: the text of `Service-Books-Proof`. Null until the month is closed, and for months that were closed before 2026-11-24 */
  books_proof: string | null;
  /** The files of the month; empty while it is running */
  files: Array<{
    /** Which file of the month */
    file: "settlement" | "interchange" | "declines" | "journal";
    /** The file's name */
    name: string;
    /** Without the header row */
    row_count: number;
    /** The file's size */
    byte_count: number;
    /** SHA-256 in hexadecimal */
    sha256: string;
  }>;
  /** Rows of the closed files that are different now. `amount` is the sum of what they changed */
  corrections: {
    /** When the files were last compared */
    checked: string | null;
    /** When the files are compared again; null if they are not */
    next_check: string | null;
    /** Whether all differences are listed; false only for thousands of them */
    complete: boolean;
    /** Sums per file and currency */
    totals: Array<{
      /** Which file of the month */
      file: "settlement" | "interchange" | "declines" | "journal";
      /** ISO 4217 code in upper case */
      currency: string;
      /** Rows that differ */
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
  /** Always `month_correction` */
  object: "month_correction";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Which file of the month */
  file: "settlement" | "interchange" | "declines" | "journal";
  /** The row's own id: of a balance transaction, payment or ledger transfer */
  row: string;
  /** How the row differs */
  change: "added" | "missing" | "changed";
  /** ISO 4217 code in upper case */
  currency: string;
  /** In the closed file */
  amount_before: number | null;
  /** In the present; null if the row is missing */
  amount_now: number | null;
  /** The columns that differ, of a changed row */
  columns: string[];
}

/** A charge by card or another payment method */
export interface Payment {
  /** Identifier, begins with `pay_` */
  id: string;
  /** Always `payment` */
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
  /** ISO 4217 code in upper case */
  currency: string;
  /** `succeeded`, `failed` and `canceled` are final, except that a bank can take a debit back */
  status: "requires_action" | "processing" | "requires_capture" | "succeeded" | "failed" | "canceled";
  /** The payment method */
  method: "card" | "apple_pay" | "google_pay" | "ideal" | "bancontact" | "eps" | "p24" | "blik" | "bacs_debit" | "sepa_debit" | "sepa_instant";
  /** `manual` only authorises the payment; it is captured by a call */
  capture: "automatic" | "manual";
  /** How the payer was authenticated; null until the issuer has answered */
  sca: "frictionless" | "3ds2" | "exempted" | "not_required" | null;
  /** What the payer must do: `redirect` means to open `redirect_url` */
  next_action: "redirect" | null;
  /** Where to send the payer's browser; null unless `next_action` is `redirect` */
  redirect_url: string | null;
  /** Rail that settles it; null for cards */
  settles: string | null;
  /** The requested exemption from strong customer authentication */
  exemption: "low_value" | "trusted_beneficiary" | "transaction_risk_analysis" | null;
  /** Whether the issuer accepted the exemption; null if none was requested */
  exemption_outcome: "accepted" | "rejected" | null;
  /** Identifier of a customer; the object itself when expanded */
  customer: string | null;
  /** Identifier of a payment method; the object itself when expanded */
  payment_method: string | null;
  /** The card, also of a wallet; null for other methods */
  card: {
    /** The card's brand, such as `visa` */
    brand: string;
    /** The last four digits of the number */
    last4: string;
    /** The first digits of the number, which identify the issuer */
    bin: string;
    /** The bank that issued the card */
    issuer: string;
    /** The issuer's country */
    country: string;
    /** How the card is funded */
    funding: "credit" | "debit" | "prepaid";
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
  /** Your text */
  description: string | null;
  /** Shown on the payer's statement */
  statement_descriptor: string | null;
  /** Where the payer's browser goes after the redirect */
  return_url: string | null;
  /** Whether a dispute was opened about it */
  disputed: boolean;
  /** Identifier of a mandate; the object itself when expanded */
  mandate: string | null;
  /** Identifier of a subscription; the object itself when expanded */
  subscription: string | null;
  /** Identifier of an invoice; the object itself when expanded */
  invoice: string | null;
  /** Identifier of a settlement; the object itself when expanded */
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
  /** Always `payment_method` */
  object: "payment_method";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** What it is */
  type: "card" | "apple_pay" | "google_pay" | "sepa_debit" | "bacs_debit";
  /** `detached` and `expired` methods cannot be charged */
  status: "active" | "detached" | "expired";
  /** The card, also of a wallet; null for debits */
  card: {
    /** The card's brand, such as `visa` */
    brand: string;
    /** The last four digits of the number */
    last4: string;
    /** Month of expiry, from 1 */
    exp_month: number;
    /** Year of expiry, with four digits */
    exp_year: number;
    /** The first digits of the number, which identify the issuer */
    bin: string;
    /** The bank that issued the card */
    issuer: string;
    /** Country of the issuer or bank */
    country: string;
    /** How the card is funded */
    funding: "credit" | "debit" | "prepaid";
    /** The same for equal card numbers */
    fingerprint: string;
  } | null;
  /** Debit methods only: the parts of the account number that may be shown */
  bank: {
    /** Country of the issuer or bank */
    country: string;
    /** The last four digits of the number */
    last4: string;
    /** Bank identifier or sort code */
    bank_code: string;
  } | null;
  /** Whether the card network has issued a network token for it. A wallet's method has one from the start; a card gets one with its first approved payment that has a customer, such as the first of a subscription. */
  network_token: boolean;
  /** Whether it can be charged again, with or without a customer; true for all methods today */
  reusable: boolean;
  /** Identifier of a customer; the object itself when expanded */
  customer: string | null;
}

/** Money sent to a bank account */
export interface Payout {
  /** Identifier, begins with `po_` */
  id: string;
  /** Always `payout` */
  object: "payout";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Integer in minor units of the currency */
  amount: number;
  /** ISO 4217 code in upper case */
  currency: string;
  /** `settled`, `failed` and `canceled` are final; a settled payout can still be `returned` */
  status: "pending" | "submitted" | "settled" | "returned" | "failed" | "canceled";
  /** Who gets the money */
  beneficiary: {
    /** The account's holder */
    name: string;
    /** IBAN; null for accounts without one */
    iban: string | null;
    /** Account number; null for accounts with an IBAN */
    account_number: string | null;
    /** Sort code, BSB, or institution and branch number */
    sort_code: string | null;
    /** BIC of the bank; null if it was not given */
    bic: string | null;
    /** The bank's country */
    country: string;
  };
  /** Whether the account holder has this name; null until a batch's payout is sent. A mismatch does not stop the payout */
  payee_verification: "match" | "close_match" | "no_match" | "unavailable" | null;
  /** The rail that was asked for, or the currency's fastest */
  rail_requested: "sepa_instant" | "sepa_credit" | "faster_payments" | "npp" | "eft" | "direct_credit";
  /** The rail that carries it now */
  rail: "sepa_instant" | "sepa_credit" | "faster_payments" | "npp" | "eft" | "direct_credit";
  /** Why it uses another rail than requested, as an ISO 20022 code such as CNOR (the bank does not take part in SEPA Instant) or AB05 (it did not answer in time) */
  fallback_reason: string | null;
  /** Shown on the beneficiary's statement */
  reference: string | null;
  /** Stays the same at every bank that handles the payout */
  end_to_end_id: string;
  /** Why it failed, was rejected or was returned: an ISO 20022 code and its meaning */
  return_reason: {
    /** ISO 20022 code */
    code: string;
    /** Its meaning, for people */
    message: string;
  } | null;
  /** Approval by a second person, required when a payout is above a limit of the account; null if none is required. Members approve in the dashboard; keys cannot */
  approval: {
    /** Always true */
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
  /** Identifier of a payout batch; the object itself when expanded */
  batch: string | null;
  /** When the money is expected; after it arrived, when it did */
  arrival_date: string;
}

/** Payouts that were created by one call */
export interface PayoutBatch {
  /** Identifier, begins with `pob_` */
  id: string;
  /** Always `payout_batch` */
  object: "payout_batch";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** `rejected` batches created no payouts */
  status: "validating" | "rejected" | "processing" | "completed";
  /** The format in which it was sent */
  format: "json" | "csv" | "pain.001";
  /** The currency of all instructions; null if they have several */
  currency: string | null;
  /** Number of instructions */
  count: number;
  /** Sum of all instructions */
  total: number;
  /** Instructions that became payouts */
  accepted: number;
  /** Sum of the accepted instructions, taken from the payout balance */
  accepted_total: number;
  /** Instructions with an error */
  rejected: number;
  /** Payouts that arrived */
  settled: number;
  /** Payouts that came back */
  returned: number;
  /** Payouts that failed */
  failed: number;
  /** Payouts that were canceled */
  canceled: number;
  /** All errors by row, at most the first 1,000 */
  errors: Array<{
    /** Number of the instruction, from 1; null: the batch as a whole */
    row: number | null;
    /** The code of the error */
    code: string;
    /** The field as the format names it: parameter, column or element */
    param: string | null;
    /** What is wrong, for people */
    message: string;
  }>;
  /** Approval by a second person, required when a payout is above a limit of the account; null if none is required. Members approve in the dashboard; keys cannot */
  approval: {
    /** Always true */
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
  /** Always `plan` */
  object: "plan";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** The name, shown on invoices */
  name: string;
  /** Per unit and period, in minor units */
  amount: number;
  /** ISO 4217 code in upper case */
  currency: string;
  /** The unit of the period */
  interval: "day" | "week" | "month" | "year";
  /** Intervals between two invoices */
  interval_count: number;
  /** Days before the first invoice; 0: none */
  trial_days: number;
  /** Whether customers can subscribe to it */
  active: boolean;
}

/** A return of all or a part of a captured payment */
export interface Refund {
  /** Identifier, begins with `re_` */
  id: string;
  /** Always `refund` */
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
  /** ISO 4217 code in upper case */
  currency: string;
  /** `settled`, `failed` and `canceled` are final */
  status: "pending" | "submitted" | "settled" | "failed" | "canceled";
  /** Why you refunded it */
  reason: "requested_by_customer" | "duplicate" | "fraudulent" | null;
  /** Why the payer's bank rejected the money; null unless `status` is `failed` */
  failure_reason: string | null;
  /** Identifier of a settlement; the object itself when expanded */
  settlement: string | null;
}

/** Sends the deliveries of a range again */
export interface Replay {
  /** Identifier, begins with `rpl_` */
  id: string;
  /** Always `replay` */
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
  /** The endpoints that it selects */
  endpoints: string[];
  /** Event types and families that it selects */
  types: string[];
  /** Statuses of the deliveries that it selects */
  statuses: Array<"failed" | "delivered" | "held">;
  /** Whether it only counts */
  dry_run: boolean;
  /** `previewed` after a dry run */
  status: "previewed" | "queued" | "running" | "paused" | "completed" | "canceled";
  /** Why it is paused */
  reason: string | null;
  /** Deliveries in the replay: counted at creation, exact once it is running */
  total: number;
  /** Delivered */
  delivered: number;
  /** Failed after the last attempt */
  failed: number;
  /** Not sent; the results have the reason */
  skipped: number;
  /** Sent and not finished: an answer or a retry is pending */
  in_flight: number;
  /** How long the replay takes if no delivery fails, as estimated at creation */
  estimated_seconds: number;
  /** The same per endpoint */
  by_endpoint: ReplayEndpoint[];
  /** The number of deliveries per event type */
  by_type: Array<{
    /** The type of the event */
    type: "payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected";
    /** Its deliveries */
    total: number;
  }>;
  /** Up to five of the deliveries */
  sample: string[];
  /** When sending began */
  started: string | null;
  /** When the last delivery ended */
  finished: string | null;
}

/** One endpoint's share of a replay */
export interface ReplayEndpoint {
  /** Identifier of a webhook endpoint; the object itself when expanded */
  endpoint: string;
  /** All deliveries of this endpoint or type */
  total: number;
  /** Delivered */
  delivered: number;
  /** Failed after the last attempt */
  failed: number;
  /** Not sent */
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
  /** Always `replay_result` */
  object: "replay_result";
  /** Identifier of an event; the object itself when expanded */
  event: string;
  /** The type of the event */
  event_type: "payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected";
  /** Identifier of a webhook endpoint; the object itself when expanded */
  endpoint: string;
  /** What became of the delivery */
  outcome: "waiting" | "sent" | "delivered" | "failed" | "skipped";
  /** Why it was skipped, or why it failed last */
  reason: string | null;
  /** HTTP status of the last attempt; null if there was no response */
  response_status: number | null;
  /** The delivery that the replay created */
  replay: string | null;
  /** When it was delivered, failed or was skipped */
  ended: string | null;
}

/** Prepares a report file after each day, week or month */
export interface ReportSchedule {
  /** Identifier, begins with `rsc_` */
  id: string;
  /** Always `report_schedule` */
  object: "report_schedule";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Whether it prepares files */
  active: boolean;
  /** After which periods it prepares a file */
  interval: "daily" | "weekly" | "monthly";
  /** The report */
  type: "settlement" | "declines" | "interchange" | "accounting_journal";
  /** The layout of the file */
  layout: "native" | "decimal" | "adyen" | "datev" | "xero" | "quickbooks" | "camt053" | "mt940";
  /** IANA time zone of the days */
  timezone: string;
  /** The other parameters of the report: filters, `columns`, `group_by`, `status` */
  parameters: Record<string, string | string[]>;
  /** Members who get an e-mail for each file */
  mail_to: string[];
  /** First day of the next file */
  next_from: string;
  /** When the next file begins, 15 minutes after the end of its last day */
  next_run: string | null;
  /** Identifier of a report; the object itself when expanded */
  last_report: string | null;
}

/** With `group_by`: the grouping columns, the number of rows as `count`, and sums. Currencies are never added together. */
export type ReportSum = Record<string, string | number | null>;

/** A transfer of one day's funds in one currency to the merchant's bank account */
export interface Settlement {
  /** Identifier, begins with `stl_` */
  id: string;
  /** Always `settlement` */
  object: "settlement";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** `paid` when your bank has the money */
  status: "scheduled" | "paid" | "failed";
  /** ISO 4217 code in upper case */
  currency: string;
  /** Captured payments */
  gross: number;
  /** Fees by who gets them */
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
  /** The cut-off before */
  period_start: string;
  /** The cut-off, exclusive */
  period_end: string;
  /** When the money is expected; after it arrived, when it did */
  arrival_date: string;
  /** When your bank had the money; null unless the settlement is paid */
  paid_at: string | null;
  /** The last digits of your bank account */
  bank_account_last4: string;
  /** The reference on your bank statement; null in live mode until the acquirer has reported it */
  bank_reference: string | null;
  /** Balance transactions in it */
  transaction_count: number;
  /** Why your bank returned it; null unless `status` is `failed` */
  failure_reason: string | null;
}

/** One movement of money in a settlement */
export interface SettlementReportRow {
  /** The settlement that has the row; null if none has */
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
  /** ISO 4217 code in upper case */
  currency?: string | undefined;
  /** Positive: in your favour */
  gross?: number | undefined;
  /** Integer in minor units of the currency */
  fee?: number | undefined;
  /** `gross` minus `fee` */
  net?: number | undefined;
  /** The kind of movement */
  reporting_category?: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal" | "settlement_failure" | "payment_failure" | "adjustment" | undefined;
  /** The object that moved the money */
  source_id?: string | undefined;
  /** Your text of the payment */
  description?: string | null | undefined;
  /** The payment's customer */
  customer_id?: string | null | undefined;
  /** The payment that it belongs to */
  payment_id?: string | null | undefined;
  /** The refund */
  refund_id?: string | null | undefined;
  /** The dispute */
  dispute_id?: string | null | undefined;
  /** The subscription's invoice */
  invoice_id?: string | null | undefined;
  /** The subscription */
  subscription_id?: string | null | undefined;
  /** The payment method */
  payment_method_type?: "card" | "apple_pay" | "google_pay" | "ideal" | "bancontact" | "eps" | "p24" | "blik" | "bacs_debit" | "sepa_debit" | "sepa_instant" | "bank_payment" | null | undefined;
  /** The card's brand */
  card_brand?: string | null | undefined;
  /** How the card is funded */
  card_funding?: "credit" | "debit" | "prepaid" | null | undefined;
  /** The issuer's country */
  card_country?: string | null | undefined;
  /** Shown on the payer's statement */
  statement_descriptor?: string | null | undefined;
  /** Why the payer disputed it */
  dispute_reason?: "fraudulent" | "product_not_received" | "product_unacceptable" | "subscription_canceled" | "credit_not_processed" | "duplicate" | "debit_not_authorized" | null | undefined;
  /** The settlement's status; null if no settlement has the row */
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
  /** Always `simulation` */
  object: "simulation";
  /** Whether it is in live mode */
  livemode: false;
  /** What happened to the object */
  scenario: string;
  /** The object after the simulation */
  result: Settlement | Mandate | Dispute | Payout | Subscription | Payment | BankPayment;
}

/** A customer's recurring order of a plan */
export interface Subscription {
  /** Identifier, begins with `sub_` */
  id: string;
  /** Always `subscription` */
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
  /** Units of the plan */
  quantity: number;
  /** `past_due` while dunning tries to collect an invoice */
  status: "incomplete" | "incomplete_expired" | "trialing" | "active" | "past_due" | "unpaid" | "canceled";
  /** Identifier of a payment method; the object itself when expanded */
  payment_method: string;
  /** Identifier of a mandate; the object itself when expanded */
  mandate: string | null;
  /** End of the trial; null without one */
  trial_end: string | null;
  /** Start of the billed period */
  current_period_start: string;
  /** End of the billed period */
  current_period_end: string;
  /** How changes within a period are billed */
  proration_behavior: "create_prorations" | "always_invoice" | "none";
  /** Whether it ends with the current period */
  cancel_at_period_end: boolean;
  /** When it ended, or was told to end; null otherwise */
  canceled_at: string | null;
  /** Identifier of an invoice; the object itself when expanded */
  latest_invoice: string | null;
  /** Dunning: an unpaid invoice is retried 1, 3, 5 and 7 days after the first failure, unless the decline was hard */
  dunning: {
    /** Retries so far, without the first attempt */
    attempt: number;
    /** When the open invoice is collected again; null if it is not */
    next_attempt_at: string | null;
    /** What happens after the last retry */
    final_action: "cancel" | "unpaid";
    /** When the final action is taken unless the invoice is paid before */
    final_action_at: string | null;
  };
  /** `redirect`: the payer must confirm the payment at `redirect_url` */
  next_action: "redirect" | null;
  /** Where to send the payer's browser; null unless `next_action` is `redirect` */
  redirect_url: string | null;
}

/** What a change of a subscription costs */
export interface SubscriptionPreview {
  /** Always `subscription_preview` */
  object: "subscription_preview";
  /** Whether it is in live mode */
  livemode: boolean;
  /** Identifier of a subscription; the object itself when expanded */
  subscription: string;
  /** ISO 4217 code in upper case */
  currency: string;
  /** Send it with the change to be invoiced exactly these lines */
  proration_date: string;
  /** What is charged immediately */
  invoice_now: {
    /** What is billed */
    lines: Array<{
      /** What is billed */
      description: string;
      /** In minor units; credits are negative */
      amount: number;
      /** Whether it covers part of a period */
      proration: boolean;
      /** The time that it bills */
      period: {
        /** When the period begins */
        start: string;
        /** When the period ends */
        end: string;
      };
    }>;
    /** Integer in minor units of the currency */
    amount_due: number;
  } | null;
  /** The invoice of the next period; null if there is none */
  next_invoice: {
    /** What is billed */
    lines: Array<{
      /** What is billed */
      description: string;
      /** In minor units; credits are negative */
      amount: number;
      /** Whether it covers part of a period */
      proration: boolean;
      /** The time that it bills */
      period: {
        /** When the period begins */
        start: string;
        /** When the period ends */
        end: string;
      };
    }>;
    /** Integer in minor units of the currency */
    amount_due: number;
    /** When it is charged */
    date: string;
  } | null;
}

/** The account's time in test mode */
export interface TestClock {
  /** Always `test_clock` */
  object: "test_clock";
  /** Whether it is in live mode */
  livemode: false;
  /** The account's time in test mode */
  now: string;
  /** How far it is ahead of the real time */
  ahead_seconds: number;
  /** The time that an advance is moving to; equals `now` when it is finished */
  target: string;
  /** `advancing` until the work that became due is done */
  status: "ready" | "advancing";
}

/** Sandbox money added to the payout balance */
export interface Topup {
  /** Identifier, begins with `tu_` */
  id: string;
  /** Always `topup` */
  object: "topup";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Integer in minor units of the currency */
  amount: number;
  /** ISO 4217 code in upper case */
  currency: string;
  /** The payout balance after the top-up */
  balance: number;
}

/** A URL that receives events */
export interface WebhookEndpoint {
  /** Identifier, begins with `we_` */
  id: string;
  /** Always `webhook_endpoint` */
  object: "webhook_endpoint";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** The address that receives events */
  url: string;
  /** Event types, families such as `payment.*`, or `*` */
  events: Array<"payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected" | "payment.*" | "refund.*" | "payout.*" | "mandate.*" | "subscription.*" | "invoice.*" | "dispute.*" | "settlement.*" | "report.*" | "month_closing.*" | "*">;
  /** API version of the bodies that it receives */
  version: "2025-04-01" | "2025-10-01" | "2026-04-01" | "2026-12-01";
  /** Your text */
  description: string | null;
  /** A `disabled` endpoint receives nothing */
  status: "enabled" | "disabled";
  /** Why it was disabled; null while it is enabled */
  disabled_reason: string | null;
  /** First failure since the last success; the endpoint is disabled after 72 hours */
  failing_since: string | null;
  /** Until when the previous secret signs as well */
  previous_secret_expires_at: string | null;
  /** Its own headers, which each delivery carries: of a value only its last characters, or none */
  headers: Record<string, string>;
}

/** An endpoint with its secret */
export interface WebhookEndpointWithSecret {
  /** Identifier, begins with `we_` */
  id: string;
  /** Always `webhook_endpoint` */
  object: "webhook_endpoint";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** The address that receives events */
  url: string;
  /** Event types, families such as `payment.*`, or `*` */
  events: Array<"payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected" | "payment.*" | "refund.*" | "payout.*" | "mandate.*" | "subscription.*" | "invoice.*" | "dispute.*" | "settlement.*" | "report.*" | "month_closing.*" | "*">;
  /** API version of the bodies that it receives */
  version: "2025-04-01" | "2025-10-01" | "2026-04-01" | "2026-12-01";
  /** Your text */
  description: string | null;
  /** A `disabled` endpoint receives nothing */
  status: "enabled" | "disabled";
  /** Why it was disabled; null while it is enabled */
  disabled_reason: string | null;
  /** First failure since the last success; the endpoint is disabled after 72 hours */
  failing_since: string | null;
  /** Until when the previous secret signs as well */
  previous_secret_expires_at: string | null;
  /** Its own headers, which each delivery carries: of a value only its last characters, or none */
  headers: Record<string, string>;
  /** Returned by this call only */
  secret: string;
}

/** Every object, by its name in the contract. */
export interface Objects {
  report: Report;
  api_request_with_bodies: ApiRequestWithBodies;
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
  report: { schedule: "report_schedule" };
  balance_transaction: { source: "payment" | "bank_payment" | "refund" | "dispute" | "settlement"; settlement: "settlement" };
  bank_payment: { settlement: "settlement" };
  customer: { default_payment_method: "payment_method" };
  delivery: { event: "event"; endpoint: "webhook_endpoint" | "deleted_webhook_endpoint"; replay_of: "delivery" };
  delivery_reconciliation: { endpoint: "webhook_endpoint" | "deleted_webhook_endpoint" };
  delivery_with_attempts: { event: "event"; endpoint: "webhook_endpoint" | "deleted_webhook_endpoint"; replay_of: "delivery" };
  dispute: { payment: "payment" | "bank_payment"; evidence_files: "dispute_file" };
  dispute_file: { dispute: "dispute" };
  invoice: { subscription: "subscription"; customer: "customer" | "deleted_customer"; payment: "payment" };
  listener: { latest_event: "event" };
  mandate: { customer: "customer" | "deleted_customer"; payment_method: "payment_method" };
  payment: { customer: "customer" | "deleted_customer"; payment_method: "payment_method"; mandate: "mandate"; subscription: "subscription"; invoice: "invoice"; settlement: "settlement"; retry_of: "payment" };
  payment_method: { customer: "customer" | "deleted_customer" };
  payout: { batch: "payout_batch" };
  refund: { payment: "payment" | "bank_payment"; settlement: "settlement" };
  replay: { endpoints: "webhook_endpoint" | "deleted_webhook_endpoint"; sample: "delivery" };
  replay_endpoint: { endpoint: "webhook_endpoint" | "deleted_webhook_endpoint" };
  replay_result: { event: "event"; endpoint: "webhook_endpoint" | "deleted_webhook_endpoint"; replay: "delivery" };
  report_schedule: { last_report: "report" };
  subscription: { customer: "customer" | "deleted_customer"; plan: "plan"; payment_method: "payment_method"; mandate: "mandate"; latest_invoice: "invoice" };
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
