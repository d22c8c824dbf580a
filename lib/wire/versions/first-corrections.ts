import type { Correction } from "./correction.ts";

/** The corrections of the first day on which any was recorded. */
export const FIRST_CORRECTIONS: readonly Correction[] = [
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
