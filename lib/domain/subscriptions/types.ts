import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type {
  FinalAction,
  ProrationBehavior,
  SubscriptionStatus,
} from "#lib/kernel/vocabulary/billing.ts";

export type Subscription = {
  id: Id<"sub">;
  accountId: Id<"acct">;
  mode: Mode;
  status: SubscriptionStatus;
  customerId: Id<"cus">;
  planId: Id<"plan">;
  quantity: number;
  paymentMethodId: Id<"pm">;
  mandateId: string | null;
  trialEnd: Date | null;
  trialReminded: boolean;
  anchorAt: Date;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  changedAt: Date;
  /** The plan and quantity that were last invoiced for this period, if they changed since without proration. */
  billedPlanId: Id<"plan"> | null;
  billedQuantity: number | null;
  prorationBehavior: ProrationBehavior;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  latestInvoiceId: Id<"in"> | null;
  openInvoiceId: Id<"in"> | null;
  dunningAttempt: number;
  dunningSince: Date | null;
  nextAttemptAt: Date | null;
  /** When the final action is taken unless the invoice is paid first; derived from `dunningSince`. */
  finalActionAt: Date | null;
  finalAction: FinalAction;
  redirectUrl: string | null;
  dueAt: Date | null;
  metadata: Record<string, string>;
  requestId: Id<"req"> | null;
  createdAt: Date;
};
