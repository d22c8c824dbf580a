import type { Period } from "#lib/kernel/period.ts";
import type { Entry, EntryType } from "./types.ts";

/** In the order in which people choose from them. */
export const ENTRY_TYPES = [
  "charge",
  "refund",
  "refund_failure",
  "dispute",
  "dispute_reversal",
  "settlement_failure",
  "payment_failure",
  "adjustment",
] as const satisfies readonly EntryType[];

/** Where a movement's money is: before its cut-off, past it and waiting for a settlement, or in one. */
export const ENTRY_PLACES = ["pending", "available", "settled"] as const;
export type EntryPlace = (typeof ENTRY_PLACES)[number];

/** What the list of balance transactions is narrowed to; what is left out does not matter. */
export type EntryFilter = {
  types?: readonly string[];
  currencies?: readonly string[];
  places?: readonly EntryPlace[];
  created?: Period;
  settlementId?: string;
  /** A balance transaction's id, or that of the object that moved the money. */
  search?: string;
};

/** A balance transaction as one line of a list, with the payment it goes back to. */
export type EntryListItem = Entry & {
  place: EntryPlace;
  description: string | null;
  method: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  cardCountry: string | null;
};
