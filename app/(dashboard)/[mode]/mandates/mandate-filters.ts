import { statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import { SCHEME_CHOICES } from "#components/payments/bank-labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { MANDATE_STATUSES } from "#lib/kernel/vocabulary/mandates.ts";

export const MANDATE_FILTERS: readonly FilterDef<ListNames<"/:mode/mandates">>[] = [
  {
    key: "q",
    label: "Search mandates",
    kind: "search",
    placeholder: "Id, reference, e-mail, name …",
  },
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: statusChoices(MANDATE_STATUSES, ["active"]),
  },
  { key: "scheme", label: "Scheme", kind: "choice", many: true, choices: SCHEME_CHOICES },
  { key: "created", label: "Created", kind: "period" },
];
