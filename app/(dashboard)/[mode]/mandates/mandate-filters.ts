import type { FilterDef } from "#components/filters/filters.ts";
import { SCHEME_CHOICES } from "#components/payments/bank-labels.ts";
import { statusWord } from "#components/ui/status-labels.ts";

const STATUSES = ["active", "pending", "failed", "revoked", "expired"].map((value) => ({
  value,
  label: statusWord(value).toLowerCase(),
}));

export const MANDATE_FILTERS: readonly FilterDef[] = [
  {
    key: "q",
    label: "Search mandates",
    kind: "search",
    placeholder: "Id, reference, e-mail, name …",
  },
  { key: "status", label: "Status", kind: "choice", many: true, choices: STATUSES },
  { key: "scheme", label: "Scheme", kind: "choice", many: true, choices: SCHEME_CHOICES },
  { key: "created", label: "Created", kind: "period" },
];
