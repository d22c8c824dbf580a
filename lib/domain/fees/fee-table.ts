import type { CardProduct, Region } from "#lib/kernel/vocabulary/fees.ts";
import type { CardFunding } from "#lib/kernel/vocabulary/payment-methods.ts";
/**
 * The sandbox's price list. Interchange follows the legal caps where there are any (named beside them) and is close to
 * the published rates elsewhere; scheme fees, markup and commissions are realistic examples. Rates are basis points of
 * the amount; `fixedCents` are euro cents, converted to the payment's currency by `TEN_EURO_CENTS`.
 */
export type Rate = { bp: number; fixedCents?: number };

export type Market = "EEA" | "GB" | "AU" | "CA" | "NZ";
export type Funding = CardFunding;

/** The European Economic Area; one market for interchange (Regulation (EU) 2015/751). */
export const EEA: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
    " ",
  ),
);

type Interchange = Record<"debit" | "credit" | "premium" | "business", number>;

/** Regulation (EU) 2015/751, articles 3 and 4: at most 0.2 % for consumer debit, 0.3 % for consumer
 *  credit; commercial cards are not capped. The United Kingdom kept the same caps for its own cards. */
const EU_CAPS: Interchange = { debit: 20, credit: 30, premium: 30, business: 150 };

/** Card-not-present ceilings that Visa and Mastercard committed to for cards from elsewhere in the EEA
 *  (European Commission, AT.39398 and AT.40049, 2019): 1.15 % debit, 1.5 % credit. */
const EU_INTER_REGIONAL: Interchange = { debit: 115, credit: 150, premium: 150, business: 200 };

/** Without a cap. */
const INTER_REGIONAL: Interchange = { debit: 110, credit: 160, premium: 198, business: 200 };

export const INTERCHANGE: Readonly<Record<Market, Readonly<Record<Region, Interchange>>>> = {
  EEA: { domestic: EU_CAPS, intra_eea: EU_CAPS, international: EU_INTER_REGIONAL },
  GB: { domestic: EU_CAPS, intra_eea: EU_CAPS, international: EU_INTER_REGIONAL },
  AU: {
    // Reserve Bank of Australia, standards 1 and 2 of 2016: credit at most 0.8 % per card and 0.5 % on average, debit at
    // most 0.2 % if it is a rate.
    domestic: { debit: 20, credit: 50, premium: 80, business: 80 },
    intra_eea: INTER_REGIONAL,
    international: INTER_REGIONAL,
  },
  CA: {
    // Within the averages that Visa and Mastercard undertook to keep to in Canada.
    domestic: { debit: 60, credit: 95, premium: 140, business: 200 },
    intra_eea: INTER_REGIONAL,
    international: INTER_REGIONAL,
  },
  NZ: {
    // Retail Payment System Act 2022: credit at most 0.8 %, debit not present at most 0.6 %.
    domestic: { debit: 60, credit: 80, premium: 80, business: 180 },
    intra_eea: INTER_REGIONAL,
    international: INTER_REGIONAL,
  },
};

/** Scheme fees by region. */
export const SCHEME_FEES: Readonly<Record<string, Readonly<Record<Region, Rate>>>> = {
  visa: {
    domestic: { bp: 4, fixedCents: 2 },
    intra_eea: { bp: 9, fixedCents: 3 },
    international: { bp: 55, fixedCents: 4 },
  },
  mastercard: {
    domestic: { bp: 5, fixedCents: 2 },
    intra_eea: { bp: 10, fixedCents: 3 },
    international: { bp: 60, fixedCents: 4 },
  },
};

/** The acquirer's markup on cards of schemes with interchange. */
export const MARKUP: Rate = { bp: 25, fixedCents: 10 };

/** Commissions of schemes without interchange. */
export const SCHEME_COMMISSIONS: Readonly<Record<string, Rate>> = {
  amex: { bp: 195, fixedCents: 10 },
};

/** Commissions by method. */
export const METHOD_COMMISSIONS: Readonly<Record<string, Rate>> = {
  ideal: { bp: 0, fixedCents: 29 },
  bancontact: { bp: 0, fixedCents: 39 },
  eps: { bp: 130, fixedCents: 20 },
  p24: { bp: 150, fixedCents: 25 },
  blik: { bp: 100, fixedCents: 10 },
  bacs_debit: { bp: 60, fixedCents: 20 },
  sepa_debit: { bp: 0, fixedCents: 35 },
  sepa_instant: { bp: 0, fixedCents: 30 },
  bank_payment: { bp: 0, fixedCents: 30 },
};

/** The acquirer's fee for a chargeback, won or lost, in euro cents. */
export const DISPUTE_FEE_CENTS = 1_500;

/** About ten euro cents in the minor units of other currencies. Fees in currencies that are not listed have no fixed
 *  part. */
export const TEN_EURO_CENTS: Readonly<Record<string, number>> = {
  EUR: 10,
  GBP: 9,
  AUD: 17,
  CAD: 15,
  NZD: 19,
  USD: 11,
  CHF: 10,
  DKK: 75,
  NOK: 115,
  SEK: 115,
  PLN: 43,
  CZK: 250,
  RON: 50,
  HUF: 4_000,
  JPY: 17,
};

/** Card products by BIN, for the sandbox's cards; others are `classic`. Real acquirers get such tables from the
 *  schemes. */
export const PRODUCTS_BY_BIN: Readonly<Record<string, CardProduct>> = {
  "222300": "business",
  "400005": "business",
  "555555": "premium",
  "400000": "classic",
};
