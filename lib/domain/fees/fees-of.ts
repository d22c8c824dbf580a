import {
  type CardProduct,
  DISPUTE_FEE_CENTS,
  EEA,
  INTERCHANGE,
  MARKUP,
  type Market,
  METHOD_COMMISSIONS,
  PRODUCTS_BY_BIN,
  type Rate,
  type Region,
  SCHEME_COMMISSIONS,
  SCHEME_FEES,
  TEN_EURO_CENTS,
} from "./fee-table.ts";

/** What a capture costs the merchant, in minor units of its currency; each part is zero or more. */
export type Fees = {
  interchange: bigint;
  schemeFee: bigint;
  markup: bigint;
  commission: bigint;
};

/** Why the interchange is what it is; null where the rail has none. */
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
  /** Where the merchant, and so the acquirer, is. */
  merchantCountry: string;
  amountMinor: bigint;
  currency: string;
};

const BP = 10_000n;

/** The part of an amount that so many basis points are; halves are rounded up. */
export function shareOf(amountMinor: bigint, bp: number): bigint {
  return (amountMinor * BigInt(bp) + BP / 2n) / BP;
}

/** Euro cents in a currency's minor units, rounded half up; nothing where there is no rate. */
export function fromEuroCents(cents: number, currency: string): bigint {
  const ten = TEN_EURO_CENTS[currency] ?? 0;
  return BigInt(Math.floor((cents * ten) / 10 + 0.5));
}

/** What one capture costs, and why (decisions §6). Pure: the same payment always costs the same. */
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

/** What the acquirer takes for a chargeback, in minor units of the payment's currency. */
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

/** How far a card travels from its issuer to the acquirer. */
export function regionOf(issuerCountry: string, acquirerCountry: string): Region {
  if (issuerCountry === acquirerCountry) return "domestic";
  return EEA.has(issuerCountry) && EEA.has(acquirerCountry) ? "intra_eea" : "international";
}

function marketOf(country: string): Market {
  if (country === "GB" || country === "AU" || country === "CA" || country === "NZ") return country;
  return "EEA";
}
