import { statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import { TYPE_CHOICES } from "#components/settlements/labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { ENTRY_PLACES } from "#lib/kernel/vocabulary/balance.ts";
import { CURRENCY } from "../payments/payment-filters.ts";

export const ENTRY_FILTERS: readonly FilterDef<ListNames<"/:mode/balance">>[] = [
  {
    key: "q",
    label: "Search balance transactions",
    kind: "search",
    placeholder: "Id: txn_…, pay_…, re_…",
  },
  { key: "type", label: "Type", kind: "choice", many: true, choices: TYPE_CHOICES },
  {
    key: "place",
    label: "Status",
    kind: "choice",
    many: true,
    choices: statusChoices(ENTRY_PLACES),
  },
  { key: "created", label: "Booked", kind: "period" },
  CURRENCY,
  { key: "settlement", label: "Settlement", kind: "text", placeholder: "stl_…", mono: true },
];
