import { statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { INVOICE_STATUSES } from "#lib/kernel/vocabulary/billing.ts";

export const INVOICE_FILTERS: readonly FilterDef<ListNames<"/:mode/invoices">>[] = [
  { key: "q", label: "Search invoices", kind: "search", placeholder: "Number or id" },
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: statusChoices(INVOICE_STATUSES, ["open", "paid"]),
  },
  { key: "subscription", label: "Subscription", kind: "text", placeholder: "sub_…", mono: true },
  { key: "created", label: "Created", kind: "period" },
];
