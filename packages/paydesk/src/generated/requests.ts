// Generated from the API's contract by `npm run openapi`. Do not edit.

export interface CreatePaymentParams {
  /** Integer in minor units of the currency */
  amount: number;
  /** ISO 4217 code in upper case */
  currency: string;
  /** The payment method */
  method: "card" | "apple_pay" | "google_pay" | "ideal" | "bancontact" | "eps" | "p24" | "blik" | "bacs_debit" | "sepa_debit" | "sepa_instant";
  /** A `pm_` token. Required for cards, wallets and debits; not allowed otherwise. In test mode also `pm_test_` with a test card's number */
  payment_method?: string | undefined;
  /** Required for `blik`: the code that the payer's bank app shows */
  blik?: {
    /** Six digits */
    code: string;
  } | undefined;
  /** Debits only: when and from where the payer agreed. If sent, it counts as a new agreement, and an ended mandate is replaced. From version 2026-12-01 on it is required for the first debit of a payment method */
  mandate_data?: {
    /** Defaults to now */
    accepted_at?: string | undefined;
    /** IP address from which the payer agreed */
    accepted_ip?: string | undefined;
  } | undefined;
  /** The customer who pays */
  customer?: string | null | undefined;
  /** `manual` only authorises the payment; it is captured by a call. Defaults to `automatic` */
  capture?: "automatic" | "manual" | undefined;
  /** Requests an exemption from strong customer authentication. `low_value` is for at most 30 EUR, `transaction_risk_analysis` for at most 500 EUR. Other currencies are converted at the current exchange rate; a currency without a rate is refused. Above the limit the payment is made without the exemption and `exemption_outcome` is `rejected` */
  exemption?: "low_value" | "trusted_beneficiary" | "transaction_risk_analysis" | null | undefined;
  /** Your text; payers do not see it */
  description?: string | null | undefined;
  /** Shown on the payer's statement */
  statement_descriptor?: string | null | undefined;
  /** Where the payer's browser goes after the redirect */
  return_url?: string | null | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListPaymentsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `status` */
  status?: "requires_action" | "processing" | "requires_capture" | "succeeded" | "failed" | "canceled" | undefined;
  /** Only those with this `method` */
  method?: "card" | "apple_pay" | "google_pay" | "ideal" | "bancontact" | "eps" | "p24" | "blik" | "bacs_debit" | "sepa_debit" | "sepa_instant" | undefined;
  /** ISO 4217 code in upper case */
  currency?: string | undefined;
  /** Only those with this `customer` */
  customer?: string | undefined;
  /** Only those with this `payment_method` */
  payment_method?: string | undefined;
  /** Bounds of the amount, both inclusive */
  amount?: {
    /** Integer in minor units of the currency */
    gte?: number | undefined;
    /** Integer in minor units of the currency */
    lte?: number | undefined;
  } | undefined;
  /** Who bears the loss if the payment is disputed as fraud: `issuer` where `acquirer_response.liability_shift` is true, `merchant` where it is false. Payments for which the acquirer reported neither match none */
  liability?: "merchant" | "issuer" | undefined;
}

export interface UpdatePaymentParams {
  /** Your text; payers do not see it */
  description?: string | null | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface CapturePaymentParams {
  /** In minor units; defaults to the authorised amount */
  amount?: number | undefined;
}

export interface CreateBankPaymentParams {
  /** Integer in minor units of the currency */
  amount: number;
  /** ISO 4217 code in upper case */
  currency: string;
  /** What you know about the payer */
  payer?: {
    /** The payer's name */
    name?: string | null | undefined;
    /** ISO 3166-1 alpha-2 code in upper case */
    country?: string | null | undefined;
  } | undefined;
  /** The payer's bank; without it the payer chooses one */
  bank_id?: string | null | undefined;
  /** At most 18 characters in GBP */
  reference?: string | null | undefined;
  /** Your text; payers do not see it */
  description?: string | null | undefined;
  /** Where the payer's browser goes after the bank */
  return_url?: string | null | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListBankPaymentsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** The same statuses as those of other payments */
  status?: "requires_action" | "processing" | "requires_capture" | "succeeded" | "failed" | "canceled" | undefined;
  /** ISO 4217 code in upper case */
  currency?: string | undefined;
}

export interface CreateRefundParams {
  /** The payment or bank payment to refund */
  payment: string;
  /** Integer in minor units of the currency */
  amount?: number | undefined;
  /** Why you refunded it */
  reason?: "requested_by_customer" | "duplicate" | "fraudulent" | null | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListRefundsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `payment` */
  payment?: string | undefined;
  /** Only those with this `status` */
  status?: "pending" | "submitted" | "settled" | "failed" | "canceled" | undefined;
}

export interface CreatePaymentMethodParams {
  /** What it is */
  type: "card" | "apple_pay" | "google_pay" | "sepa_debit" | "bacs_debit";
  /** Required for `card`; not allowed otherwise */
  card?: {
    /** The card number; spaces and hyphens are ignored */
    number: string;
    /** Month of expiry, from 1 */
    exp_month: number;
    /** Year of expiry, with two or four digits */
    exp_year: number;
    /** The security code */
    cvc: string;
  } | undefined;
  /** Required for `apple_pay`; not allowed otherwise */
  apple_pay?: {
    /** The token that the wallet returned */
    token: string;
  } | undefined;
  /** Required for `google_pay`; not allowed otherwise */
  google_pay?: {
    /** The token that the wallet returned */
    token: string;
  } | undefined;
  /** Required for `sepa_debit`; not allowed otherwise */
  sepa_debit?: {
    /** The payer's IBAN */
    iban: string;
  } | undefined;
  /** Required for `bacs_debit`; not allowed otherwise */
  bacs_debit?: {
    /** The sort code, of 6 digits */
    sort_code: string;
    /** The account number, of 8 digits */
    account_number: string;
  } | undefined;
  /** Customer to attach it to; secret keys only */
  customer?: string | null | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListPaymentMethodsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `customer` */
  customer?: string | undefined;
  /** Only those with this `type` */
  type?: "card" | "apple_pay" | "google_pay" | "sepa_debit" | "bacs_debit" | undefined;
}

export interface ListAvailableMethodsParams {
  /** ISO 3166-1 alpha-2 code in upper case */
  country: string;
}

export interface UpdatePaymentMethodParams {
  /** Customer to attach it to */
  customer?: string | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListMandatesParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `customer` */
  customer?: string | undefined;
  /** Only those with this `payment_method` */
  payment_method?: string | undefined;
  /** Only an `active` mandate can be used; `pending` waits for the payer's bank */
  status?: "pending" | "active" | "failed" | "revoked" | "expired" | undefined;
  /** The scheme of its debits */
  scheme?: "bacs" | "sepa_core" | "card" | undefined;
}

export interface ListDisputesParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `payment` */
  payment?: string | undefined;
  /** Only those with this `status` */
  status?: "needs_response" | "under_review" | "won" | "lost" | undefined;
}

