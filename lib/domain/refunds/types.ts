import type { RefundLimit } from "#lib/domain/members/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { RefundReason, RefundStatus } from "#lib/kernel/vocabulary/refunds.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";

export type Refund = {
  id: Id<"re">;
  accountId: Id<"acct">;
  mode: Mode;
  paymentId: Id<"pay">;
  status: RefundStatus;
  amountMinor: bigint;
  currency: string;
  reason: RefundReason | null;
  failureReason: string | null;
  settlementId: string | null;
  metadata: Record<string, string>;
  requestId: Id<"req"> | null;
  /** The member who refunded; null for a key. */
  refundedBy: string | null;
  /** The rail's reference; null until the rail has answered once. */
  railReference: string | null;
  /** When to ask the rail for the status next. */
  railCheckAt: Date | null;
  createdAt: Date;
};

export type NewRefund = {
  payment: string;
  /** Null: all that remains. */
  amountMinor: bigint | null;
  reason: RefundReason | null;
  metadata: Record<string, string> | undefined;
  /** The limit of the member who refunds; null without one, and for keys. */
  limit: RefundLimit | null;
};

/** A member's limit on one payment, with the used part and the rest. */
export type LimitLeft = {
  role: Role;
  currency: string;
  mostMinor: bigint;
  usedMinor: bigint;
  leftMinor: bigint;
};

/** Filters of the refund list; all that are set must match. */
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

/** One row of the refund list, with its payment. */
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
