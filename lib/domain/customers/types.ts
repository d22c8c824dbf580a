import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";

export type Customer = {
  id: Id<"cus">;
  accountId: Id<"acct">;
  mode: Mode;
  name: string | null;
  email: string | null;
  country: string | null;
  defaultPaymentMethod: Id<"pm"> | null;
  metadata: Record<string, string>;
  /** Deleted customers are in no list, but can still be read by id. */
  deleted: boolean;
  /** Set while a worker is to erase who it was. */
  erasureRequestedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export type CustomerDetails = {
  name?: string | null | undefined;
  email?: string | null | undefined;
  country?: string | null | undefined;
  /** Merged into the stored metadata; an empty value removes the key. */
  metadata?: Record<string, string> | undefined;
};

export type CustomerChanges = CustomerDetails & {
  defaultPaymentMethod?: string | null | undefined;
};

/** Filters of the customer list; all that are set must match. */
export type CustomerFilter = {
  countries?: readonly string[];
  created?: Period;
  tags?: readonly string[];
  /** The first characters of an id, or part of a name or e-mail address. */
  search?: string;
};

/** One row of the customer list. */
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

/** A customer's payments in one currency. */
export type CustomerTotal = {
  currency: string;
  succeeded: number;
  failed: number;
  paidMinor: bigint;
  refundedMinor: bigint;
};
