import type { FilterDef } from "#components/filters/filters.ts";
import { statusWord } from "#components/ui/status-labels.ts";

const STATUSES = ["open", "paid", "uncollectible", "void", "draft"].map((value) => ({
  value,
  label: statusWord(value),
}));

export const INVOICE_FILTERS: readonly FilterDef[] = [
  { key: "q", label: "Search invoices", kind: "search", placeholder: "Number or id" },
  { key: "status", label: "Status", kind: "choice", many: true, choices: STATUSES },
  { key: "subscription", label: "Subscription", kind: "text", placeholder: "sub_…", mono: true },
  { key: "created", label: "Created", kind: "period" },
];
