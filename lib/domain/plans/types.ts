import type { Rhythm } from "#lib/domain/billing/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

export type Plan = Rhythm & {
  id: Id<"plan">;
  accountId: Id<"acct">;
  mode: Mode;
  name: string;
  /** Per unit and period. */
  amountMinor: bigint;
  currency: string;
  trialDays: number;
  /** Whether it can be subscribed to; who has it keeps it. */
  active: boolean;
  metadata: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
};

export type NewPlan = Rhythm &
  Pick<Plan, "name" | "amountMinor" | "currency" | "trialDays" | "active"> & {
    metadata: Record<string, string> | undefined;
  };

/** What may change of a plan; amount, currency and rhythm are what its subscribers agreed to. */
export type PlanChanges = {
  name?: string | undefined;
  trialDays?: number | undefined;
  active?: boolean | undefined;
  metadata?: Record<string, string> | undefined;
};
