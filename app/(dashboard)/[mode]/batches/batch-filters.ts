import { statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { SHOWN_BATCH_STATUSES } from "#lib/kernel/vocabulary/payouts.ts";

export const BATCH_FILTERS: readonly FilterDef<ListNames<"/:mode/payout-batches">>[] = [
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: statusChoices(SHOWN_BATCH_STATUSES),
  },
  { key: "created", label: "Created", kind: "period" },
];
