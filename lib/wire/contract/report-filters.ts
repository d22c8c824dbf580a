import { z } from "zod";
import { AMOUNT_BANDS } from "#lib/kernel/money.ts";
import { ENTRY_TYPES } from "#lib/kernel/vocabulary/balance.ts";
import { DECLINE_KINDS } from "#lib/kernel/vocabulary/declines.ts";
import { CARD_PRODUCTS, REGIONS } from "#lib/kernel/vocabulary/fees.ts";
import { CARD_FUNDINGS } from "#lib/kernel/vocabulary/payment-methods.ts";
import {
  EXEMPTION_OUTCOMES,
  PAYMENT_METHODS,
  SCA_RESULTS,
} from "#lib/kernel/vocabulary/payments.ts";

/** Methods in reports. */
export const METHODS = [...PAYMENT_METHODS, "bank_payment"] as const;

/** `a,b` or `a[]=…`, as a list. */
const names = z
  .union([z.string(), z.array(z.string())])
  .transform((given) =>
    (typeof given === "string" ? given.split(",") : given).map((name) => name.trim()),
  )
  .refine((list) => list.every((name) => name.length > 0 && name.length <= 100), {
    error: "Must be a comma-separated list of names",
  });

/** A parameter that takes one or several names. */
export const narrows = (what: string) => names.optional().meta({ description: what });

/** The value that matches rows without one. */
const NONE = "none";

/** The words of filters that have a closed list, without `none`. */
export const FILTER_WORDS = {
  method: METHODS,
  reporting_category: ENTRY_TYPES,
  funding: CARD_FUNDINGS,
  sca: SCA_RESULTS,
  exemption_outcome: EXEMPTION_OUTCOMES,
  soft_hard: DECLINE_KINDS,
  amount_band: AMOUNT_BANDS.map(String),
  region: REGIONS,
  card_product: CARD_PRODUCTS,
} as const satisfies Record<string, readonly string[]>;

/** As `narrows`, for a closed list: a misspelt word would make an empty report. */
const narrowsTo = (filter: keyof typeof FILTER_WORDS, what: string) => {
  const words: readonly string[] = FILTER_WORDS[filter];
  return names
    .refine((list) => list.every((word) => word === NONE || words.includes(word)), {
      error: `Must be one or more of ${words.join(", ")}, ${NONE}`,
    })
    .optional()
    .meta({ description: what });
};

const COUNTRY_OR_NONE = /^([A-Z]{2}|none)$/;

/** Filters of reports. Which report has which is checked with the report. */
export const reportFilters = {
  currency: narrows("Only rows in these currencies. An accounting journal needs exactly one"),
  method: narrowsTo(
    "method",
    "Only rows of payments by these methods. Here and below, `none` matches rows without a value",
  ),
  settlement: narrows("Only rows of these settlements"),
  reporting_category: narrowsTo("reporting_category", "Settlement report only"),
  scheme: narrows("Only rows of cards of these schemes"),
  issuer_country: names
    .refine((list) => list.every((code) => COUNTRY_OR_NONE.test(code)), {
      error: "Must be two-letter ISO 3166 country codes in upper case, such as DE, or none",
    })
    .optional()
    .meta({ description: "Only rows of cards issued in these countries" }),
  issuer_name: narrows("Only rows of cards of these issuers"),
  bin: narrows("Only rows of cards with these first digits"),
  funding: narrowsTo("funding", "Only rows of cards with this funding"),
  sca: narrowsTo("sca", "Declines report only"),
  exemption_outcome: narrowsTo("exemption_outcome", "Declines report only"),
  decline_code: narrows("Declines report only"),
  soft_hard: narrowsTo("soft_hard", "Declines report only"),
  amount_band: narrowsTo(
    "amount_band",
    "Declines report only: lower bounds of amount bands in minor units: `0`, `1000`, `3000`, `10000`, `25000`, `100000`",
  ),
  hour: narrows("Declines report only: hours of the day in `timezone`, `0` to `23`"),
  region: narrowsTo("region", "Interchange report only"),
  card_product: narrowsTo("card_product", "Interchange report only"),
  consumer_or_commercial: narrows("Interchange report only"),
};