export interface AddDisputeEvidenceParams {
  /** Text per kind of evidence; saved evidence that is not sent again is kept */
  evidence?: {
    /** Evidence: customer communication */
    customer_communication?: string | undefined;
    /** Evidence: product description */
    product_description?: string | undefined;
    /** Evidence: receipt */
    receipt?: string | undefined;
    /** Evidence: refund policy */
    refund_policy?: string | undefined;
    /** Evidence: service date */
    service_date?: string | undefined;
    /** Evidence: shipping carrier */
    shipping_carrier?: string | undefined;
    /** Evidence: shipping date */
    shipping_date?: string | undefined;
    /** Evidence: shipping tracking number */
    shipping_tracking_number?: string | undefined;
    /** Evidence: uncategorized text */
    uncategorized_text?: string | undefined;
  } | undefined;
  /** Whether to submit it to the issuer now. Defaults to `true` */
  submit?: boolean | undefined;
}

export interface AddDisputeFileParams {
  /** The file's name */
  name: string;
  /** The file's content in base64 */
  file: string;
}

export interface ListDisputeFilesParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
}

export interface CreateCustomerParams {
  /** The payer's name */
  name?: string | null | undefined;
  /** E-mail address */
  email?: string | null | undefined;
  /** ISO 3166-1 alpha-2 code in upper case */
  country?: string | null | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListCustomersParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only customers with exactly this address */
  email?: string | undefined;
}

export interface UpdateCustomerParams {
  /** The payer's name */
  name?: string | null | undefined;
  /** E-mail address */
  email?: string | null | undefined;
  /** ISO 3166-1 alpha-2 code in upper case */
  country?: string | null | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
  /** A payment method that is attached to this customer */
  default_payment_method?: string | null | undefined;
}

export interface CreatePlanParams {
  /** The name, shown on invoices */
  name: string;
  /** Per unit and period, in minor units */
  amount: number;
  /** ISO 4217 code in upper case */
  currency: string;
  /** The unit of the period */
  interval: "day" | "week" | "month" | "year";
  /** Intervals between two invoices; at most three years. Defaults to `1` */
  interval_count?: number | undefined;
  /** Days before the first charge. Defaults to `0` */
  trial_days?: number | undefined;
  /** Whether customers can subscribe to it. Defaults to `true` */
  active?: boolean | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListPlansParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `active` */
  active?: boolean | undefined;
  /** ISO 4217 code in upper case */
  currency?: string | undefined;
}

