import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { DisputeReason } from "#lib/rails/index.ts";
import type { DisputeStatus } from "./dispute-state.ts";

/** What a merchant can bring forward; each is text. */
export const EVIDENCE_FIELDS = [
  "customer_communication",
  "product_description",
  "receipt",
  "refund_policy",
  "service_date",
  "shipping_carrier",
  "shipping_date",
  "shipping_tracking_number",
  "uncategorized_text",
] as const;
export type Evidence = Partial<Record<(typeof EVIDENCE_FIELDS)[number], string>>;

export type Dispute = {
  id: Id<"dp">;
  accountId: Id<"acct">;
  mode: Mode;
  paymentId: Id<"pay">;
  status: DisputeStatus;
  amountMinor: bigint;
  currency: string;
  /** What the acquirer takes for it, won or lost. */
  feeMinor: bigint;
  reason: DisputeReason;
  networkReasonCode: string | null;
  evidence: Evidence;
  evidenceDueBy: Date;
  railCheckAt: Date | null;
  createdAt: Date;
};
