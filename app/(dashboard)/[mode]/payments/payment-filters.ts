import { choicesOf, statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import { DECLINE_CHOICES } from "#components/payments/decline-names.ts";
import { METHOD_CHOICES } from "#components/payments/labels.ts";
import { statusWord } from "#components/ui/status-labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import {
  LIABILITIES,
  PAYMENT_OUTCOMES,
  SHOWN_PAYMENT_STATUSES,
} from "#lib/kernel/vocabulary/payments.ts";
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
import type { StatusTab } from "../shared/list-tabs.tsx";
import { TAG_FILTER } from "../shared/tag-filter.ts";

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

const LIABILITY: FilterDef<"liability"> = {
  key: "liability",
  label: "Liable for fraud",
  kind: "choice",
  choices: choicesOf(LIABILITIES, { merchant: "merchant", issuer: "issuer" }),
};

type Def = FilterDef<ListNames<"/:mode/payments">>;

const under = (group: string, defs: readonly Def[]): Def[] =>
  defs.map((def) => ({ ...def, group }));

const OUTCOMES = choicesOf(PAYMENT_OUTCOMES, {
  approved: "approved",
  declined: "declined by the issuer",
  authentication_failed: "authentication failed",
  abandoned: "abandoned at authentication",
});

/** The statuses that people look for, by the labels that rows show. */
export const PAYMENT_TABS: readonly StatusTab[] = [
  { label: "All", status: null },
  { label: statusWord("succeeded"), status: "succeeded" },
  { label: statusWord("requires_capture"), status: "requires_capture" },
  { label: statusWord("failed"), status: "failed" },
  { label: statusWord("refunded"), status: "refunded,partially_refunded" },
  { label: statusWord("disputed"), status: "disputed" },
];

export const PAYMENT_FILTERS: readonly Def[] = [
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
  { key: "created", label: "Created", kind: "period", pinned: true },
  { key: "amount", label: "Amount", kind: "amount", currencies: CURRENCIES },
  { key: "method", label: "Method", kind: "choice", many: true, choices: METHOD_CHOICES },
  CURRENCY,
  TAG_FILTER,
  ...under("Customer", [
    { key: "customer", label: "Customer", kind: "text", placeholder: "cus_…", mono: true },
    {
      key: "payment_method",
      label: "Payment method",
      kind: "text",
      placeholder: "pm_…",
      mono: true,
    },
    { key: "last4", label: "Card's last 4", kind: "text", placeholder: "4242" },
  ]),
  ...under("Declines", [
    {
      key: "decline",
      label: "Decline reason",
      kind: "choice",
      many: true,
      choices: DECLINE_CHOICES,
    },
    DECLINE_KIND,
    { key: "outcome", label: "Outcome", kind: "choice", many: true, choices: OUTCOMES },
  ]),
  ...under("Card and issuer", [
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
    CARD_PRODUCT,
    CONSUMER_OR_COMMERCIAL,
    REGION,
  ]),
  ...under("Authentication and time", [SCA, EXEMPTION, LIABILITY, HOUR]),
];
