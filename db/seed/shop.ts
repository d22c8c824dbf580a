import type { CardFunding } from "#lib/kernel/vocabulary/payment-methods.ts";
/** Facts of the demo merchant: customers, cards and decline reasons. */

export const FIRST_NAMES =
  "Aisha Anton Bea Carlo Clara Dario Elif Emma Enzo Femke Finn Freya Greta Hana Hugo Ines Jonas Julia Kai Lea Leon Lina Luca Maja Marek Mila Nadia Nils Nora Oskar Petra Rafael Romy Sami Sofia Theo Tilda Viktor Yara Zoe".split(
    " ",
  );

export const LAST_NAMES =
  "Albrecht Andersen Bakker Bianchi Brandt Costa Dubois Eriksen Fischer Garcia Hoffmann Ivanov Jansen Keller Kowalski Lindgren Lorenz Marchetti Meyer Moreau Nielsen Novak Okafor Peeters Richter Rossi Sauer Schmitt Silva Sommer Takala Vogel Wagner Weiss Yilmaz Zimmer".split(
    " ",
  );

/** Prices of the roastery's goods in minor units: bags, boxes, grinders, machines. */
export const PRICES = [
  890, 1090, 1290, 1490, 1890, 2400, 2900, 3600, 4900, 6900, 11900, 18900, 24900,
];

export type CardProfile = {
  brand: "visa" | "mastercard" | "amex";
  bin: string;
  issuer: string;
  country: string;
  funding: CardFunding;
};

/** The issuer whose systems fail one Tuesday, as the decline charts show. */
export const TROUBLED_ISSUER = "Nordlicht Bank";

export const CARDS: ReadonlyArray<readonly [CardProfile, number]> = [
  [card("visa", "400000", "Nordlicht Bank", "DE", "debit"), 26],
  [card("mastercard", "520082", "Nordlicht Bank", "DE", "debit"), 10],
  [card("visa", "424242", "Harbour & Vale Bank", "GB", "credit"), 10],
  [card("mastercard", "555555", "Nordlicht Bank", "DE", "credit"), 9],
  [card("visa", "400004", "Donaubank", "AT", "credit"), 11],
  [card("visa", "400025", "Crédit Rivage", "FR", "credit"), 9],
  [card("mastercard", "525000", "Polder Bank", "NL", "debit"), 10],
  [card("mastercard", "510510", "Bank Wisła", "PL", "prepaid"), 6],
  [card("visa", "400038", "Banca Meridiana", "IT", "credit"), 5],
  [card("amex", "378282", "Harbour & Vale Bank", "GB", "credit"), 4],
];

function card(
  brand: CardProfile["brand"],
  bin: string,
  issuer: string,
  country: string,
  funding: CardProfile["funding"],
): CardProfile {
  return { brand, bin, issuer, country, funding };
}

export type DeclineProfile = { code: string; network: string; advice: string; soft: boolean };

/** ISO 8583 codes as the sandbox returns them (decisions §5). */
export const DECLINES: ReadonlyArray<readonly [DeclineProfile, number]> = [
  [{ code: "insufficient_funds", network: "51", advice: "try_again_later", soft: true }, 36],
  [{ code: "do_not_honor", network: "05", advice: "try_again_later", soft: true }, 26],
  [{ code: "incorrect_cvc", network: "82", advice: "confirm_card_data", soft: false }, 9],
  [{ code: "expired_card", network: "54", advice: "do_not_try_again", soft: false }, 8],
  [{ code: "transaction_not_allowed", network: "57", advice: "do_not_try_again", soft: false }, 6],
  [{ code: "card_velocity_exceeded", network: "61", advice: "try_again_later", soft: true }, 5],
  [{ code: "fraudulent", network: "59", advice: "do_not_try_again", soft: false }, 4],
  [{ code: "issuer_not_available", network: "91", advice: "try_again_later", soft: true }, 3],
  [{ code: "lost_card", network: "41", advice: "do_not_try_again", soft: false }, 2],
  [{ code: "stolen_card", network: "43", advice: "do_not_try_again", soft: false }, 1],
];

export const OUTAGE: DeclineProfile = {
  code: "issuer_not_available",
  network: "91",
  advice: "try_again_later",
  soft: true,
};

/** The payer did not pass the bank's challenge. */
export const NOT_AUTHENTICATED: DeclineProfile = {
  code: "authentication_required",
  network: "65",
  advice: "try_again_later",
  soft: true,
};
