import { REASON_CHOICES } from "#components/disputes/reasons.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import { statusWord } from "#components/ui/status-labels.ts";
import { CURRENCY_CHOICES } from "../payments/payment-filters.ts";

export const DISPUTE_STATUSES = ["needs_response", "under_review", "won", "lost"] as const;

const DUE_WITHIN = [
  { value: "in1d", label: "within 24 hours" },
  { value: "in3d", label: "within 3 days" },
  { value: "in7d", label: "within 7 days" },
];

export const DISPUTE_FILTERS: readonly FilterDef[] = [
  {
    key: "q",
    label: "Search disputes",
    kind: "search",
    placeholder: "Id, e-mail, name, last 4 …",
  },
  {
    key: "status",
    label: "Status",
    kind: "choice",
    choices: DISPUTE_STATUSES.map((value) => ({ value, label: statusWord(value).toLowerCase() })),
  },
  { key: "reason", label: "Reason", kind: "choice", many: true, choices: REASON_CHOICES },
  { key: "due", label: "Response due", kind: "period", presets: DUE_WITHIN },
  { key: "currency", label: "Currency", kind: "choice", many: true, choices: CURRENCY_CHOICES },
  { key: "created", label: "Opened", kind: "period" },
];
