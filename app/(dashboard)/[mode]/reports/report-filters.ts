import { choicesOf } from "#components/filters/choices.ts";
import { DAY_PERIODS, type FilterDef } from "#components/filters/filters.ts";
import { DECLINE_CHOICES } from "#components/payments/decline-names.ts";
import { METHOD_CHOICES } from "#components/payments/labels.ts";
import { MEASURES } from "#components/reports/rates.ts";
import type { QueryNames } from "#lib/dashboard/internal-queries.ts";
import { DECLINE_KINDS } from "#lib/kernel/vocabulary/declines.ts";
import { CARD_PRODUCTS, REGIONS } from "#lib/kernel/vocabulary/fees.ts";
import { CARD_FUNDINGS } from "#lib/kernel/vocabulary/payment-methods.ts";
import { EXEMPTION_OUTCOMES, SCA_RESULTS } from "#lib/kernel/vocabulary/payments.ts";

/** Filters of the report screens in the address. `none` selects payments without a value. */

const NONE = "none" as const;

const PERIOD: FilterDef<"period"> = {
  key: "period",
  label: "Period",
  kind: "period",
  presets: DAY_PERIODS,
};
const CURRENCY: FilterDef<"currency"> = {
  key: "currency",
  label: "Currency",
  kind: "choice",
  choices: [],
};
const METHOD: FilterDef<"method"> = {
  key: "method",
  label: "Method",
  kind: "choice",
  choices: METHOD_CHOICES,
};

const choices = (values: Record<string, string>) =>
  Object.entries(values).map(([value, label]) => ({ value, label }));

export const SCHEME: FilterDef<"scheme"> = {
  key: "scheme",
  label: "Scheme",
  kind: "choice",
  choices: choices({ visa: "Visa", mastercard: "Mastercard", amex: "Amex", none: "no card" }),
};
export const FUNDING: FilterDef<"funding"> = {
  key: "funding",
  label: "Funding",
  kind: "choice",
  choices: choicesOf([...CARD_FUNDINGS, NONE], {
    credit: "credit",
    debit: "debit",
    prepaid: "prepaid",
    none: "no card",
  }),
};
export const ISSUER_COUNTRY: FilterDef<"issuer_country"> = {
  key: "issuer_country",
  label: "Issuer country",
  kind: "text",
  upper: true,
  placeholder: "DE",
};
export const ISSUER: FilterDef<"issuer"> = {
  key: "issuer",
  label: "Issuer",
  kind: "text",
  placeholder: "Nordlicht Bank",
};
export const BIN: FilterDef<"bin"> = {
  key: "bin",
  label: "BIN",
  kind: "text",
  placeholder: "424242",
};
export const SCA: FilterDef<"sca"> = {
  key: "sca",
  label: "3-D Secure",
  kind: "choice",
  choices: choicesOf([...SCA_RESULTS, NONE], {
    frictionless: "frictionless",
    "3ds2": "3-D Secure 2",
    exempted: "exempted",
    not_required: "not required",
    none: "none recorded",
  }),
};
export const EXEMPTION: FilterDef<"exemption_outcome"> = {
  key: "exemption_outcome",
  label: "Exemption",
  kind: "choice",
  choices: choicesOf([...EXEMPTION_OUTCOMES, NONE], {
    accepted: "accepted",
    rejected: "rejected",
    none: "not requested",
  }),
};
export const DECLINE_KIND: FilterDef<"decline_kind"> = {
  key: "decline_kind",
  label: "Kind of decline",
  kind: "choice",
  choices: choicesOf(DECLINE_KINDS, { soft: "soft", hard: "hard", data: "card data" }),
};

const two = (hour: number) => String(hour).padStart(2, "0");
export const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${two(hour)}:00 to ${two((hour + 1) % 24)}:00`,
}));
export const HOUR: FilterDef<"hour"> = {
  key: "hour",
  label: "Hour of day",
  kind: "choice",
  choices: HOURS,
};

const BAND_LABELS = {
  "0": "below 10.00",
  "1000": "10.00 to 30.00",
  "3000": "30.00 to 100.00",
  "10000": "100.00 to 250.00",
  "25000": "250.00 to 1,000.00",
  "100000": "from 1,000.00",
};

export const DECLINES_FILTERS: readonly FilterDef<
  QueryNames<"GET /:mode/reports/declines"> | "measure"
>[] = [
  PERIOD,
  CURRENCY,
  {
    key: "measure",
    label: "Measure",
    kind: "choice",
    choices: choicesOf(MEASURES, { approval: "approval", acceptance: "acceptance" }),
  },
  { key: "reason", label: "Reason", kind: "choice", choices: DECLINE_CHOICES },
  DECLINE_KIND,
  METHOD,
  SCHEME,
  ISSUER_COUNTRY,
  ISSUER,
  BIN,
  FUNDING,
  SCA,
  EXEMPTION,
  { key: "amount_band", label: "Amount", kind: "choice", choices: choices(BAND_LABELS) },
  HOUR,
];

export const REGION: FilterDef<"region"> = {
  key: "region",
  label: "Region",
  kind: "choice",
  choices: choicesOf([...REGIONS, NONE], {
    domestic: "domestic",
    intra_eea: "within the EEA",
    international: "from elsewhere",
    none: "without interchange",
  }),
};
export const CARD_PRODUCT: FilterDef<"card_product"> = {
  key: "card_product",
  label: "Product",
  kind: "choice",
  choices: choicesOf([...CARD_PRODUCTS, NONE], {
    classic: "classic",
    premium: "premium",
    business: "business",
    none: "without interchange",
  }),
};
export const CONSUMER_OR_COMMERCIAL: FilterDef<"consumer_or_commercial"> = {
  key: "consumer_or_commercial",
  label: "Consumer or commercial",
  kind: "choice",
  choices: choices({
    consumer: "consumer",
    commercial: "commercial",
    none: "without interchange",
  }),
};

export const INTERCHANGE_FILTERS: readonly FilterDef<
  QueryNames<"GET /:mode/reports/interchange">
>[] = [
  PERIOD,
  CURRENCY,
  METHOD,
  REGION,
  CARD_PRODUCT,
  SCHEME,
  FUNDING,
  CONSUMER_OR_COMMERCIAL,
  ISSUER_COUNTRY,
];

/** The period is of arrival days and applies to all parts; the month is the one that the calendar shows of it. All have
 *  their own controls. */
export const SETTLEMENT_REPORT_FILTERS: readonly FilterDef<
  QueryNames<"GET /:mode/settlement-report">
>[] = [
  { key: "period", label: "Arrival", kind: "text" },
  CURRENCY,
  { key: "month", label: "Month", kind: "text" },
];

/** Filters with their own control are not shown as chips. */
const APART: ReadonlySet<string> = new Set(["currency", "measure", "month"]);

export const chipsOf = (defs: readonly FilterDef[]) => defs.filter(({ key }) => !APART.has(key));

const NARROWS_NOTHING: ReadonlySet<string> = new Set(["period", ...APART]);

/** Whether a report covers only part of its period and currency. */
export const isNarrowed = (values: Readonly<Record<string, string | undefined>>) =>
  Object.entries(values).some(([key, value]) => value && !NARROWS_NOTHING.has(key));

/** Filters that only change the display are not sent to the server. */
export function asked<Values extends { measure?: string }>({ measure: _, ...values }: Values) {
  return values;
}
