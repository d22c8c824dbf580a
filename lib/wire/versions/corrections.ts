import type { Correction } from "./correction.ts";
import { FIRST_CORRECTIONS } from "./first-corrections.ts";

/** Every correction, newest first. */
export const CORRECTIONS: readonly Correction[] = [
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
  ...FIRST_CORRECTIONS,
];
