import type { BillingInterval } from "#lib/domain/billing/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

export type Plan = BillingInterval & {
  id: Id<"plan">;
  accountId: Id<"acct">;
  mode: Mode;
  name: string;
  /** Per unit and period. */
  amountMinor: bigint;
  currency: string;
  trialDays: number;
  /** Whether new subscriptions may use it; existing ones keep it. */
  active: boolean;
  metadata: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
};

export type NewPlan = BillingInterval &
  Pick<Plan, "name" | "amountMinor" | "currency" | "trialDays" | "active"> & {
    metadata: Record<string, string> | undefined;
  };

/** Amount, currency and interval cannot change: subscribers agreed to them. */
export type PlanChanges = {
  name?: string | undefined;
  trialDays?: number | undefined;
  active?: boolean | undefined;
  metadata?: Record<string, string> | undefined;
};
