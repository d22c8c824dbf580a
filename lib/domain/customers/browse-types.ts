import type { Id } from "#lib/kernel/ids.ts";
import type { Period } from "#lib/kernel/period.ts";

/** What the list of customers is narrowed to; what is left out does not matter. */
export type CustomerFilter = {
  countries?: readonly string[];
  created?: Period;
  /** An id, part of a name, or (with an @) the beginning of an e-mail address. */
  search?: string;
};

/** A customer as one line of a list, with how much they have bought. */
export type CustomerListItem = {
  id: Id<"cus">;
  name: string | null;
  email: string | null;
  country: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  payments: number;
  lastPaymentAt: Date | null;
  createdAt: Date;
};

/** What a customer has paid, given back and failed to pay, in one currency. */
export type CustomerTotal = {
  currency: string;
  succeeded: number;
  failed: number;
  paidMinor: bigint;
  refundedMinor: bigint;
};
