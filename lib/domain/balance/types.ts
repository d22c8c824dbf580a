import type { Fees, Pricing } from "#lib/domain/fees/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** Why acquiring funds moved; also their reporting category. */
export type EntryType =
  | "charge"
  | "refund"
  | "refund_failure"
  | "dispute"
  | "dispute_reversal"
  | "settlement_failure"
  | "payment_failure"
  | "adjustment";

/** One movement of a merchant's acquiring funds, to be booked. */
export type NewEntry = {
  type: EntryType;
  /** Signed: positive towards the merchant. Never zero. */
  amountMinor: bigint;
  currency: string;
  fees: Fees;
  disputeFee: bigint;
  /** Null where the rail has no interchange. */
  pricing: Pricing | null;
  /** The object that moved it: with its type it is booked once, whoever repeats it. */
  sourceId: string;
  paymentId: Id<"pay"> | null;
  /** By the merchant's clock. */
  bookedAt: Date;
};

/** A balance transaction. */
export type Entry = NewEntry & {
  id: Id<"txn">;
  fee: bigint;
  net: bigint;
  /** From when on it may be settled. */
  availableOn: Date;
  settlementId: Id<"stl"> | null;
  /** Whether its cut-off has passed, by the merchant's clock. */
  status: "pending" | "available";
  mode: Mode;
};

export const NO_FEES: Fees = { interchange: 0n, schemeFee: 0n, markup: 0n, commission: 0n };
