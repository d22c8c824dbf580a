import type { Id } from "#lib/kernel/ids.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { RefundReason } from "./types.ts";

/** What people may choose from, in the order they are offered. */
export const REFUND_REASONS = [
  "requested_by_customer",
  "duplicate",
  "fraudulent",
] as const satisfies readonly RefundReason[];

/** What the list of refunds is narrowed to; what is left out does not matter. */
export type RefundFilter = {
  statuses?: readonly string[];
  reasons?: readonly string[];
  currencies?: readonly string[];
  created?: Period;
  amount?: { currency: string; minMinor: bigint | null; maxMinor: bigint | null };
  paymentId?: string;
  /** A refund's or payment's id, or a customer's e-mail address or name. */
  search?: string;
};

/** A refund as one line of a list, with the payment it belongs to. */
export type RefundListItem = {
  id: Id<"re">;
  status: string;
  amountMinor: bigint;
  currency: string;
  reason: string | null;
  failureReason: string | null;
  paymentId: Id<"pay">;
  paymentAmountMinor: bigint;
  paymentDescription: string | null;
  method: string;
  cardBrand: string | null;
  cardLast4: string | null;
  customerId: Id<"cus"> | null;
  customerName: string | null;
  customerEmail: string | null;
  createdAt: Date;
  updatedAt: Date;
};
