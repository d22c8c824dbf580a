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
  /** What the lines add up to; of a draft, never less than zero. */
  amountDueMinor: bigint;
  amountPaidMinor: bigint;
  dueDate: Date | null;
  attemptCount: number;
  /** The latest try to collect it. */
  paymentId: Id<"pay"> | null;
  /** Whether what became of that try is still to be recorded. */
  collecting: boolean;
  dueAt: Date | null;
  requestId: Id<"req"> | null;
  paidAt: Date | null;
  /** When the payer's bank took back what had paid it. */
  reopenedAt: Date | null;
  createdAt: Date;
};

/** For whom, and in what, is invoiced. */
export type Debtor = Pick<Invoice, "subscriptionId" | "customerId" | "currency">;