export interface UpdatePlanParams {
  /** The name, shown on invoices */
  name?: string | undefined;
  /** Days before the first charge */
  trial_days?: number | undefined;
  /** Whether customers can subscribe to it */
  active?: boolean | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface CreateSubscriptionParams {
  /** The customer who subscribes */
  customer: string;
  /** The plan to subscribe to */
  plan: string;
  /** Number of units of the plan. Defaults to `1` */
  quantity?: number | undefined;
  /** A payment method of the customer, or one that is not attached yet. Defaults to the customer's default */
  payment_method?: string | undefined;
  /** Overrides the plan's */
  trial_days?: number | undefined;
  /** How mid-period changes are billed: `create_prorations` on the next invoice, `always_invoice` on an invoice now, `none` from the next period. Defaults to `create_prorations` */
  proration_behavior?: "create_prorations" | "always_invoice" | "none" | undefined;
  /** Whether it ends with the current period. Defaults to `false` */
  cancel_at_period_end?: boolean | undefined;
  /** What happens when an invoice cannot be collected */
  dunning?: {
    /** The final action when dunning has failed */
    final_action: "cancel" | "unpaid";
  } | undefined;
  /** When and from where the payer agreed to be charged; stored with the mandate. From version 2026-12-01 on it is required for a debit whose payment method has no active or pending mandate */
  mandate_data?: {
    /** Defaults to now */
    accepted_at?: string | undefined;
    /** IP address from which the payer agreed */
    accepted_ip?: string | undefined;
  } | undefined;
  /** Where the payer's browser goes after confirming a payment */
  return_url?: string | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListSubscriptionsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `status` */
  status?: "incomplete" | "incomplete_expired" | "trialing" | "active" | "past_due" | "unpaid" | "canceled" | undefined;
  /** Only those with this `customer` */
  customer?: string | undefined;
  /** Only those with this `plan` */
  plan?: string | undefined;
}

export interface UpdateSubscriptionParams {
  /** Another plan in the same currency */
  plan?: string | undefined;
  /** Number of units of the plan */
  quantity?: number | undefined;
  /** How mid-period changes are billed: `create_prorations` on the next invoice, `always_invoice` on an invoice now, `none` from the next period */
  proration_behavior?: "create_prorations" | "always_invoice" | "none" | undefined;
  /** The time from which plan and quantity change, as a preview returned it. Defaults to now */
  proration_date?: string | undefined;
  /** A payment method of the customer, or one that is not attached yet. Defaults to the customer's default */
  payment_method?: string | undefined;
  /** Whether it ends with the current period */
  cancel_at_period_end?: boolean | undefined;
  /** What happens when an invoice cannot be collected */
  dunning?: {
    /** The final action when dunning has failed */
    final_action: "cancel" | "unpaid";
  } | undefined;
  /** When and from where the payer agreed to be charged; stored with the mandate. From version 2026-12-01 on it is required for a debit whose payment method has no active or pending mandate */
  mandate_data?: {
    /** Defaults to now */
    accepted_at?: string | undefined;
    /** IP address from which the payer agreed */
    accepted_ip?: string | undefined;
  } | undefined;
  /** Where the payer's browser goes after confirming a payment */
  return_url?: string | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface PreviewSubscriptionParams {
  /** Another plan in the same currency */
  plan?: string | undefined;
  /** Number of units of the plan */
  quantity?: number | undefined;
  /** How mid-period changes are billed: `create_prorations` on the next invoice, `always_invoice` on an invoice now, `none` from the next period */
  proration_behavior?: "create_prorations" | "always_invoice" | "none" | undefined;
  /** The time from which plan and quantity change, as a preview returned it. Defaults to now */
  proration_date?: string | undefined;
}

export interface ListInvoicesParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `status` */
  status?: "draft" | "open" | "paid" | "void" | "uncollectible" | undefined;
  /** Only those with this `subscription` */
  subscription?: string | undefined;
  /** Only those with this `customer` */
  customer?: string | undefined;
}

export interface ListBalanceTransactionsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `type` */
  type?: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal" | "settlement_failure" | "payment_failure" | "adjustment" | undefined;
  /** ISO 4217 code in upper case */
  currency?: string | undefined;
  /** The object that moved the money */
  source?: string | undefined;
  /** Only those with this `settlement` */
  settlement?: string | undefined;
}

export interface ListSettlementsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** ISO 4217 code in upper case */
  currency?: string | undefined;
  /** Only those with this `status` */
  status?: "scheduled" | "paid" | "failed" | undefined;
  /** Only the settlement with this reference on the bank statement */
  bank_reference?: string | undefined;
}

export interface CreatePayoutParams {
  /** Integer in minor units of the currency */
  amount?: number | undefined;
  /** ISO 4217 code in upper case */
  currency?: string | undefined;
  /** Who gets the money */
  beneficiary?: {
    /** The account's holder */
    name: string;
    /** IBAN, in countries that have it */
    iban?: string | null | undefined;
    /** With `sort_code`, in countries without IBAN */
    account_number?: string | null | undefined;
    /** Sort code, BSB, or institution and branch number */
    sort_code?: string | null | undefined;
    /** BIC of the bank; needed where the IBAN does not tell it */
    bic?: string | null | undefined;
    /** The beneficiary's country; defaults to that of the account */
    country?: string | null | undefined;
  } | undefined;
  /** Defaults to the fastest of the currency */
  rail?: "sepa_instant" | "sepa_credit" | "faster_payments" | "npp" | "eft" | "direct_credit" | null | undefined;
  /** Shown to the beneficiary: at most 140 characters by SEPA, 18 in the UK */
  reference?: string | null | undefined;
  /** Your own reference, passed to the beneficiary's bank; generated by default */
  end_to_end_id?: string | null | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
  /** A batch of at most 20,000 instructions, each with the parameters of a single payout. Invalid instructions are listed in the batch's `errors` */
  instructions?: unknown[] | undefined;
  /** A batch: the text of a file with at most 20,000 instructions */
  file?: string | undefined;
  /** Format of `file` */
  format?: "csv" | "pain.001" | "pain.001.001.09" | undefined;
}

