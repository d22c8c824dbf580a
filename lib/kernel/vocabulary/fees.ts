/** Where a card was issued, seen from the merchant. */
export const REGIONS = ["domestic", "intra_eea", "international"] as const;
export type Region = (typeof REGIONS)[number];

export const CARD_PRODUCTS = ["classic", "premium", "business"] as const;
export type CardProduct = (typeof CARD_PRODUCTS)[number];
