import type { Correction } from "./correction.ts";

/** The corrections until 28 November 2026, newest first. */
export const EARLIER_CORRECTIONS: readonly Correction[] = [
  {
    name: "creation-of-an-invoice-paid-by-credit",
    date: "2026-11-28",
    title: "Events of invoices that a credit pays have their creation",
    description:
      "The `invoice.paid` event of a renewal that needed no payment had another `created` in its invoice than " +
      "`GET /v1/invoices/{id}`. Both are now the same. Events of earlier renewals keep what they had.",
    affects: { objects: ["invoice"], requests: [] },
  },
  {
    name: "preview-of-unpaid-periods",
    date: "2026-11-28",
    title: "Previews hold all periods of an unpaid subscription",
    description:
      "The preview of a change to a past-due subscription had one period, with a date in the past. It now has each period " +
      "that began while an invoice was unpaid, as the next invoice will.",
    affects: { objects: [], requests: ["preview_subscription"] },
  },
  {
    name: "integers-in-plain-digits",
    date: "2026-11-27",
    title: "12.00 in a form is not 12 cents",
    description:
      "Forms and queries read `amount=12.00` and `amount=012` as 12 minor units, so a charge meant as 12.00 EUR was made for 0.12 " +
      "EUR. An integer in a form, in a query or in a column of a payout file now has only its plain digits, with `-` where it can be " +
      "negative: no leading zeros, `+`, exponent, decimal point or spaces. Anything else is 400 `parameter_invalid` with the name of " +
      "the parameter. JSON has numbers by value, as before: `12.0` is 12, and a text is refused, except for the amounts of " +
      "`instructions`, where a text follows the rule of forms.",
    affects: {
      objects: [],
      requests: [
        "create_payment",
        "capture_payment",
        "list_payments",
        "create_bank_payment",
        "create_refund",
        "create_plan",
        "create_subscription",
        "update_subscription",
        "create_payout",
        "top_up",
        "create_payment_method",
      ],
    },
  },
  {
    name: "retry-of-known-declines",
    date: "2026-11-24",
    title: "A debit on its way is not retried",
    description:
      "`retry_of` of the declines report could name a debit that had not failed yet when the later payment was made, or " +
      "not, depending on when Paydesk computed it. It now names only payments that were declined by then.",
    affects: { objects: [], requests: ["read_report"] },
  },
  {
    name: "late-failures-are-declines",
    date: "2026-11-24",
    title: "A late failure is in the declines report",
    description:
      "A payment that the bank took back after it had succeeded was `failed`, but not in the declines report. It is now a row " +
      "of it, by the day on which the payment was made, and can be recovered by a retry after its failure.",
    affects: { objects: [], requests: ["read_report"] },
  },
  {
    name: "recoveries-at-once",
    date: "2026-11-24",
    title: "recovered_by does not lag",
    description:
      "`retry_of` and `recovered_by` of the declines report appeared up to 10 seconds after the payment, and later if no worker ran. " +
      "They are now those of the moment of the request.",
    affects: { objects: [], requests: ["read_report"] },
  },
  {
    name: "settlement-sums-by-arrival",
    date: "2026-11-24",
    title: "Sums of the settlement report are by arrival",
    description:
      "`group_by=day|week|month` of the settlement report grouped rows by the day on which they were booked, but `from` and `to` " +
      "apply to the arrival of their settlement: the sums of a month had rows of the month before as another month. Sums are " +
      "now by arrival, and those of `unsettled` rows by booking.",
    affects: { objects: [], requests: ["read_report"] },
  },
  {
    name: "first-of-two-midnights",
    date: "2026-11-24",
    title: "A day begins at the first of two midnights",
    description:
      "Where clocks are turned back over midnight, as in America/Havana and Atlantic/Azores, `from` and `to` of a report meant the " +
      "second midnight: the hour between the two counted for the day before, but `group_by=day` showed it under the new day. " +
      "A local time that occurs twice now means the first one, in every time zone.",
    affects: { objects: [], requests: ["read_report"] },
  },
  {
    name: "settlement-report-as-paid",
    date: "2026-11-24",
    title: "The settlement report adds up to what the bank received",
    description:
      "The settlement report held the rows of every batch whose arrival date had come, also of batches that the bank " +
      "had returned, so that money paid again later was in it twice. It now holds the rows of paid batches, selected by " +
      "the moment at which the bank had the money, which is the same in every `timezone`. `status` takes `scheduled`, " +
      "`failed` and `all` for other batches; a report on a named `settlement` is complete whatever its status. " +
      "`status=settled` is the same as `paid`. `arrival_date` of a settlement that was simulated to arrive earlier is that day.",
    affects: { objects: [], requests: ["read_report", "simulate"] },
  },
  {
    name: "reconciliation-by-the-sandbox-clock",
    date: "2026-11-24",
    title: "The delivery reconciliation ends at the sandbox's time",
    description:
      "Without `to`, `GET /v1/delivery_reconciliation` ended at the real time. If an account had advanced its " +
      "test clock, its later events were left out. It now ends at the account's own time.",
    affects: { objects: [], requests: ["read_delivery_reconciliation"] },
  },
  {
    name: "network-token-once-made",
    date: "2026-11-23",
    title: "network_token is true once a token exists",
    description:
      "`network_token` of a card was true as soon as the card was tokenised. It is now false until the card network has issued a " +
      "token: with the first approved payment that has a customer, such as the first of a subscription. Wallets are network " +
      "tokens from the start, as before.",
    affects: {
      objects: ["payment_method"],
      requests: ["create_payment_method", "read_payment_method", "list_payment_methods"],
    },
  },
  {
    name: "exemption-limits-in-euros",
    date: "2026-11-23",
    title: "Limits of exemptions are compared in euros",
    description:
      "The limits of `low_value` (30 EUR) and `transaction_risk_analysis` (500 EUR) were compared at rounded rates of 14 " +
      "currencies; in all others the exemption was `rejected`. They are now compared in EUR at one day's rates of all " +
      "currencies, rounded up to the cent. A currency without a rate is refused: `parameter_invalid`, `exemption`.",
    affects: { objects: [], requests: ["create_payment"] },
  },
  {
    name: "recovered-chains",
    date: "2026-11-23",
    title: "A success recovers every decline of its chain",
    description:
      "In the declines report, only the decline that a success retried directly had `recovered_by`. Now every earlier decline " +
      "of the same retry chain has it. As before, a payment of the same customer or card, amount and " +
      "currency within 7 days of a decline is its retry, as `retry_of` shows.",
    affects: { objects: [], requests: ["read_report"] },
  },
  {
    name: "payout-rejected-by-bank",
    date: "2026-11-23",
    title: "A credit that the beneficiary's bank rejects is returned",
    description:
      "When the beneficiary's bank rejected a SEPA Instant credit (`AC01` and similar), its payout was `failed` and fired " +
      "`payout.failed`. It is now `returned` and fires `payout.returned`, as that event was documented. `failed` is " +
      "only for a payout that never reached that bank (`CNOR`, `AB05` to `AB10`). The payout balance gets the amount back " +
      "in both cases. `POST /v1/test/simulate` takes the reasons accordingly.",
    affects: { objects: ["payout"], requests: ["create_payout", "simulate"] },
  },
  {
    name: "times-of-reports",
    date: "2026-11-23",
    title: "Times in reports are in UTC",
    description:
      "`created` and `available_on` of a report had the offset of the report's `timezone`. They are now in UTC and end in " +
      "`Z`, like every timestamp of the API. Ranges, days and sums still follow `timezone`, and `layout=adyen` does not change.",
    affects: { objects: [], requests: ["read_report"] },
  },
  {
    name: "expand-on-every-identifier",
    date: "2026-11-23",
    title: "expand works for every identifier, also on writes",
    description:
      "`expand` did not work for a payment's `subscription`, `invoice` and `settlement`, a balance transaction's `source`, " +
      "a delivery's `replay_of` and others, and writes refused it. Every identifier can now be expanded, on reads and " +
      "writes, with at most 20 paths per call. A restricted key needs the read scope of every kind of object that a path " +
      "can reach, even where the field is null.",
    affects: {
      objects: [],
      requests: ["create_payment", "read_payment", "list_payments", "list_balance_transactions"],
    },
  },
  {
    name: "one-answer-to-live-keys",
    date: "2026-11-23",
    title: "Sandbox routes answer live keys with 404",
    description:
      "`POST /v1/test/events` answered a live key with 409 `state_invalid`, the other `/v1/test` routes with 404. All of " +
      "them now answer 404 `resource_missing`. The object of a test event needs `id` and `status`, as every event has.",
    affects: {
      objects: [],
      requests: [
        "create_test_event",
        "simulate",
        "top_up",
        "read_test_clock",
        "advance_test_clock",
      ],
    },
  },
  {
    name: "headers-of-export-limit",
    date: "2026-11-23",
    title: "A 429 for too many exports has the rate-limit headers",
    description:
      "A fourth concurrent CSV export got a 429 with only `Retry-After`. It now has `Service-RateLimit-Limit`, " +
      "`Service-RateLimit-Remaining` and `Service-RateLimit-Reset` too, like every 429.",
    affects: { objects: [], requests: ["read_report"] },
  },
  {
    name: "redirect-of-every-resource",
    date: "2026-11-23",
    title: "Redirects are nested in 2025-04-01",
    description:
      "Before 2025-10-01 redirects are nested. In 2025-04-01 subscriptions still showed the flat `redirect_url`, and " +
      "bank payments and subscriptions refused `redirect[return_url]`. Subscriptions now show `redirect`, " +
      "and all three take `redirect[return_url]`. The `redirect` of a response can be sent back as it is. Bank " +
      "payments and subscriptions still take the flat `return_url`. Later versions do not change.",
    affects: {
      objects: ["subscription"],
      requests: [
        "create_payment",
        "create_bank_payment",
        "create_subscription",
        "update_subscription",
      ],
    },
  },
  {
    name: "created-in-whole-seconds",
    date: "2026-11-23",
    title: "Filters compare the seconds that are shown",
    description:
      "`created[gt|gte|lt|lte]` compared milliseconds that no response shows: `created[lte]` of a shown value left the " +
      "object out, `created[gt]` returned it again. Lists and reports now compare the whole seconds that are shown. " +
      "The list of webhook endpoints ignored `created`, and now applies it. `from` and `to` of replays and " +
      "of the delivery reconciliation are rounded outwards to whole seconds.",
    affects: {
      objects: [],
      requests: [
        "list_payments",
        "list_bank_payments",
        "list_refunds",
        "list_payment_methods",
        "list_mandates",
        "list_disputes",
        "list_customers",
        "list_plans",
        "list_subscriptions",
        "list_invoices",
        "list_balance_transactions",
        "list_settlements",
        "list_payouts",
        "list_payout_batches",
        "list_events",
        "list_webhook_endpoints",
        "list_deliveries",
        "list_replays",
        "create_replay",
        "read_delivery_reconciliation",
        "read_report",
      ],
    },
  },
];
