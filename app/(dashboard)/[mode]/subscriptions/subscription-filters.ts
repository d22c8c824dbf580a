import type { FilterDef } from "#components/filters/filters.ts";
import { statusWord } from "#components/ui/status-labels.ts";

const STATUSES = [
  "active",
  "trialing",
  "past_due",
  "unpaid",
  "incomplete",
  "incomplete_expired",
  "canceled",
].map((value) => ({ value, label: statusWord(value) }));

export const SUBSCRIPTION_FILTERS: readonly FilterDef[] = [
  { key: "q", label: "Search subscriptions", kind: "search", placeholder: "Customer or id" },
  { key: "status", label: "Status", kind: "choice", many: true, choices: STATUSES },
  { key: "plan", label: "Plan", kind: "text", placeholder: "plan_…", mono: true },
  { key: "customer", label: "Customer", kind: "text", placeholder: "cus_…", mono: true },
  { key: "created", label: "Created", kind: "period" },
];
