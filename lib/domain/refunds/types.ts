import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { RefundStatus } from "./refund-state.ts";

export type RefundReason = "requested_by_customer" | "duplicate" | "fraudulent";

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
  /** The rail's own name for it; null until the rail has answered once. */
  railReference: string | null;
  /** When to ask the rail (again) what became of it. */
  railCheckAt: Date | null;
  createdAt: Date;
};

export type NewRefund = {
  payment: string;
  /** Null: all that remains. */
  amountMinor: bigint | null;
  reason: RefundReason | null;
  metadata: Record<string, string> | undefined;
};
