import type { FilterDef } from "#components/filters/filters.ts";
import { TYPE_CHOICES } from "#components/settlements/labels.ts";
import { statusWord } from "#components/ui/status-labels.ts";
import { CURRENCY_CHOICES } from "../payments/payment-filters.ts";

const PLACES = ["pending", "available", "settled"].map((value) => ({
  value,
  label: statusWord(value).toLowerCase(),
}));

export const ENTRY_FILTERS: readonly FilterDef[] = [
  {
    key: "q",
    label: "Search balance transactions",
    kind: "search",
    placeholder: "Id: txn_…, pay_…, re_…",
  },
  { key: "type", label: "Type", kind: "choice", many: true, choices: TYPE_CHOICES },
  { key: "place", label: "Status", kind: "choice", many: true, choices: PLACES },
  { key: "created", label: "Booked", kind: "period" },
  { key: "currency", label: "Currency", kind: "choice", many: true, choices: CURRENCY_CHOICES },
  { key: "settlement", label: "Settlement", kind: "text", placeholder: "stl_…", mono: true },
];
