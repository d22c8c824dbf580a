import type { CardProduct, Region } from "#lib/kernel/vocabulary/fees.ts";
import {
  DISPUTE_FEE_CENTS,
  EEA,
  INTERCHANGE,
  MARKUP,
  type Market,
  METHOD_COMMISSIONS,
  PRODUCTS_BY_BIN,
  type Rate,
  SCHEME_COMMISSIONS,
  SCHEME_FEES,
  TEN_EURO_CENTS,
} from "./fee-table.ts";

/** The cost of a capture for the merchant, in minor units of its currency; each part is zero or more. */
export type Fees = {
  interchange: bigint;
  schemeFee: bigint;
  markup: bigint;
  commission: bigint;
};

/** The basis of the interchange. */
export type Pricing = {
  region: Region;
  cardProduct: CardProduct;
  consumerOrCommercial: "consumer" | "commercial";
  /** Basis points of the amount. */
  rateBp: number;
  /** Minor units. */
  fixed: bigint;
};

export type Priced = {
  method: string;
  card: { brand: string; bin: string; funding: string; country: string } | null;
  /** The country of the merchant and its acquirer. */
  merchantCountry: string;
  amountMinor: bigint;
  currency: string;
};

const BP = 10_000n;

/** Returns `bp` basis points of an amount, rounded half up. */
export function shareOf(amountMinor: bigint, bp: number): bigint {
  return (amountMinor * BigInt(bp) + BP / 2n) / BP;
}

/** Converts euro cents to a currency's minor units, rounded half up; 0 without a rate. */
export function fromEuroCents(cents: number, currency: string): bigint {
  const ten = TEN_EURO_CENTS[currency] ?? 0;
  return BigInt(Math.floor((cents * ten) / 10 + 0.5));
}

/** Returns the fees of one capture and the basis of its interchange (decisions §6), null if it has none. Pure. */
export function feesOf(priced: Priced): Fees & { pricing: Pricing | null } {
  const { card, amountMinor, currency } = priced;
  const price = (rate: Rate | undefined) =>
    rate ? shareOf(amountMinor, rate.bp) + fromEuroCents(rate.fixedCents ?? 0, currency) : 0n;
  const none = { interchange: 0n, schemeFee: 0n, markup: 0n, commission: 0n, pricing: null };
  if (!card) return { ...none, commission: price(METHOD_COMMISSIONS[priced.method]) };
  const flat = SCHEME_COMMISSIONS[card.brand];
  if (flat) return { ...none, commission: price(flat) };
  const pricing = pricingOf(card, priced.merchantCountry);
  return {
    interchange: shareOf(amountMinor, pricing.rateBp) + pricing.fixed,
    schemeFee: price((SCHEME_FEES[card.brand] ?? SCHEME_FEES.visa)?.[pricing.region]),
    markup: price(MARKUP),
    commission: 0n,
    pricing,
  };
}

/** Returns the fee for a chargeback in minor units of the payment's currency. */
export function disputeFeeOf(currency: string): bigint {
  return fromEuroCents(DISPUTE_FEE_CENTS, currency);
}

function pricingOf(card: NonNullable<Priced["card"]>, acquirerCountry: string): Pricing {
  const region = regionOf(card.country, acquirerCountry);
  const cardProduct = PRODUCTS_BY_BIN[card.bin] ?? "classic";
  const kind =
    cardProduct === "business"
      ? "business"
      : card.funding !== "credit"
        ? "debit"
        : cardProduct === "premium"
          ? "premium"
          : "credit";
  return {
    region,
    cardProduct,
    consumerOrCommercial: cardProduct === "business" ? "commercial" : "consumer",
    rateBp: INTERCHANGE[marketOf(acquirerCountry)][region][kind],
    fixed: 0n,
  };
}

/** Returns the region of a charge from the countries of issuer and acquirer. */
export function regionOf(issuerCountry: string, acquirerCountry: string): Region {
  if (issuerCountry === acquirerCountry) return "domestic";
  return EEA.has(issuerCountry) && EEA.has(acquirerCountry) ? "intra_eea" : "international";
}

function marketOf(country: string): Market {
  if (country === "GB" || country === "AU" || country === "CA" || country === "NZ") return country;
  return "EEA";
}
