import type { Fees, Pricing } from "#lib/domain/fees/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { EntryPlace, EntryType, FundsStatus } from "#lib/kernel/vocabulary/balance.ts";

/** A movement of a merchant's acquiring balance to book. */
export type NewEntry = {
  type: EntryType;
  /** Positive in favour of the merchant. Never zero. */
  amountMinor: bigint;
  currency: string;
  fees: Fees;
  disputeFee: bigint;
  /** Null if the method has no interchange. */
  pricing: Pricing | null;
  /** The object that caused it. Source and type are unique, so a repeat cannot book it again. */
  sourceId: string;
  paymentId: Id<"pay"> | null;
  /** By the account's clock. */
  bookedAt: Date;
};

/** A balance transaction. */
export type Entry = NewEntry & {
  id: Id<"txn">;
  fee: bigint;
  net: bigint;
  /** The first moment at which it can be settled. */
  availableOn: Date;
  settlementId: Id<"stl"> | null;
  /** Whether its cut-off has passed, by the account's clock. */
  status: FundsStatus;
  mode: Mode;
};

export const NO_FEES: Fees = { interchange: 0n, schemeFee: 0n, markup: 0n, commission: 0n };

/** The fees of an entry that costs nothing. */
export const WITHOUT_FEES = { fees: NO_FEES, disputeFee: 0n, pricing: null } as const;

/** Filters of the list of balance transactions; all that are set must match. */
export type EntryFilter = {
  types?: readonly string[];
  currencies?: readonly string[];
  places?: readonly EntryPlace[];
  created?: Period;
  settlementId?: string;
  /** A balance transaction's id, or that of the object that moved the money. */
  search?: string;
};

/** One row of the list of balance transactions, with its payment. */
export type EntryListItem = Entry & {
  place: EntryPlace;
  description: string | null;
  method: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  cardCountry: string | null;
};