export interface ListPayoutsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `status` */
  status?: "pending" | "submitted" | "settled" | "returned" | "failed" | "canceled" | undefined;
  /** ISO 4217 code in upper case */
  currency?: string | undefined;
  /** Only those with this `batch` */
  batch?: string | undefined;
  /** Only payouts that need approval, in this state; `pending` waits for a decision */
  approval?: "pending" | "approved" | "refused" | "expired" | "canceled" | undefined;
}

export interface ListPayoutBatchesParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `status` */
  status?: "validating" | "rejected" | "processing" | "completed" | undefined;
}

export interface TopUpParams {
  /** Integer in minor units of the currency */
  amount: number;
  /** ISO 4217 code in upper case */
  currency: "EUR" | "GBP" | "AUD" | "CAD" | "NZD";
}

export interface ListEventsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** An event type, or a family such as `payment.*` */
  type?: "payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected" | "payment.*" | "refund.*" | "payout.*" | "mandate.*" | "subscription.*" | "invoice.*" | "dispute.*" | "settlement.*" | "report.*" | "month_closing.*" | undefined;
  /** Identifier of the object */
  object?: string | undefined;
}

export interface ReplayEventParams {
  /** Send it to this endpoint only */
  endpoint?: string | undefined;
}

export interface CreateTestEventParams {
  /** The type of the event */
  type: "payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected";
  /** The object in the event: `id` and `status` are required, other fields are free. Defaults to an example object */
  data?: {
    /** Its identifier; it need not exist */
    id: string;
    /** Its status */
    status: string;
  } & Record<string, unknown> | undefined;
  /** Send it to this endpoint only */
  endpoint?: string | undefined;
}

export interface CreateWebhookEndpointParams {
  /** HTTPS only */
  url: string;
  /** Event types, families such as `payment.*`, or `*` */
  events: Array<"payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected" | "payment.*" | "refund.*" | "payout.*" | "mandate.*" | "subscription.*" | "invoice.*" | "dispute.*" | "settlement.*" | "report.*" | "month_closing.*" | "*">;
  /** API version of the bodies. Defaults to the account's pin */
  version?: "2025-04-01" | "2025-10-01" | "2026-04-01" | "2026-12-01" | undefined;
  /** Your text */
  description?: string | null | undefined;
  /** Static headers for each delivery to it, at most 10, such as a key of your gateway. Kept encrypted and never shown again. An empty value removes the header. Headers of the connection, of the body and ours cannot be set */
  headers?: Record<string, string> | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListWebhookEndpointsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `status` */
  status?: "enabled" | "disabled" | undefined;
}

export interface UpdateWebhookEndpointParams {
  /** HTTPS only */
  url?: string | undefined;
  /** Event types, families such as `payment.*`, or `*` */
  events?: Array<"payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected" | "payment.*" | "refund.*" | "payout.*" | "mandate.*" | "subscription.*" | "invoice.*" | "dispute.*" | "settlement.*" | "report.*" | "month_closing.*" | "*"> | undefined;
  /** API version of the bodies. Defaults to the account's pin */
  version?: "2025-04-01" | "2025-10-01" | "2026-04-01" | "2026-12-01" | undefined;
  /** Your text */
  description?: string | null | undefined;
  /** Static headers for each delivery to it, at most 10, such as a key of your gateway. Kept encrypted and never shown again. An empty value removes the header. Headers of the connection, of the body and ours cannot be set */
  headers?: Record<string, string> | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
  /** A `disabled` endpoint receives nothing */
  status?: "enabled" | "disabled" | undefined;
  /** When enabling it: send the deliveries that were held */
  send_held?: boolean | undefined;
}

export interface RotateWebhookSecretParams {
  /** 0 ends the old secret immediately. Defaults to `24` */
  overlap_hours?: number | undefined;
}

export interface TestWebhookEndpointParams {
  /** An event type. Defaults to the first that the endpoint subscribes to */
  type?: "payment.succeeded" | "payment.failed" | "payment.requires_action" | "payment.processing" | "payment.captured" | "payment.canceled" | "refund.updated" | "refund.settled" | "refund.failed" | "payout.approval_requested" | "payout.approval_decided" | "payout.submitted" | "payout.settled" | "payout.returned" | "payout.failed" | "mandate.active" | "mandate.failed" | "mandate.revoked" | "subscription.created" | "subscription.updated" | "subscription.past_due" | "subscription.canceled" | "subscription.trial_ending" | "invoice.paid" | "invoice.payment_failed" | "dispute.opened" | "dispute.updated" | "dispute.won" | "dispute.lost" | "settlement.created" | "settlement.paid" | "settlement.failed" | "report.ready" | "month_closing.closed" | "month_closing.corrected" | undefined;
}

