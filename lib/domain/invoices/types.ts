import type { Line } from "#lib/domain/billing/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { InvoiceStatus } from "#lib/kernel/vocabulary/billing.ts";

export type Invoice = {
  id: Id<"in">;
  accountId: Id<"acct">;
  mode: Mode;
  subscriptionId: Id<"sub">;
  customerId: Id<"cus">;
  status: InvoiceStatus;
  /** Null while it is a draft. */
  number: string | null;
  currency: string;
  lines: Line[];
  /** The sum of the lines; never negative, also for a draft. */
  amountDueMinor: bigint;
  amountPaidMinor: bigint;
  dueDate: Date | null;
  attemptCount: number;
  /** The payment of the latest dunning attempt. */
  paymentId: Id<"pay"> | null;
  /** Whether that attempt's outcome is not recorded yet. */
  collecting: boolean;
  dueAt: Date | null;
  requestId: Id<"req"> | null;
  paidAt: Date | null;
  /** When the payer's bank took the payment back. */
  reopenedAt: Date | null;
  createdAt: Date;
};

/** The subscription, customer and currency of an invoice. */
export type Debtor = Pick<Invoice, "subscriptionId" | "customerId" | "currency">;
