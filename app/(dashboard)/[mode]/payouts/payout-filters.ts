import type { FilterDef } from "#components/filters/filters.ts";
import { APPROVAL_CHOICES, RAIL_CHOICES } from "#components/payouts/labels.ts";
import { statusWord } from "#components/ui/status-labels.ts";

const CURRENCIES = ["EUR", "GBP", "AUD", "CAD", "NZD"];
const STATUSES = ["pending", "submitted", "settled", "returned", "failed", "canceled"].map(
  (value) => ({ value, label: statusWord(value).toLowerCase() }),
);

export const PAYOUT_FILTERS: readonly FilterDef[] = [
  {
    key: "q",
    label: "Search payouts",
    kind: "search",
    placeholder: "Id, name, IBAN, reference …",
  },
  { key: "status", label: "Status", kind: "choice", many: true, choices: STATUSES },
  { key: "approval", label: "Approval", kind: "choice", many: true, choices: APPROVAL_CHOICES },
  { key: "created", label: "Created", kind: "period" },
  { key: "amount", label: "Amount", kind: "amount", currencies: CURRENCIES },
  { key: "rail", label: "Rail", kind: "choice", many: true, choices: RAIL_CHOICES },
  {
    key: "currency",
    label: "Currency",
    kind: "choice",
    many: true,
    choices: CURRENCIES.map((code) => ({ value: code, label: code })),
  },
  { key: "batch", label: "Batch", kind: "text", placeholder: "pob_…", mono: true },
];
