import type { CardFunding } from "#lib/kernel/vocabulary/payment-methods.ts";
import { TROUBLED_ISSUER } from "../shop.ts";

/** The payers of a large merchant: issuers with BINs, countries and decline rates, and methods. */

type CardKind = {
  brand: "visa" | "mastercard" | "amex";
  bin: string;
  issuer: string;
  country: string;
  funding: CardFunding;
};

type Issuer = {
  name: string;
  country: string;
  /** Percentage of payments. */
  weight: number;
  /** Percentage of first attempts that they decline. */
  refuses: number;
  bins: readonly (readonly [CardKind["brand"], bin: string, CardKind["funding"]])[];
};

const ISSUERS: readonly Issuer[] = [
  issuer(
    TROUBLED_ISSUER,
    "DE",
    24,
    6,
    "visa 400000 debit, mastercard 520082 debit, mastercard 555555 credit, visa 412399 credit",
  ),
  issuer("Donaubank", "AT", 9, 6, "visa 400004 credit, visa 431870 debit, mastercard 531871 debit"),
  issuer(
    "Crédit Rivage",
    "FR",
    9,
    7,
    "visa 400025 credit, visa 497010 debit, mastercard 513141 debit",
  ),
  issuer("Polder Bank", "NL", 8, 5, "mastercard 525000 debit, visa 424253 debit"),
  issuer(
    "Harbour & Vale Bank",
    "GB",
    8,
    6,
    "visa 424242 credit, visa 465858 debit, amex 378282 credit",
  ),
  issuer("Banca Meridiana", "IT", 6, 9, "visa 400038 credit, mastercard 533317 prepaid"),
  issuer("Bank Wisła", "PL", 5, 8, "mastercard 510510 prepaid, visa 425511 debit"),
  issuer("Caja del Sur", "ES", 5, 9, "visa 454617 credit, mastercard 540126 debit"),
  issuer("Fjordbanken", "NO", 3, 5, "visa 449216 credit, visa 492566 debit"),
  issuer("Skärgårdsbanken", "SE", 4, 5, "mastercard 537410 debit, visa 458109 credit"),
  issuer("Øresund Bank", "DK", 3, 5, "visa 457126 debit, mastercard 541390 credit"),
  issuer("Liffey Bank", "IE", 3, 6, "visa 431940 debit, mastercard 518990 credit"),
  issuer("Banque du Léman", "CH", 3, 7, "visa 445088 credit, mastercard 529564 credit"),
  issuer("Mercator Business", "DE", 3, 4, "visa 400005 credit, mastercard 222300 credit"),
  issuer(
    "Prairie National",
    "US",
    4,
    14,
    "visa 414720 credit, mastercard 546616 credit, amex 371449 credit",
  ),
  issuer("Southern Cross Bank", "AU", 2, 12, "visa 456480 credit, mastercard 552038 debit"),
  issuer("Maple Trust", "CA", 1, 12, "visa 450060 credit"),
];

function issuer(
  name: string,
  country: string,
  weight: number,
  refuses: number,
  bins: string,
): Issuer {
  return {
    name,
    country,
    weight,
    refuses,
    bins: bins.split(", ").map((text) => text.split(" ") as unknown as Issuer["bins"][number]),
  };
}

export const METHODS: ReadonlyArray<readonly [string, number]> = [
  ["card", 78],
  ["apple_pay", 7],
  ["google_pay", 4],
  ["ideal", 6],
  ["bancontact", 3],
  ["sepa_debit", 2],
];

export const WITH_CARD: ReadonlySet<string> = new Set(["card", "apple_pay", "google_pay"]);

/** Number of different cards. */
export const CARDS = 200_000;

/** Every kind of card, with the issuer's weight divided among its kinds. */
export function cardKinds(): (CardKind & { weight: number; refuses: number })[] {
  return ISSUERS.flatMap(({ name, country, weight, refuses, bins }) =>
    bins.map(([brand, bin, funding]) => ({
      brand,
      bin,
      issuer: name,
      country,
      funding,
      weight: weight / bins.length,
      refuses: refuses * (funding === "prepaid" ? 2.2 : 1),
    })),
  );
}
