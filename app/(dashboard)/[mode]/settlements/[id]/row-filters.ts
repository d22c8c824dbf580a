import type { FilterDef } from "#components/filters/filters.ts";
import { TYPE_CHOICES } from "#components/settlements/labels.ts";

/** Which of the settlement's views is open stands in the address, beside what narrows its rows. */
export const VIEW_KEY = "view";

export const ROW_FILTERS: readonly FilterDef[] = [
  { key: "q", label: "Search rows", kind: "search", placeholder: "Id: pay_…, re_…, txn_…" },
  { key: "type", label: "Type", kind: "choice", many: true, choices: TYPE_CHOICES },
];
