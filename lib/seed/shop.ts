/** The believable facts of the demo merchant: who buys, with which cards, and why banks refuse. */

export const FIRST_NAMES =
  "Aisha Anton Bea Carlo Clara Dario Elif Emma Enzo Femke Finn Freya Greta Hana Hugo Ines Jonas Julia Kai Lea Leon Lina Luca Maja Marek Mila Nadia Nils Nora Oskar Petra Rafael Romy Sami Sofia Theo Tilda Viktor Yara Zoe".split(
    " ",
  );

export const LAST_NAMES =
  "Albrecht Andersen Bakker Bianchi Brandt Costa Dubois Eriksen Fischer Garcia Hoffmann Ivanov Jansen Keller Kowalski Lindgren Lorenz Marchetti Meyer Moreau Nielsen Novak Okafor Peeters Richter Rossi Sauer Schmitt Silva Sommer Takala Vogel Wagner Weiss Yilmaz Zimmer".split(
    " ",
  );

/** Prices of what the shop sells, in minor units. */
export const PRICES = [
  990, 1490, 1990, 2450, 2900, 3900, 4500, 5900, 7900, 9900, 12900, 18900, 24900,
];

export type CardProfile = {
  brand: "visa" | "mastercard" | "amex";
  bin: string;
  issuer: string;
  country: string;
  funding: "credit" | "debit" | "prepaid";
};

/** The issuer whose systems fail one Tuesday afternoon; the story the decline charts tell. */
export const TROUBLED_ISSUER = "Spree Bank";

export const CARDS: ReadonlyArray<readonly [CardProfile, number]> = [
  [{ brand: "visa", bin: "400005", issuer: "Spree Bank", country: "DE", funding: "debit" }, 24],
  [
    { brand: "mastercard", bin: "520082", issuer: "Elbe Direkt", country: "DE", funding: "debit" },
    18,
  ],
  [
    { brand: "visa", bin: "424242", issuer: "Isar Kreditbank", country: "DE", funding: "credit" },
    14,
  ],
  [
    { brand: "mastercard", bin: "555555", issuer: "Donau Bank", country: "AT", funding: "credit" },
    9,
  ],
  [{ brand: "visa", bin: "400025", issuer: "Banque du Canal", country: "FR", funding: "debit" }, 9],
  [
    { brand: "mastercard", bin: "525000", issuer: "Amstel Bank", country: "NL", funding: "debit" },
    8,
  ],
  [{ brand: "visa", bin: "400082", issuer: "Thames & County", country: "GB", funding: "debit" }, 7],
  [
    {
      brand: "mastercard",
      bin: "510510",
      issuer: "Vistula Bank",
      country: "PL",
      funding: "prepaid",
    },
    4,
  ],
  [
    { brand: "amex", bin: "378282", issuer: "American Express", country: "GB", funding: "credit" },
    4,
  ],
  [
    { brand: "visa", bin: "400084", issuer: "Hudson National", country: "US", funding: "credit" },
    3,
  ],
];

export type DeclineProfile = { code: string; network: string; advice: string; soft: boolean };

/** Codes of ISO 8583 as the sandbox answers them (decisions §5). */
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