export interface ListDeliveriesParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Identifier of the endpoint */
  endpoint?: string | undefined;
  /** Identifier of the event */
  event?: string | undefined;
  /** An event type, or a family such as `payment.*` */
  type?: string | undefined;
  /** Only those with this `status` */
  status?: "pending" | "retrying" | "delivered" | "failed" | "held" | "canceled" | undefined;
  /** Why it was made: an event happened, it was replayed, or an endpoint was tested */
  origin?: "event" | "replay" | "test" | undefined;
}

export interface ReadDeliveryReconciliationParams {
  /** Start of the range, by the time of the events; rounded down to a second */
  from: string;
  /** End of the range, exclusive; rounded up to a second. Defaults to now */
  to?: string | undefined;
  /** An event type, or a family such as `payment.*` */
  type?: string | undefined;
  /** Identifier of the endpoint */
  endpoint?: string | undefined;
}

export interface CreateReplayParams {
  /** Within the last 30 days; rounded down to a second */
  from: string;
  /** End of the range, exclusive; rounded up to a second. Defaults to now */
  to?: string | undefined;
  /** Defaults to all endpoints */
  endpoints?: string[] | undefined;
  /** Event types, families such as `payment.*`, or `*`, the default */
  types?: string[] | undefined;
  /** `failed` (the default): failed finally or waits for a retry, also by a replay that replaced it. `delivered`: also deliveries that succeeded. `held`: never sent because the endpoint was disabled */
  statuses?: Array<"failed" | "delivered" | "held"> | undefined;
  /** Only counts; sends nothing */
  dry_run?: boolean | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListReplaysParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `status` */
  status?: "previewed" | "queued" | "running" | "paused" | "completed" | "canceled" | undefined;
}

export interface ListReplayResultsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Only those with this `outcome` */
  outcome?: "waiting" | "sent" | "delivered" | "failed" | "skipped" | undefined;
  /** Only those with this `format` */
  format?: "json" | "csv" | undefined;
}

export interface ListRequestsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Class of the response's status */
  status?: "2xx" | "3xx" | "4xx" | "5xx" | undefined;
  /** HTTP method */
  method?: "GET" | "POST" | "DELETE" | "HEAD" | "PUT" | "PATCH" | undefined;
  /** Code of the error */
  error_code?: string | undefined;
  /** Identifier of the key */
  key?: string | undefined;
  /** Identifier of the object in the path, or of the one created */
  object?: string | undefined;
}

export interface AdvanceTestClockParams {
  /** At most 366 days */
  seconds: number;
}

export interface SimulateParams {
  /** Identifier of the object */
  object: string;
  /** What happens to the object */
  scenario: string;
}

export interface ReadReportParams {
  /** `accounting_journal` is a file only: send `format=csv`, or prepare it */
  type: "settlement" | "declines" | "interchange" | "accounting_journal";
  /** First day or time of the range. Without an offset it is in `timezone`; a local time that occurs twice is the first one. Defaults to the beginning */
  from?: string | undefined;
  /** End of the range, exclusive; compared with the whole seconds that rows show. Defaults to now, and to no end for batches that may arrive later (`status` is `scheduled`, `failed` or `all`) */
  to?: string | undefined;
  /** IANA time zone of `from`, `to`, days and `group_by`. Defaults to UTC. Times are always in UTC and end in `Z` */
  timezone?: string | undefined;
  /** Settlement report only: the rows of batches that the bank `paid` out (default), by the moment at which it had the money; of `scheduled` or `failed` batches or of `all`, by their expected arrival; or `unsettled` rows by their creation. `all` leaves out a returned batch whose money went into a later one, so that it counts once. With `settlement` the default is `all`. `settled` is an earlier name of `paid` */
  status?: "paid" | "scheduled" | "failed" | "all" | "unsettled" | "settled" | undefined;
  /** Only rows in these currencies. An accounting journal needs exactly one */
  currency?: string | string[] | undefined;
  /** Only rows of payments by these methods. Here and below, `none` matches rows without a value */
  method?: string | string[] | undefined;
  /** Only rows of these settlements */
  settlement?: string | string[] | undefined;
  /** Settlement report only */
  reporting_category?: string | string[] | undefined;
  /** Only rows of cards of these schemes */
  scheme?: string | string[] | undefined;
  /** Only rows of cards issued in these countries */
  issuer_country?: string | string[] | undefined;
  /** Only rows of cards of these issuers */
  issuer_name?: string | string[] | undefined;
  /** Only rows of cards with these first digits */
  bin?: string | string[] | undefined;
  /** Only rows of cards with this funding */
  funding?: string | string[] | undefined;
  /** Declines report only */
  sca?: string | string[] | undefined;
  /** Declines report only */
  exemption_outcome?: string | string[] | undefined;
  /** Declines report only */
  decline_code?: string | string[] | undefined;
  /** Declines report only */
  soft_hard?: string | string[] | undefined;
  /** Declines report only: lower bounds of amount bands in minor units: `0`, `1000`, `3000`, `10000`, `25000`, `100000` */
  amount_band?: string | string[] | undefined;
  /** Declines report only: hours of the day in `timezone`, `0` to `23` */
  hour?: string | string[] | undefined;
  /** Interchange report only */
  region?: string | string[] | undefined;
  /** Interchange report only */
  card_product?: string | string[] | undefined;
  /** Interchange report only */
  consumer_or_commercial?: string | string[] | undefined;
  /** Sums instead of rows: columns of the report, or `day`, `week` (ISO 8601, `2026-W16`), `month` in `timezone`, by the moment to which `from` and `to` apply: the arrival of the settlement (the booking of `unsettled` rows), the creation of a declined payment, the booking of a charge in the interchange report */
  group_by?: string | string[] | undefined;
  /** Columns and their order. Defaults to all */
  columns?: string | string[] | undefined;
  /** CSV only. `native`: amounts are integers in minor units. `decimal`: the same columns in major units, with exactly the digits of the currency. `adyen`, settlement report only: the columns of Adyen's settlement details report, with decimal amounts. `datev` (EXTF Buchungsstapel), `xero` (manual journals), `quickbooks` (journal entries), `camt053` (ISO 20022 camt.053.001.08) and `mt940`, accounting journal only: for accounting programs. The file's name and the header `Service-Report-Layout` state it. Defaults to `native` */
  layout?: "native" | "decimal" | "adyen" | "datev" | "xero" | "quickbooks" | "camt053" | "mt940" | undefined;
  /** Defaults to the `Accept` header, else JSON */
  format?: "json" | "csv" | undefined;
  /** Page size; JSON only. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: `next_cursor` of the previous page; JSON only */
  starting_after?: string | undefined;
}

