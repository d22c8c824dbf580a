import { statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { SETTLEMENT_STATUSES } from "#lib/kernel/vocabulary/balance.ts";
import { CURRENCY } from "../payments/payment-filters.ts";

export const SETTLEMENT_FILTERS: readonly FilterDef<ListNames<"/:mode/settlements">>[] = [
  { key: "q", label: "Search settlements", kind: "search", placeholder: "Id or bank reference" },
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: statusChoices(SETTLEMENT_STATUSES),
  },
  CURRENCY,
  { key: "arrival", label: "Arrival", kind: "period" },
  { key: "cut_off", label: "Cut-off", kind: "period" },
];
