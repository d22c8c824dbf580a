import type { Correction } from "./correction.ts";
import { EARLIER_CORRECTIONS } from "./earlier-corrections.ts";

/** Every correction, newest first. */
export const CORRECTIONS: readonly Correction[] = [
  {
    name: "pending-mandates-that-payers-cancel",
    date: "2026-11-30",
    title: "A pending mandate that its payer cancels fails",
    description:
      "When a bank declined a debit because its payer had canceled the mandate, a mandate that was still `pending` stayed so and could become " +
      "`active`. It is now `failed` with the bank's code, with the event `mandate.failed`.",
    affects: { objects: [], requests: ["read_mandate", "list_mandates"] },
  },
  {
    name: "replays-during-an-attempt",
    date: "2026-11-30",
    title: "A replay during an attempt ends the retries after it",
    description:
      "A delivery that was replayed during one of its attempts kept its retries when that attempt failed, so the endpoint could receive the event " +
      "again after the replay. It is now `canceled` when that attempt fails.",
    affects: { objects: [], requests: ["replay_delivery", "replay_event"] },
  },
  {
    name: "secrets-sent-by-mistake",
    date: "2026-11-30",
    title: "Secret keys are refused where they would be stored",
    description:
      "A secret key or the signing secret of an endpoint that was sent in a text, in `metadata`, in a filter or as the `Idempotency-Key` was " +
      "stored and shown. Every request with one outside its `Authorization` header and an endpoint's own `headers` now gets 400 " +
      "`parameter_invalid` with the parameter, and a row of a payout file is rejected.",
    affects: {
      objects: [],
      requests: [
        "create_payment",
        "update_payment",
        "create_refund",
        "create_customer",
        "update_customer",
        "create_payout",
        "create_webhook_endpoint",
        "update_webhook_endpoint",
      ],
    },
  },
  {
    name: "journals-of-whole-days",
    date: "2026-11-30",
    title: "A journal's last day ended at least 15 minutes ago",
    description:
      "An `accounting_journal` that was requested at midnight could lack entries of the day that had just ended, because they were being committed; " +
      "the journal of the next day did not have them either. `to` can include a day 15 minutes after its end, as schedules and closed months do.",
    affects: { objects: ["report"], requests: ["read_report", "create_report_run"] },
  },
  {
    name: "execution-dates-that-exist",
    date: "2026-11-30",
    title: "An execution date must be a day that exists",
    description:
      "A pain.001 file with an execution date such as 30 February was paid on 2 March, and text after the date was ignored. Such a row is now " +
      "`execution_date_invalid`. A date with a UTC offset is read. A date directly in `ReqdExctnDt`, without `Dt`, meant now, as did one after the " +
      "transactions: the former is read, the latter is refused. The 366 days count from the account's time, not from real time in test mode.",
    affects: { objects: ["payout_batch"], requests: ["create_payout"] },
  },
  {
    name: "mandates-of-subscriptions",
    date: "2026-11-30",
    title: "A mandate does not expire while a subscription uses it",
    description:
      "The debits of a subscription after its first one did not count as uses of its mandate. So a Bacs mandate `expired` 13 months, a SEPA " +
      "mandate 36 months after the subscription began, and the next debit failed although the payer had paid each period. Each attempt to collect an " +
      "invoice now moves `expires_at`.",
    affects: {
      objects: ["mandate", "subscription"],
      requests: ["create_subscription", "update_subscription"],
    },
  },
  {
    name: "evidence-told-at-once",
    date: "2026-11-30",
    title: "Evidence reaches the acquirer at once",
    description:
      "In live mode the evidence of `POST /v1/disputes/{dispute_id}/evidence` was told to the acquirer a day later, which could be after the scheme's " +
      "deadline. It is told at once now. In test mode nothing changes.",
    affects: { objects: [], requests: ["add_dispute_evidence"] },
  },
  {
    name: "previews-of-credits",
    date: "2026-11-30",
    title: "Previews of changes that leave a credit",
    description:
      "`next_invoice` of a subscription that ends with its period was an invoice of 0 if only a credit was left; it is null now, since there is no such " +
      "invoice. With `proration_date`, the line that carries a credit to the next invoice has the previewed period.",
    affects: {
      objects: ["subscription_preview", "invoice"],
      requests: ["preview_subscription", "update_subscription"],
    },
  },
  {
    name: "methods-of-deleted-customers",
    date: "2026-11-30",
    title: "Payment methods of deleted customers cannot be charged",
    description:
      "`POST /v1/payments` with the payment method of a deleted or erased customer charged it. Deleting a customer now detaches its payment " +
      "methods: their `status` is `detached`, and charging one gets 400.",
    affects: {
      objects: ["payment_method"],
      requests: ["create_payment", "delete_customer"],
    },
  },
  {
    name: "ranges-replayed-in-vain",
    date: "2026-11-30",
    title: "A range whose replay failed can be replayed again",
    description:
      "`POST /v1/replays` left out deliveries that an earlier replay had replaced (`canceled`), also when that replay failed, so a second " +
      "replay of the same range sent less than the first. They are in it now. A replay that only waits for held deliveries was " +
      "`paused` with an empty `reason`; the reason says so now.",
    affects: { objects: [], requests: ["create_replay"] },
  },
  {
    name: "silent-endpoints-stay-enabled",
    date: "2026-11-30",
    title: "An endpoint is not disabled while its event is being sent",
    description:
      "An endpoint whose last delivery failed more than 72 hours ago was disabled while its next event was being sent for the first time, also if " +
      "the receiver accepted that event. It is now disabled only if an attempt fails after 72 hours, or if a failed delivery then waits for its next attempt.",
    affects: { objects: [], requests: ["read_webhook_endpoint", "list_webhook_endpoints"] },
  },
  {
    name: "late-arrivals-in-scheduled-files",
    date: "2026-11-30",
    title: "A scheduled file has the settlements whose arrival is recorded late",
    description:
      "A settlement whose arrival was recorded after the file of its day had begun was in no file of the schedule. A settlement file " +
      "now waits up to a day for settlements that are expected in its period. Where the time zone data of the server and of its database " +
      "differed, a file or a closed month could begin an hour before the end of its rows; now the later end counts.",
    affects: {
      objects: [],
      requests: ["create_report_schedule", "update_report_schedule", "create_month_closing"],
    },
  },
  {
    name: "retries-of-one-card",
    date: "2026-11-30",
    title: "Retries of one card keep its limits together",
    description:
      "Declined payments of several customers with the same card could be retried at the same time beyond the limit of tries. A retry " +
      "that is under way now counts. A payer who had just paid with the same card without a customer could be charged again for about " +
      "10 seconds; now `state_invalid` says that they have paid.",
    affects: { objects: [], requests: ["retry_payment"] },
  },
  {
    name: "repeated-cancellations-of-refunds",
    date: "2026-11-30",
    title: "A repeated cancellation of a refund gets its result",
    description:
      "If the acquirer did not answer a cancellation (502) and Paydesk learned later that the refund was canceled, a repeat with the same " +
      "`Idempotency-Key` got 409. It now gets the canceled refund.",
    affects: { objects: [], requests: ["cancel_refund"] },
  },
  {
    name: "repeated-captures-of-other-amounts",
    date: "2026-11-30",
    title: "A repeated capture is not answered with another capture",
    description:
      "If the acquirer refused a capture after a 502 and another amount was captured then, a repeat of the first call got 200 with the " +
      "other amount. It now gets 409.",
    affects: { objects: [], requests: ["capture_payment"] },
  },
  {
    name: "repeated-changes-of-payment-methods",
    date: "2026-11-30",
    title: "A repeated change of a subscription's payment method charges the open invoice",
    description:
      "If the acquirer did not answer when a payment that waited for its payer was to be replaced (502), a repeat of the change got 200 " +
      "without charging the new payment method. It now charges it.",
    affects: { objects: [], requests: ["update_subscription"] },
  },
  {
    name: "retries-that-ended",
    date: "2026-11-30",
    title: "A payment whose retry was canceled, or whose customer was deleted, is not retried",
    description:
      "Retrying a payment whose retry was canceled got 500. Retrying one whose customer was deleted since charged the customer's " +
      "payment method. Both now get 409, and jobs that retry payments pass over them.",
    affects: { objects: [], requests: ["retry_payment"] },
  },
  {
    name: "countries-that-exist",
    date: "2026-11-29",
    title: "Codes that are no country are refused",
    description:
      "A country took any two letters, so that `UK`, `EU` or `XX` was stored and found by nobody who looks for `GB`. Codes that ISO 3166-1 " +
      "does not assign now get 400; `XK`, by which banks name Kosovo, is accepted. Stored countries stay as they are.",
    affects: {
      objects: [],
      requests: ["create_customer", "update_customer", "create_payout", "list_available_methods"],
    },
  },
  {
    name: "mandates-accepted-before",
    date: "2026-11-29",
    title: "A mandate cannot be accepted in the future",
    description:
      "`mandate_data[accepted_at]` took any time, so that a payer could be debited before they agreed. A time more than 5 minutes " +
      "ahead now gets 400; in test mode the time is that of the sandbox clock.",
    affects: {
      objects: [],
      requests: ["create_payment", "create_subscription", "update_subscription"],
    },
  },
  {
    name: "words-of-report-filters",
    date: "2026-11-29",
    title: "Misspelt filters of reports are refused",
    description:
      "A filter of a report took any word, so `method=creditcard` was an empty report. Words that no row can have now get 400: in " +
      "`method`, `reporting_category`, `funding`, `issuer_country`, `sca`, `exemption_outcome`, `soft_hard`, `amount_band`, `region` " +
      "and `card_product`. Schedules that have one keep running.",
    affects: {
      objects: [],
      requests: ["read_report", "create_report_run", "create_report_schedule"],
    },
  },
  {
    name: "one-idempotency-key",
    date: "2026-11-29",
    title: "Two idempotency keys are refused",
    description:
      "A request with two `Idempotency-Key` headers used both as one key, joined by a comma. Every such request now gets 400. A " +
      "compressed body was called invalid UTF-8; it now gets 415, which names `Content-Encoding`.",
    affects: {
      objects: [],
      requests: [
        "create_payment",
        "capture_payment",
        "create_refund",
        "create_bank_payment",
        "create_payout",
        "create_subscription",
      ],
    },
  },
  {
    name: "closed-months-meet",
    date: "2026-11-29",
    title: "Closed months meet when the account changes its time zone",
    description:
      "If an account changed its time zone between the closings of two months, the hours between the two midnights were in the files of " +
      "neither or of both. Now the months meet at the end of the one that was closed first. In months that were closed before, the next " +
      "comparison lists such rows as corrections.",
    affects: { objects: [], requests: ["create_month_closing", "check_month_closing"] },
  },
  {
    name: "recoveries-of-noted-declines",
    date: "2026-11-29",
    title: "Changing the metadata of a declined payment does not undo its recovery",
    description:
      "A declined payment whose `description` or `metadata` was changed after a later payment had recovered it could lose its " +
      "`recovered_by` in the declines report, and the later one its `retry_of`. Such a change no longer counts as the moment of the decline.",
    affects: { objects: [], requests: ["read_report"] },
  },
  {
    name: "late-failures-take-released-refunds",
    date: "2026-11-29",
    title: "A late failure takes back what a failed refund released",
    description:
      "If a payment failed late while a refund of it was under way, and that refund then failed or was canceled, its amount stayed on " +
      "the balance, although the payer's bank had taken the whole payment back. It now leaves the balance as a `payment_failure` whose " +
      "`source` is the refund.",
    affects: { objects: ["balance_transaction"], requests: [] },
  },
  {
    name: "disputed-means-a-dispute",
    date: "2026-11-29",
    title: "A payment that was refunded in full is not disputed",
    description:
      "A chargeback of a payment that had been refunded in full set `disputed` without a dispute. It now changes nothing. If such a " +
      "refund fails, the chargeback is recorded then, as a dispute of the released amount. A payment that failed late gets no dispute " +
      "any more: its amount was taken from the balance twice.",
    affects: { objects: ["payment"], requests: [] },
  },
  {
    name: "days-of-journals",
    date: "2026-11-29",
    title: "Each entry of a journal is on its day",
    description:
      "Where the database knew older rules of a `timezone` than the service, such as of America/Edmonton, an entry of an " +
      "`accounting_journal` could have the day before the first day, and was missing from that day's camt.053 and MT940 statement.",
    affects: { objects: [], requests: ["read_report", "create_report_run"] },
  },
  {
    name: "local-bounds-of-statements",
    date: "2026-11-29",
    title: "Bounds of camt.053 statements are local times",
    description:
      "`FrDtTm` and `ToDtTm` of `layout=camt053` named midnight UTC, also for days of another `timezone`. They are now times " +
      "without an offset, of the journal's time zone.",
    affects: { objects: [], requests: ["read_report", "create_report_run"] },
  },
  {
    name: "abbreviations-are-no-zones",
    date: "2026-11-29",
    title: "An abbreviation is not a time zone",
    description:
      "`timezone` of reports took abbreviations such as `BST` and `IST`, which are no IANA zones: accounting journals had days of " +
      "two zones, other files were 500 or were never prepared. They are now 400 `parameter_invalid`. `CET`, `EET`, `MET` and " +
      "`WET` had no summer time; they now mean Europe/Brussels, Europe/Athens, Europe/Brussels and Europe/Lisbon.",
    affects: {
      objects: [],
      requests: ["read_report", "create_report_run", "create_report_schedule"],
    },
  },
  {
    name: "credit-of-what-was-invoiced",
    date: "2026-11-29",
    title: "A change credits what was invoiced",
    description:
      "After a change with `proration_behavior` `none`, the next change within the period credited its unused time at the " +
      "price of that change, which nobody had paid. It now credits the price that was invoiced.",
    affects: { objects: [], requests: ["update_subscription", "preview_subscription"] },
  },
  ...EARLIER_CORRECTIONS,
];