export interface CreateReportRunParams {
  /** `accounting_journal` is a file only: send `format=csv`, or prepare it */
  type: "settlement" | "declines" | "interchange" | "accounting_journal";
  /** First day or time of the range. Without an offset it is in `timezone`; a local time that occurs twice is the first one. Defaults to the beginning */
  from?: string | undefined;
  /** End of the range, exclusive; compared with the whole seconds that rows show. Defaults to now, and to no end for batches that may arrive later (`status` is `scheduled`, `failed` or `all`) */
  to?: string | undefined;
  /** IANA time zone of `from`, `to`, days and `group_by`. Defaults to UTC. Times are always in UTC and end in `Z` */
  timezone?: string | undefined;
  /** Settlement report only: the rows of batches that the bank `paid` out (default), by the moment at which it had the money; of `scheduled` or `failed` batches or of `all`, by their expected arrival; or `unsettled` rows by their creation. `all` leaves out a returned batch whose money went into a later one, so that it counts once. With `settlement` the default is `all`. `settled` is an earlier name of `paid` */
  status?: "paid" | "scheduled" | "failed" | "all" | "unsettled" | "settled" | undefined;
  /** Only rows in these currencies. An accounting journal needs exactly one */
  currency?: string | string[] | undefined;
  /** Only rows of payments by these methods. Here and below, `none` matches rows without a value */
  method?: string | string[] | undefined;
  /** Only rows of these settlements */
  settlement?: string | string[] | undefined;
  /** Settlement report only */
  reporting_category?: string | string[] | undefined;
  /** Only rows of cards of these schemes */
  scheme?: string | string[] | undefined;
  /** Only rows of cards issued in these countries */
  issuer_country?: string | string[] | undefined;
  /** Only rows of cards of these issuers */
  issuer_name?: string | string[] | undefined;
  /** Only rows of cards with these first digits */
  bin?: string | string[] | undefined;
  /** Only rows of cards with this funding */
  funding?: string | string[] | undefined;
  /** Declines report only */
  sca?: string | string[] | undefined;
  /** Declines report only */
  exemption_outcome?: string | string[] | undefined;
  /** Declines report only */
  decline_code?: string | string[] | undefined;
  /** Declines report only */
  soft_hard?: string | string[] | undefined;
  /** Declines report only: lower bounds of amount bands in minor units: `0`, `1000`, `3000`, `10000`, `25000`, `100000` */
  amount_band?: string | string[] | undefined;
  /** Declines report only: hours of the day in `timezone`, `0` to `23` */
  hour?: string | string[] | undefined;
  /** Interchange report only */
  region?: string | string[] | undefined;
  /** Interchange report only */
  card_product?: string | string[] | undefined;
  /** Interchange report only */
  consumer_or_commercial?: string | string[] | undefined;
  /** Sums instead of rows: columns of the report, or `day`, `week` (ISO 8601, `2026-W16`), `month` in `timezone`, by the moment to which `from` and `to` apply: the arrival of the settlement (the booking of `unsettled` rows), the creation of a declined payment, the booking of a charge in the interchange report */
  group_by?: string | string[] | undefined;
  /** Columns and their order. Defaults to all */
  columns?: string | string[] | undefined;
  /** CSV only. `native`: amounts are integers in minor units. `decimal`: the same columns in major units, with exactly the digits of the currency. `adyen`, settlement report only: the columns of Adyen's settlement details report, with decimal amounts. `datev` (EXTF Buchungsstapel), `xero` (manual journals), `quickbooks` (journal entries), `camt053` (ISO 20022 camt.053.001.08) and `mt940`, accounting journal only: for accounting programs. The file's name and the header `Service-Report-Layout` state it. Defaults to `native` */
  layout?: "native" | "decimal" | "adyen" | "datev" | "xero" | "quickbooks" | "camt053" | "mt940" | undefined;
}

