import { choicesOf, statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import { DECLINE_CHOICES } from "#components/payments/declines.ts";
import { METHOD_CHOICES } from "#components/payments/labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { PAYMENT_OUTCOMES, SHOWN_PAYMENT_STATUSES } from "#lib/kernel/vocabulary/payments.ts";
import {
  BIN,
  CARD_PRODUCT,
  CONSUMER_OR_COMMERCIAL,
  DECLINE_KIND,
  EXEMPTION,
  FUNDING,
  HOUR,
  ISSUER_COUNTRY,
  REGION,
  SCA,
  SCHEME,
} from "../reports/report-filters.ts";

/** Currencies of the countries where merchants are; others are found by search. */
export const CURRENCIES = "EUR GBP AUD CAD NZD SEK DKK NOK PLN CZK HUF RON BGN CHF USD JPY".split(
  " ",
);

export const CURRENCY: FilterDef<"currency"> = {
  key: "currency",
  label: "Currency",
  kind: "choice",
  many: true,
  choices: CURRENCIES.map((code) => ({ value: code, label: code })),
  open: /^[A-Z]{3}$/,
};

const OUTCOMES = choicesOf(PAYMENT_OUTCOMES, {
  approved: "approved",
  declined: "declined by the issuer",
  authentication_failed: "authentication failed",
  abandoned: "abandoned at authentication",
});

export const PAYMENT_FILTERS: readonly FilterDef<ListNames<"/:mode/payments">>[] = [
  {
    key: "q",
    label: "Search payments",
    kind: "search",
    placeholder: "Id, e-mail, last 4, amount … or status:failed",
  },
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: statusChoices(SHOWN_PAYMENT_STATUSES, ["succeeded", "disputed", "failed"]),
  },
  { key: "created", label: "Created", kind: "period" },
  { key: "amount", label: "Amount", kind: "amount", currencies: CURRENCIES },
  { key: "method", label: "Method", kind: "choice", many: true, choices: METHOD_CHOICES },
  CURRENCY,
  { key: "decline", label: "Decline reason", kind: "choice", many: true, choices: DECLINE_CHOICES },
  { key: "outcome", label: "Outcome", kind: "choice", many: true, choices: OUTCOMES },
  DECLINE_KIND,
  SCHEME,
  {
    key: "issuer",
    label: "Issuer",
    kind: "text",
    placeholder: "Nordlicht",
    starts: true,
  },
  ISSUER_COUNTRY,
  BIN,
  FUNDING,
  SCA,
  EXEMPTION,
  HOUR,
  REGION,
  CARD_PRODUCT,
  CONSUMER_OR_COMMERCIAL,
  { key: "last4", label: "Card's last 4", kind: "text", placeholder: "4242" },
  { key: "customer", label: "Customer", kind: "text", placeholder: "cus_…", mono: true },
  {
    key: "payment_method",
    label: "Payment method",
    kind: "text",
    placeholder: "pm_…",
    mono: true,
  },
];
