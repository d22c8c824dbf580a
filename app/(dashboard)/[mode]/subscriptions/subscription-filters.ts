import { statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { SUBSCRIPTION_STATUSES } from "#lib/kernel/vocabulary/billing.ts";

export const SUBSCRIPTION_FILTERS: readonly FilterDef<ListNames<"/:mode/subscriptions">>[] = [
  { key: "q", label: "Search subscriptions", kind: "search", placeholder: "Customer or id" },
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: statusChoices(SUBSCRIPTION_STATUSES, ["active", "trialing", "past_due"]),
  },
  { key: "plan", label: "Plan", kind: "text", placeholder: "plan_…", mono: true },
  { key: "customer", label: "Customer", kind: "text", placeholder: "cus_…", mono: true },
  { key: "created", label: "Created", kind: "period" },
];