export interface ListReportRunsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
  /** Bounds on `created`, compared in whole seconds as shown */
  created?: {
    /** After this time */
    gt?: string | undefined;
    /** At or after this time */
    gte?: string | undefined;
    /** Before this time */
    lt?: string | undefined;
    /** At or before this time */
    lte?: string | undefined;
  } | undefined;
  /** Only those with this `status` */
  status?: "running" | "ready" | "failed" | "canceled" | undefined;
  /** Only those with this `type` */
  type?: "settlement" | "declines" | "interchange" | "accounting_journal" | undefined;
}

export interface ReadReportRunParams {
  /** Defaults to the `Accept` header, else JSON */
  format?: "json" | "csv" | undefined;
}

export interface CreateReportScheduleParams {
  /** `accounting_journal` is a file only: send `format=csv`, or prepare it */
  type: "settlement" | "declines" | "interchange" | "accounting_journal";
  /** IANA time zone of `from`, `to`, days and `group_by`. Defaults to UTC. Times are always in UTC and end in `Z` */
  timezone?: string | undefined;
  /** Settlement report only: the rows of batches that the bank `paid` out (default), by the moment at which it had the money; of `scheduled` or `failed` batches or of `all`, by their expected arrival; or `unsettled` rows by their creation. `all` leaves out a returned batch whose money went into a later one, so that it counts once. With `settlement` the default is `all`. `settled` is an earlier name of `paid` */
  status?: "paid" | "scheduled" | "failed" | "all" | "unsettled" | "settled" | undefined;
  /** Only rows in these currencies. An accounting journal needs exactly one */
  currency?: string | string[] | undefined;
  /** Only rows of payments by these methods. Here and below, `none` matches rows without a value */
  method?: string | string[] | undefined;
  /** Only rows of these settlements */
  settlement?: string | string[] | undefined;
  /** Settlement report only */
  reporting_category?: string | string[] | undefined;
  /** Only rows of cards of these schemes */
  scheme?: string | string[] | undefined;
  /** Only rows of cards issued in these countries */
  issuer_country?: string | string[] | undefined;
  /** Only rows of cards of these issuers */
  issuer_name?: string | string[] | undefined;
  /** Only rows of cards with these first digits */
  bin?: string | string[] | undefined;
  /** Only rows of cards with this funding */
  funding?: string | string[] | undefined;
  /** Declines report only */
  sca?: string | string[] | undefined;
  /** Declines report only */
  exemption_outcome?: string | string[] | undefined;
  /** Declines report only */
  decline_code?: string | string[] | undefined;
  /** Declines report only */
  soft_hard?: string | string[] | undefined;
  /** Declines report only: lower bounds of amount bands in minor units: `0`, `1000`, `3000`, `10000`, `25000`, `100000` */
  amount_band?: string | string[] | undefined;
  /** Declines report only: hours of the day in `timezone`, `0` to `23` */
  hour?: string | string[] | undefined;
  /** Interchange report only */
  region?: string | string[] | undefined;
  /** Interchange report only */
  card_product?: string | string[] | undefined;
  /** Interchange report only */
  consumer_or_commercial?: string | string[] | undefined;
  /** Sums instead of rows: columns of the report, or `day`, `week` (ISO 8601, `2026-W16`), `month` in `timezone`, by the moment to which `from` and `to` apply: the arrival of the settlement (the booking of `unsettled` rows), the creation of a declined payment, the booking of a charge in the interchange report */
  group_by?: string | string[] | undefined;
  /** Columns and their order. Defaults to all */
  columns?: string | string[] | undefined;
  /** As of `/v1/reports`, but decimal amounts by default, because people open these files */
  layout?: "native" | "decimal" | "adyen" | "datev" | "xero" | "quickbooks" | "camt053" | "mt940" | undefined;
  /** After which periods it prepares a file */
  interval: "daily" | "weekly" | "monthly";
  /** Addresses of members who may download reports */
  mail_to?: string[] | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListReportSchedulesParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
}

