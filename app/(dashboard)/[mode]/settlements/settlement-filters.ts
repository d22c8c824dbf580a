import type { FilterDef } from "#components/filters/filters.ts";
import { statusWord } from "#components/ui/status-labels.ts";
import { CURRENCY_CHOICES } from "../payments/payment-filters.ts";

const STATUSES = ["scheduled", "paid", "failed"].map((value) => ({
  value,
  label: statusWord(value).toLowerCase(),
}));

export const SETTLEMENT_FILTERS: readonly FilterDef[] = [
  { key: "q", label: "Search settlements", kind: "search", placeholder: "Id or bank reference" },
  { key: "status", label: "Status", kind: "choice", many: true, choices: STATUSES },
  { key: "currency", label: "Currency", kind: "choice", many: true, choices: CURRENCY_CHOICES },
  { key: "arrival", label: "Arrival", kind: "period" },
  { key: "cut_off", label: "Cut-off", kind: "period" },
];
