import type { FilterDef } from "#components/filters/filters.ts";
import { TYPE_CHOICES } from "#components/settlements/labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";

/** The open view of the settlement is in the address, beside the filters of its transactions. */
export const VIEW_KEY = "view";

export const ROW_FILTERS: readonly FilterDef<ListNames<"/:mode/settlements/:id/rows">>[] = [
  { key: "q", label: "Search transactions", kind: "search", placeholder: "Id: pay_…, re_…, txn_…" },
  { key: "type", label: "Type", kind: "choice", many: true, choices: TYPE_CHOICES },
];