export interface UpdateReportScheduleParams {
  /** Whether it prepares files */
  active?: boolean | undefined;
  /** Addresses of members who may download reports */
  mail_to?: string[] | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ReadBookingAccountsParams {
  /** The accounting program, as `layout` of an `accounting_journal` */
  layout: "datev" | "xero" | "quickbooks";
}

export interface UpdateBookingAccountsParams {
  /** The accounting program, as `layout` of an `accounting_journal` */
  layout: "datev" | "xero" | "quickbooks";
  /** The accounts to change */
  accounts?: {
    /** Number or name of the account for balance */
    balance?: string | undefined;
    /** Number or name of the account for sales */
    sales?: string | undefined;
    /** Number or name of the account for refunds */
    refunds?: string | undefined;
    /** Number or name of the account for chargebacks */
    chargebacks?: string | undefined;
    /** Number or name of the account for interchange fees */
    interchange_fees?: string | undefined;
    /** Number or name of the account for scheme fees */
    scheme_fees?: string | undefined;
    /** Number or name of the account for markup fees */
    markup_fees?: string | undefined;
    /** Number or name of the account for commission fees */
    commission_fees?: string | undefined;
    /** Number or name of the account for dispute fees */
    dispute_fees?: string | undefined;
    /** Number or name of the account for bank transit */
    bank_transit?: string | undefined;
    /** Number or name of the account for payout balance */
    payout_balance?: string | undefined;
    /** Number or name of the account for payouts in transit */
    payouts_in_transit?: string | undefined;
    /** Number or name of the account for payouts */
    payouts?: string | undefined;
  } | undefined;
  /** With `layout: datev` */
  datev?: {
    /** `other`: accounts of your own */
    chart?: "skr03" | "skr04" | "other" | undefined;
    /** DATEV's number of the tax consultant */
    consultant?: number | undefined;
    /** The consultant's number of the client */
    client?: number | undefined;
    /** Month, from 1 */
    fiscal_year_start?: number | undefined;
  } | undefined;
  /** With `layout: xero`: the name of the tax rate without tax */
  tax_rate?: string | undefined;
}

export interface CreateMonthClosingParams {
  /** A month that has ended, as `YYYY-MM` */
  month: string;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface ListMonthClosingsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
}

export interface ReadMonthClosingParams {
  /** Defaults to the `Accept` header, else JSON */
  format?: "json" | "csv" | undefined;
  /** The file to read. Defaults to `settlement` */
  file?: "settlement" | "interchange" | "declines" | "journal" | undefined;
}

export interface ListMonthCorrectionsParams {
  /** Page size. Defaults to `25` */
  limit?: number | undefined;
  /** Cursor: the last id of the previous page */
  starting_after?: string | undefined;
  /** Cursor: the first id of the next page; cannot be combined with `starting_after` */
  ending_before?: string | undefined;
}

/** The parameters of every operation, by its name in the contract. */
export interface Requests {
  create_payment: CreatePaymentParams;
  list_payments: ListPaymentsParams;
  update_payment: UpdatePaymentParams;
  capture_payment: CapturePaymentParams;
  create_bank_payment: CreateBankPaymentParams;
  list_bank_payments: ListBankPaymentsParams;
  create_refund: CreateRefundParams;
  list_refunds: ListRefundsParams;
  create_payment_method: CreatePaymentMethodParams;
  list_payment_methods: ListPaymentMethodsParams;
  list_available_methods: ListAvailableMethodsParams;
  update_payment_method: UpdatePaymentMethodParams;
  list_mandates: ListMandatesParams;
  list_disputes: ListDisputesParams;
  add_dispute_evidence: AddDisputeEvidenceParams;
  add_dispute_file: AddDisputeFileParams;
  list_dispute_files: ListDisputeFilesParams;
  create_customer: CreateCustomerParams;
  list_customers: ListCustomersParams;
  update_customer: UpdateCustomerParams;
  create_plan: CreatePlanParams;
  list_plans: ListPlansParams;
  update_plan: UpdatePlanParams;
  create_subscription: CreateSubscriptionParams;
  list_subscriptions: ListSubscriptionsParams;
  update_subscription: UpdateSubscriptionParams;
  preview_subscription: PreviewSubscriptionParams;
  list_invoices: ListInvoicesParams;
  list_balance_transactions: ListBalanceTransactionsParams;
  list_settlements: ListSettlementsParams;
  create_payout: CreatePayoutParams;
  list_payouts: ListPayoutsParams;
  list_payout_batches: ListPayoutBatchesParams;
  top_up: TopUpParams;
  list_events: ListEventsParams;
  replay_event: ReplayEventParams;
  create_test_event: CreateTestEventParams;
  create_webhook_endpoint: CreateWebhookEndpointParams;
  list_webhook_endpoints: ListWebhookEndpointsParams;
  update_webhook_endpoint: UpdateWebhookEndpointParams;
  rotate_webhook_secret: RotateWebhookSecretParams;
  test_webhook_endpoint: TestWebhookEndpointParams;
  list_deliveries: ListDeliveriesParams;
  read_delivery_reconciliation: ReadDeliveryReconciliationParams;
  create_replay: CreateReplayParams;
  list_replays: ListReplaysParams;
  list_replay_results: ListReplayResultsParams;
  list_requests: ListRequestsParams;
  advance_test_clock: AdvanceTestClockParams;
  simulate: SimulateParams;
  read_report: ReadReportParams;
  create_report_run: CreateReportRunParams;
  list_report_runs: ListReportRunsParams;
  read_report_run: ReadReportRunParams;
  create_report_schedule: CreateReportScheduleParams;
  list_report_schedules: ListReportSchedulesParams;
  update_report_schedule: UpdateReportScheduleParams;
  read_booking_accounts: ReadBookingAccountsParams;
  update_booking_accounts: UpdateBookingAccountsParams;
  create_month_closing: CreateMonthClosingParams;
  list_month_closings: ListMonthClosingsParams;
  read_month_closing: ReadMonthClosingParams;
  list_month_corrections: ListMonthCorrectionsParams;
}
